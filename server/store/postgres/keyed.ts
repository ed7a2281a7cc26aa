/** Which fields have the keys of their texts beside them. */
import { type FieldModel, kinds } from '#engine';

/** Every text that people write has its key beside it: PostgreSQL cannot make one. */
export function isKeyed(field: FieldModel): boolean {
  return field.storage === 'text' && kinds[field.kind].key !== 'none';
}

/** JSON that holds such texts has a tree of keys beside it. */
export function hasKeyedMember(field: FieldModel): boolean {
  return field.fields?.some((each) => isKeyed(each) || hasKeyedMember(each)) ?? false;
}
