/** The groups of a list: the records of one group, and its text in an address. */
import { addTo } from '../query/relativeDays.ts';
import type { WhereCondition, WhereGroup } from '../query/whereTree.ts';
import type { GroupPeriod } from '../types/modelTypes.ts';

export const groupPeriods: readonly GroupPeriod[] = ['year', 'quarter', 'month', 'day'];

/** The value of a group as the server answers it; null: records without a value. */
export type GroupValue = string | number | boolean | null;

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
