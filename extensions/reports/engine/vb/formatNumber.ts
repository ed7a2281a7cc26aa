/** Standard and custom numeric format strings of .NET. */
import type { Culture } from './culture.ts';
import { customNumber } from './customNumber.ts';
import { type Digits, digitsOf, fixedParts, grouped, rounded } from './digits.ts';
import { numberName } from './values.ts';

/** Undefined for a code that is none. */
export function formatNumber(value: number, code: string, culture: Culture): string | undefined {
  if (!Number.isFinite(value)) return numberName(value);
  const standard = /^([a-z])(\d{0,2})$/i.exec(code);
  if (!standard) return customNumber(value, code, culture);
  const [, letter = '', places = ''] = standard;
  const write = writers[letter.toUpperCase()];
  const made = write?.(value, places === '' ? undefined : Number(places), culture);
  return made === undefined ? undefined : letter === letter.toLowerCase() ? lowered(letter, made) : made;
}

/** Of `e` and `x` the letters are small too. */
const lowered = (letter: string, text: string): string => (/[exg]/.test(letter) ? text.toLowerCase() : text);

type Write = (value: number, places: number | undefined, culture: Culture) => string | undefined;

const writers: Readonly<Record<string, Write>> = {
  C: (value, places = 2, culture) => {
    const { negativeCurrency, positiveCurrency, currency } = culture;
    return signed(value, places, culture, {
      ...{ negative: negativeCurrency, positive: positiveCurrency },
      symbol: currency,
    });
  },
  N: (value, places = 2, culture) => signed(value, places, culture, { negative: '-n', positive: 'n' }),
  P: (value, places = 2, culture) => {
    const of = digitsOf(value);
    const hundredfold = of.digits === '' ? of : { ...of, scale: of.scale + 2 };
    return signedDigits(hundredfold, places, culture, {
      ...{ negative: `-${culture.percent}`, positive: culture.percent },
    });
  },
  F: (value, places = 2, culture) => {
    const [whole, behind] = fixedParts(digitsOf(value), places);
    return minus(value, join(whole, behind, culture));
  },
  D: (value, places = 1) =>
    Number.isInteger(value) ? minus(value, plainWhole(value).padStart(places, '0')) : undefined,
  E: (value, places = 6, culture) => scientific(digitsOf(value), places, { culture, least: 3 }),
  G: (value, places, culture) => general(value, places, culture),
  R: (value, _, culture) => general(value, undefined, culture),
  X: (value, places = 1) => {
    if (!Number.isInteger(value)) return undefined;
    const bits = BigInt.asUintN(value < -(2 ** 31) ? 64 : 32, BigInt(value));
    return (value < 0 ? bits : BigInt(value)).toString(16).toUpperCase().padStart(places, '0');
  },
};

const plainWhole = (value: number): string => BigInt(Math.abs(value)).toString();

type Signs = { readonly negative: string; readonly positive: string; readonly symbol?: string };

const signed = (value: number, places: number, culture: Culture, signs: Signs): string =>
  signedDigits(digitsOf(value), places, culture, signs);

function signedDigits(of: Digits, places: number, culture: Culture, signs: Signs): string {
  const [whole, behind] = fixedParts(of, places);
  const text = join(grouped(whole, culture.group), behind, culture);
  const isNegative = of.isNegative && /[1-9]/.test(text);
  const pattern = isNegative ? signs.negative : signs.positive;
  return pattern.replace(/[n$]/g, (sign) => (sign === 'n' ? text : (signs.symbol ?? '')));
}

const join = (whole: string, behind: string, { decimal }: Culture): string =>
  behind === '' ? whole : `${whole}${decimal}${behind}`;

/** What rounds to zero has no sign. */
const minus = (value: number, text: string): string => (value < 0 && /[1-9]/.test(text) ? `-${text}` : text);

type Scientific = { readonly culture: Culture; readonly least: number };

function scientific(of: Digits, places: number, { culture, least }: Scientific): string {
  const { digits, scale } = rounded(of, places + 1);
  const mantissa = join(digits.slice(0, 1) || '0', digits.slice(1).padEnd(places, '0'), culture);
  const exponent = digits === '' ? 0 : scale - 1;
  const sign = exponent < 0 ? '-' : '+';
  return `${of.isNegative ? '-' : ''}${mantissa}E${sign}${String(Math.abs(exponent)).padStart(least, '0')}`;
}

/** The shorter of fixed and scientific: `1E+16`, `0.0001`, `1E-05`. */
export function general(value: number, places: number | undefined, culture: Culture): string {
  const all = digitsOf(value);
  const most = places === undefined || places === 0 ? 15 : places;
  const of = Number.isSafeInteger(value) && !places ? all : rounded(all, most);
  if (of.digits === '') return '0';
  const exponent = of.scale - 1;
  const isWhole = Number.isSafeInteger(value) && !places;
  if (!isWhole && (exponent >= most || exponent <= -5))
    return scientific(of, of.digits.length - 1, { culture, least: 2 });
  const [whole, behind] = fixedParts(of, Math.max(0, of.digits.length - of.scale));
  return minus(value, join(whole, behind, culture));
}
