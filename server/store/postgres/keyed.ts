/** Which fields store comparison keys of their text. */
import { type FieldModel, kinds } from '#engine';

/** Every free text has a key column beside it: PostgreSQL cannot compute keys. */
export function isKeyed(field: FieldModel): boolean {
  return field.storage === 'text' && kinds[field.kind].key !== 'none';
}

/** JSON with such texts has a JSON tree of keys beside it. */
export function hasKeyedMember(field: FieldModel): boolean {
  return field.fields?.some((each) => isKeyed(each) || hasKeyedMember(each)) ?? false;
}
