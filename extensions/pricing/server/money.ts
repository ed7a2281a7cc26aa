/** Amounts between decimals, texts and the numbers of an answer. */
import { type Decimal, readDecimal, roundHalfUp, writeFixed } from '#engine';

/** With two decimals; empty for what is no number. */
export function scaled(value: unknown): string {
  const read =
    typeof value === 'number' || typeof value === 'string' ? readDecimal(String(value)) : undefined;
  return read ? writeFixed(roundHalfUp(read, 2)) : '';
}

/** As JSON carries it: the shortest number that is this decimal. */
export const numberOf = (value: Decimal): number => Number(writeFixed(value));
