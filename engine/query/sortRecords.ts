/** Sorts in the same way as the stores. */
import type { Sort } from '../types/basicTypes.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { compareValues } from './compareValues.ts';
import { valuesAt } from './matches.ts';

/** Returns a sorted copy: empty values first when ascending, text alphabetically, `Id` as tie-breaker. */
export function sortRecords<T extends DataRecord>(
  records: readonly T[],
  sort: readonly Sort[],
): readonly T[] {
  const terms = withTieBreak(sort).map((term) => ({ path: term.path.split('.'), sign: signOf(term) }));
  const keyed = records.map((record) => ({
    record,
    keys: terms.map((term) => valuesAt(record, term.path)[0]),
  }));
  keyed.sort((a, b) => firstDifference(a.keys, b.keys, terms));
  return keyed.map((entry) => entry.record);
}

/** Appends `Id` as tie-breaker, in the last sort direction so that one index serves both. */
export function withTieBreak(sort: readonly Sort[]): readonly Sort[] {
  if (sort.some((term) => term.path === 'Id')) return sort;
  return [...sort, { path: 'Id', direction: sort.at(-1)?.direction ?? 'asc' }];
}

/** 1 ascending, -1 descending. */
export function signOf(term: Sort): 1 | -1 {
  return term.direction === 'desc' ? -1 : 1;
}

function firstDifference(
  left: readonly unknown[],
  right: readonly unknown[],
  terms: readonly { sign: number }[],
): number {
  for (const [index, term] of terms.entries()) {
    const order = compareValues(left[index], right[index], 'words') ?? 0;
    if (order !== 0) return order * term.sign;
  }
  return 0;
}
