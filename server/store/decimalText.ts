/** Money and other scaled numbers as stored: decimal text with exactly `scale` digits, such as `-0.05`. */

/** Rounds half away from zero to `scale` digits; undefined for text that is not a decimal number. */
export function decimalText(value: number | string, scale: number): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole + fraction === '' || Math.abs(Number(exponent)) > 400) return undefined;
  const digits = BigInt(whole + fraction);
  const units = shift(digits, Number(exponent) - fraction.length + scale);
  return place(units, scale, sign === '-');
}

/** digits × 10^places, rounded half up. */
function shift(digits: bigint, places: number): bigint {
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return (digits + divisor / 2n) / divisor;
}

function place(units: bigint, scale: number, isNegative: boolean): string {
  const text = units.toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  const sign = isNegative && units !== 0n ? '-' : '';
  return sign + (scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`);
}
