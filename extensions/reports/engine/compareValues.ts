/** How data sort and filters compare: numbers as numbers, texts without case. */
import type { SheetValue } from '#engine';

/** Less than, equal to or more than 0; what is empty comes first, letters go before capitals of the same word. */
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
