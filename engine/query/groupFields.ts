/** The fields that a list can be grouped by, and those that it can add up. */
import { kinds } from '../fields/registry.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';

/** The fields whose values form groups, in declared order. */
export function groupFields(entity: EntityModel, model: Pick<Model, 'entities'>): readonly FieldModel[] {
  return entity.fields.filter((field) => formsGroups(field, model));
}

/** The number fields that can be added up. */
export function totalFields(entity: EntityModel): readonly FieldModel[] {
  return entity.fields.filter((field) => isPlain(field) && kinds[field.kind].query.isSummed);
}

const isPlain = ({ stored, records, path, name }: FieldModel): boolean =>
  stored && !records && !path.includes('.') && name !== 'Id' && name !== 'Revision';

/** Whether the values of the field form groups. */
export function formsGroups(field: FieldModel, { entities }: Pick<Model, 'entities'>): boolean {
  const { kind, ref, expand } = field;
  if (!isPlain(field)) return false;
  const { elements, refersTo, isAccount, filter, query } = kinds[kind];
  if (elements || !query.isShown || !(filter.operators as readonly string[]).includes('eq')) return false;
  if (refersTo !== 'record') return refersTo === undefined && filter.input !== 'none';
  // Groups of a reference are named by the label that every answer shows beside it.
  const label = ref && entities.get(ref.entity)?.labelField;
  return isAccount === true || (label !== undefined && expand?.fields.includes(label) === true);
}
