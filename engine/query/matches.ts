/** Evaluates filters on records in memory: option rules in the browser, cases, the memory store. */
import type { FilterTree } from '../expression/types.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { passes } from './compareValues.ts';
import { passesAny } from './passesAny.ts';
import { type Condition, comparisonOf, type FieldPath } from './resolveFilter.ts';

/**
 * Evaluates a filter on a record in answer shape. Texts ignore case, and accents only in parts of texts. Null
 * passes only `eq null` (which includes '') and `in` with null; `ne null` means filled in.
 */
export function matches(filter: FilterTree, record: DataRecord): boolean {
  if (filter.kind === 'constant') return filter.value === true;
  if (filter.kind === 'not') return !matches(filter.of, record);
  if (filter.kind === 'compare')
    return passesAny(valuesAt(record, filter.path.split('.')), filter.operator, filter.value);
  const holds = (part: FilterTree) => matches(part, record);
  return filter.kind === 'and' ? filter.of.every(holds) : filter.of.some(holds);
}

/** Whether a condition holds, given a function for the non-null values at a path. */
export function satisfies(condition: Condition, valuesOf: (path: FieldPath) => readonly unknown[]): boolean {
  if (condition.kind === 'constant') return condition.value;
  if (condition.kind === 'not') return !satisfies(condition.of, valuesOf);
  if (condition.kind !== 'test') {
    const holds = (part: Condition) => satisfies(part, valuesOf);
    return condition.kind === 'all' ? condition.of.every(holds) : condition.of.some(holds);
  }
  const test = {
    operator: condition.operator,
    value: condition.value,
    comparison: comparisonOf(condition.path.field),
  };
  return valuesOf(condition.path).some((value) => passes(test, value));
}

/** The non-null values at the path, passing through lists. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value === 'object') return valuesAt((value as DataRecord)[name], rest);
  return [];
}
