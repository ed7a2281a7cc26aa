import type { FilterOperator } from '../expression/compileWhere.ts';
import { passes, type TestOperator } from './compareValues.ts';

/** Whether any non-null value of a path passes: the meaning of a comparison in a `FilterTree`. */
export function passesAny(values: readonly unknown[], operator: FilterOperator, value: unknown): boolean {
  const isFilled = values.some((actual) => actual !== '');
  if (operator === 'ne') return isFilled && !passesAny(values, 'eq', value);
  if (operator === 'in')
    return (Array.isArray(value) ? value : [value]).some((entry) => passesAny(values, 'eq', entry));
  if (value === null || value === undefined) return operator === 'eq' && !isFilled;
  const test = { operator: operator satisfies TestOperator, value, comparison: 'words' as const };
  return values.some((actual) => passes(test, identity(actual)));
}

/** An expanded reference in a list counts as its id. */
function identity(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'Id' in value ? value.Id : value;
}
