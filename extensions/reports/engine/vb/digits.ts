/** A number as .NET rounds and writes it: 15 digits, halves away from zero. */

export type Digits = {
  readonly isNegative: boolean;
  /** Without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  /** The decimal point stands behind so many of the digits. */
  readonly scale: number;
};

export function digitsOf(value: number): Digits {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential(precision(value)).split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  return { isNegative: value < 0, digits, scale: digits === '' ? 0 : Number(exponent) + 1 };
}

/** Whole numbers keep all their digits. */
const precision = (value: number): number => (Number.isSafeInteger(value) ? 15 : 14);

/** Keeps the first `count` digits. */
export function rounded(of: Digits, count: number): Digits {
  if (count >= of.digits.length) return of;
  const kept = Math.max(0, count);
  const isUp = count >= 0 && of.digits.charCodeAt(kept) >= 53;
  const cut = of.digits.slice(0, kept);
  if (!isUp) return trimmed({ ...of, digits: cut });
  // All nines, or none, become a one before them.
  const grown = cut.replace(/9*$/, '');
  if (grown === '') return { ...of, digits: '1', scale: of.scale + 1 };
  return { ...of, digits: grown.slice(0, -1) + String(Number(grown.at(-1)) + 1) };
}

function trimmed(of: Digits): Digits {
  const digits = of.digits.replace(/0+$/, '');
  return digits === '' ? { isNegative: of.isNegative, digits, scale: 0 } : { ...of, digits };
}

/** With so many decimals: `['1234', '50']`. */
export function fixedParts(of: Digits, decimals: number): readonly [string, string] {
  const { digits, scale } = rounded(of, of.scale + decimals);
  const whole = scale > 0 ? digits.slice(0, scale).padEnd(scale, '0') : '0';
  const behind = scale > 0 ? digits.slice(scale) : '0'.repeat(Math.min(-scale, decimals)) + digits;
  return [whole, behind.slice(0, decimals).padEnd(decimals, '0')];
}

export const grouped = (whole: string, separator: string): string =>
  whole.replace(/\B(?=(?:\d{3})+$)/g, separator);
