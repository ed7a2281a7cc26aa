/** Exact decimals: an integer of all digits, and the number of decimal places. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

/** More digits are noise or an attack. */
const maximumDigits = 400;

const limit = 10n ** BigInt(maximumDigits);
const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Parses `12.50`, `-3`, `1e3`; undefined when it is not a number or has too many digits. */
export function readDecimal(text: string): Decimal | undefined {
  const match = text.length <= maximumDigits ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > maximumDigits) return undefined;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The shortest notation: `12.5`, `-3`, `0`. */
export function writeDecimal(value: Decimal): string {
  const text = writeFixed(value);
  if (value.scale === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** With all decimal places of its scale: `12.50`. */
export function writeFixed({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  if (scale === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** a + b. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescale(a, scale) + rescale(b, scale), scale };
}

/** a − b. */
export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { digits: -b.digits, scale: b.scale });
}

/** a × b. */
export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** a ÷ b rounded half up to a scale; undefined when b is 0. */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal | undefined {
  if (b.digits === 0n) return undefined;
  const above = a.digits * tenTo(Math.max(0, scale + b.scale - a.scale));
  const below = b.digits * tenTo(Math.max(0, a.scale - b.scale - scale));
  return { digits: divideHalfUp(above, below), scale };
}

/** Rounds to a scale, halves away from zero, as invoices and filings do. */
export function roundHalfUp(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { digits: rescale(value, scale), scale };
  return { digits: divideHalfUp(value.digits, tenTo(value.scale - scale)), scale };
}

/** True when a decimal has too many digits for further computation. */
export function isTooLong({ digits, scale }: Decimal): boolean {
  return scale > maximumDigits || digits >= limit || digits <= -limit;
}

function rescale({ digits, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? digits : digits * tenTo(wanted - scale);
}

/** Precomputed powers for prices. */
const powers = Array.from({ length: 25 }, (_, exponent) => 10n ** BigInt(exponent));

const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

function divideHalfUp(above: bigint, below: bigint): bigint {
  const isNegative = above < 0n !== below < 0n;
  const dividend = above < 0n ? -above : above;
  const divisor = below < 0n ? -below : below;
  const quotient = (dividend * 2n + divisor) / (divisor * 2n);
  return isNegative ? -quotient : quotient;
}
