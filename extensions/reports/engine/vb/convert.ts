/** Conversions between the types of Visual Basic, as it makes them by itself and on demand. */
import { type Culture, cultureOf } from './culture.ts';
import { formatMoment, general as momentText } from './formatMoment.ts';
import { general } from './formatNumber.ts';
import { parseMoment } from './parseMoment.ts';
import {
  type FormulaValue,
  isArray,
  Moment,
  minMoment,
  momentOf,
  Span,
  spanText,
  VbError,
} from './values.ts';

export function toText(value: FormulaValue, culture: Culture): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? general(value, undefined, culture) : nonFinite(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Moment) return momentText(value, culture);
  if (value instanceof Span) return spanText(value);
  throw new VbError('An array is no text');
}

const nonFinite = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';

/** `.ToString()`, which writes the time of a date always. */
export const asText = (value: FormulaValue, culture: Culture): string =>
  value instanceof Moment ? (formatMoment(value, 'G', culture) ?? '') : toText(value, culture);

/** Nothing is 0, True is -1; a text must be a number. */
export function toNumber(value: FormulaValue, culture: Culture = cultureOf('en-CA')): number {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? -1 : 0;
  const found = typeof value === 'string' ? parseNumber(value, culture) : undefined;
  if (found === undefined) throw new VbError('Not a number');
  return found;
}

const integerRange = [-2_147_483_648, 2_147_483_647] as const;

/** Halves go to the even neighbour. */
export function toWhole(
  value: FormulaValue,
  culture?: Culture,
  range: readonly [number, number] = integerRange,
): number {
  const whole = roundEven(toNumber(value, culture), 0);
  if (!(whole >= range[0] && whole <= range[1])) throw new VbError('Overflow');
  return whole;
}

/** Banker's rounding of the decimal digits, as Decimal has it. */
export function roundEven(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const moved = shift(value, decimals);
  const floor = Math.floor(moved);
  const rest = Number((moved - floor).toPrecision(12));
  const even = floor % 2 === 0 ? floor : floor + 1;
  return shift(rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : even, -decimals);
}

/** Moves the point in the decimal text, which loses nothing; a product would. */
export function shift(value: number, places: number): number {
  if (places === 0) return value;
  const [mantissa = '0', exponent = '0'] = Number(value.toPrecision(15)).toString().split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

const strip = /^[\s$£€]+|[\s$£€]+$/g;

/** `1,234.5`, `(12)`, `12-`, `1e3`, `&HFF`; undefined for what is none. */
export function parseNumber(text: string, { decimal, group }: Culture): number | undefined {
  const written = text.slice(0, 400).trim();
  const radix = /^&([HOB])([0-9A-F]+)$/i.exec(written);
  if (radix) return radixNumber(radix[1] ?? '', radix[2] ?? '');
  const isBracketed = written.startsWith('(') && written.endsWith(')');
  const bare = (isBracketed ? written.slice(1, -1) : written).replace(strip, '');
  const spaced = group === '\u00a0' ? bare.replace(/[\s\u00a0\u202f](?=\d)/g, '') : bare;
  const plain = removeGroups(spaced, group).replace(decimal, '.');
  const match = /^([-+]?)\s*[$£€]?(\d+\.?\d*(?:e[-+]?\d{1,3})?|\.\d+(?:e[-+]?\d{1,3})?)\s*(-?)$/i.exec(plain);
  // A decimal point is understood in every language.
  if (!match) return decimal === '.' ? undefined : parseNumber(text, cultureOf('en-CA'));
  const value = Number(match[2]);
  return isBracketed || match[1] === '-' || match[3] === '-' ? -value : value;
}

const removeGroups = (text: string, group: string): string =>
  text.replace(group === ',' ? /(?<=\d),(?=\d)/g : /\u00a0/g, '');

function radixNumber(letter: string, digits: string): number | undefined {
  const base = { H: 16, O: 8, B: 2 }[letter.toUpperCase()] ?? 10;
  const value = Number.parseInt(digits, base);
  if (Number.isNaN(value) || digits.length > 16) return undefined;
  return value > 2_147_483_647 && value <= 0xff_ff_ff_ff ? value - 2 ** 32 : value;
}

export function toBoolean(value: FormulaValue, culture?: Culture): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return toNumber(value, culture) !== 0;
  const low = value.trim().toLowerCase();
  if (low === 'true' || low === 'false') return low === 'true';
  return toNumber(value, culture) !== 0;
}

/** Nothing is the first moment of the calendar. */
export function toMoment(value: FormulaValue, culture: Culture): Moment {
  if (value instanceof Moment) return value;
  if (value === null) return new Moment(minMoment);
  const found = typeof value === 'string' ? (momentOf(value) ?? parseMoment(value, culture)) : undefined;
  if (!found) throw new VbError('Not a date');
  return found;
}

export function toSpan(value: FormulaValue): Span {
  if (value instanceof Span) return value;
  throw new VbError('Not a time span');
}

export const toArray = (value: FormulaValue): readonly FormulaValue[] => {
  if (isArray(value)) return value;
  throw new VbError('Not an array');
};
