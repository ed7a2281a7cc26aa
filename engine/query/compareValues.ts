/** The comparison of single values, which every store adapter must implement in the same way. */
import { compareText, searchKey, textKey, wordsOf } from '../text/textKey.ts';

/** Tests of a non-null value. `has` means filled in; `ne` and empty are built with `not`. */
export type TestOperator =
  | 'eq'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'contains'
  | 'startsWith'
  | 'words'
  | 'in'
  | 'all'
  | 'has';

/** How texts of a field compare: as words (case-insensitive) or as codes (ids, dates: exactly). */
export type Comparison = 'words' | 'codes';

/** Whether a non-null value passes. Values of different types are never equal and not ordered. */
export function passes(
  test: { operator: TestOperator; value: unknown; comparison: Comparison },
  actual: unknown,
): boolean {
  return tests[test.operator](actual, test.value, test.comparison);
}

/** -1, 0 or 1; undefined when the values are not ordered. Empty comes before everything. */
export function compareValues(left: unknown, right: unknown, comparison: Comparison): number | undefined {
  const [a, b] = [left ?? null, right ?? null];
  if (a === null || b === null) return Number(b === null) - Number(a === null) || 0;
  if (typeof a === 'string' && typeof b === 'string') return Math.sign(textOrder(a, b, comparison));
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'boolean')) return undefined;
  return Math.sign(Number(a) - Number(b));
}

const tests: Record<TestOperator, (actual: unknown, value: unknown, comparison: Comparison) => boolean> = {
  has: (actual) => actual !== '',
  eq: (actual, value, comparison) => compareValues(actual, value, comparison) === 0,
  gt: (actual, value, comparison) => (compareValues(actual, value, comparison) ?? 0) > 0,
  ge: (actual, value, comparison) => (compareValues(actual, value, comparison) ?? -1) >= 0,
  lt: (actual, value, comparison) => (compareValues(actual, value, comparison) ?? 0) < 0,
  le: (actual, value, comparison) => (compareValues(actual, value, comparison) ?? 1) <= 0,
  in: (actual, value, comparison) =>
    Array.isArray(value) && value.some((entry) => compareValues(actual, entry, comparison) === 0),
  all: (actual, value) => typeof actual === 'number' && (actual & Number(value)) === value,
  contains: (actual, value) => bothText(actual, value, (text, part) => text.includes(searchKey(part))),
  startsWith: (actual, value) => bothText(actual, value, (text, part) => text.startsWith(searchKey(part))),
  words: (actual, value) =>
    bothText(actual, value, (text, part) => wordsOf(part).every((word) => text.includes(word))),
};

/** Parts of texts are matched without accents. */
function bothText(actual: unknown, value: unknown, holds: (text: string, part: string) => boolean): boolean {
  return typeof actual === 'string' && typeof value === 'string' && holds(searchKey(actual), value);
}

function textOrder(left: string, right: string, comparison: Comparison): number {
  if (left === right) return 0;
  return comparison === 'words' ? compareText(textKey(left), textKey(right)) : compareText(left, right);
}
