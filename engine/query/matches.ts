/** Filters carried out on records in hand: option rules in the browser, cases, the memory store. */
import type { FilterTree } from '../expression/types.ts';
import type { DataRecord } from '../model/types.ts';
import { passes, type TestOperator } from './compareValues.ts';
import { type Condition, comparisonOf, type FieldPath } from './resolveFilter.ts';

/**
 * Whether a record in answer shape passes a filter: text without regard to case, accents count. An empty field
 * equals only null, is in a list only with null, and is neither more nor less than anything.
 */
export function matches(filter: FilterTree, record: DataRecord): boolean {
  if (filter.kind === 'constant') return filter.value === true;
  if (filter.kind === 'not') return !matches(filter.of, record);
  if (filter.kind === 'and') return filter.of.every((part) => matches(part, record));
  if (filter.kind === 'or') return filter.of.some((part) => matches(part, record));
  return compareAny(valuesAt(record, filter.path.split('.')), filter.operator, filter.value);
}

/** Whether a condition holds, given how to get the values (not null) at a path. */
export function satisfies(condition: Condition, valuesOf: (path: FieldPath) => readonly unknown[]): boolean {
  if (condition.kind === 'constant') return condition.value;
  if (condition.kind === 'not') return !satisfies(condition.of, valuesOf);
  if (condition.kind === 'all') return condition.of.every((part) => satisfies(part, valuesOf));
  if (condition.kind === 'any') return condition.of.some((part) => satisfies(part, valuesOf));
  const test = {
    operator: condition.operator,
    value: condition.value,
    comparison: comparisonOf(condition.path.field),
  };
  return valuesOf(condition.path).some((value) => passes(test, value));
}

/** The values at the path that are not null; lists on the way are entered. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value === 'object') return valuesAt((value as DataRecord)[name], rest);
  return [];
}

function compareAny(values: readonly unknown[], operator: string, value: unknown): boolean {
  if (operator === 'ne') return !compareAny(values, 'eq', value);
  if (operator === 'in')
    return (Array.isArray(value) ? value : [value]).some((entry) => compareAny(values, 'eq', entry));
  if (value === null || value === undefined) return operator === 'eq' && values.length === 0;
  const test = { operator: operator as TestOperator, value, comparison: 'words' as const };
  return values.some((actual) => passes(test, identity(actual)));
}

/** An expanded reference in a list stands for its id. */
function identity(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'Id' in value ? value.Id : value;
}
