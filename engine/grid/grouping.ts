/** The groups of a list: which fields it can be grouped by and added up, and the records of one group. */
import { kinds } from '../fields/registry.ts';
import { addTo } from '../query/relativeDays.ts';
import type { WhereCondition, WhereGroup } from '../query/whereTree.ts';
import type { EntityModel, FieldModel, GroupPeriod, Model } from '../types/modelTypes.ts';

export const groupPeriods: readonly GroupPeriod[] = ['year', 'quarter', 'month', 'day'];

/** The value of a group as the server answers it; null: records without a value. */
export type GroupValue = string | number | boolean | null;

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

/** Finds the records of one group. */
export function groupWhere(path: string, per: GroupPeriod | undefined, value: GroupValue): WhereGroup {
  if (value === null) return { all: [{ path, operator: 'eq' }] };
  if (per === undefined) return { all: [{ path, operator: 'eq', value }] };
  const { from, to } = periodDays(per, String(value));
  const bound = (operator: string, day: string): WhereCondition => ({ path, operator, value: day });
  return { all: [bound('ge', from), bound('lt', to)] };
}

/** The days of `2026`, `2026-Q3`, `2026-07` or `2026-07-01`: from the first to before the last. */
export function periodDays(per: GroupPeriod, text: string): { readonly from: string; readonly to: string } {
  const from = `${text.replace(/-Q(\d)$/, (_, quarter) => `-${String(quarter * 3 - 2).padStart(2, '0')}`)}-01-01`;
  const first = from.slice(0, 10);
  return { from: first, to: addTo(first, per, 1) };
}

/** The value as a text in an address; no value is encoded as `$`. */
export const groupKey = (value: GroupValue): string =>
  value === null ? '$' : encodeURIComponent(String(value));
