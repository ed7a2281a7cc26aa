/** Comparison for sorting and filters: numbers by value, texts ignoring case. */
import type { SheetValue } from '#engine';

/** Negative, 0 or positive; empty values come first, and lower case before upper case of the same word. */
export function compareValues(a: SheetValue, b: SheetValue): number {
  if (a === b) return 0;
  if (a === null || a === '') return b === null || b === '' ? 0 : -1;
  if (b === null || b === '') return 1;
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return order.compare(String(a), String(b));
}

const order = new Intl.Collator('en', { sensitivity: 'base' });

export const textOf = (value: SheetValue): string => (value === null ? '' : String(value));
