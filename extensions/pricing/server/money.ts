/** Converts amounts between decimals, texts and JSON numbers. */
import { type Decimal, readDecimal, roundHalfUp, writeFixed } from '#engine';

/** With two decimals; empty when it is not a number. */
export function scaled(value: unknown): string {
  const read =
    typeof value === 'number' || typeof value === 'string' ? readDecimal(String(value)) : undefined;
  return read ? writeFixed(roundHalfUp(read, 2)) : '';
}

/** As JSON: the shortest number equal to the decimal. */
export const numberOf = (value: Decimal): number => Number(writeFixed(value));
