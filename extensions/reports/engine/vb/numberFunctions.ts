/** Microsoft.VisualBasic.Conversion, System.Math and the financial functions. */
import { parseNumber, roundEven, shift, toNumber, toText, toWhole } from './convert.ts';
import { cultureOf } from './culture.ts';
import { general } from './formatNumber.ts';
import { define, type Functions, type Own, ofNumber, type Values, wholeAt } from './functionTypes.ts';
import { type FormulaValue, VbError } from './values.ts';

const english = cultureOf('en-US');

const ofTwo = (apply: (x: number, y: number) => number) =>
  define(2, 2, ([a = null, b = null], { culture }) => apply(toNumber(a, culture), toNumber(b, culture)));

const ways: readonly unknown[] = ['ToEven', 'AwayFromZero'];

/** Banker's rounding unless MidpointRounding.AwayFromZero, which is 1; it follows the digits or stands for them. */
function round(v: Values, own: Own): number {
  const value = toNumber(v[0] ?? null, own.culture);
  const [way, places] = ways.includes(v[1]) ? [v[1], 0] : [v[2], wholeAt(v, 1, 0, own)];
  if (places < 0 || places > 15) throw new VbError('Round takes 0 to 15 decimals');
  const isAway = ways.includes(way) ? way === 'AwayFromZero' : wholeAt(v, 2, 0, own) === 1;
  if (!isAway) return roundEven(value, places);
  const moved = shift(Math.abs(value), places);
  return Math.sign(value) * shift(Math.floor(Number((moved + 0.5).toPrecision(15))), -places);
}

const radix = (base: number) =>
  define(1, 1, ([value = null], { culture }) => {
    const whole = toWhole(value, culture, [-(2 ** 53), 2 ** 53]);
    return (whole < 0 ? whole + 2 ** 32 : whole).toString(base).toUpperCase();
  });

/** Both of the bare names and those of Math. */
const mathematical: Functions = {
  abs: ofNumber(Math.abs),
  ...{ acos: ofNumber(Math.acos), asin: ofNumber(Math.asin), atan: ofNumber(Math.atan) },
  ...{ cos: ofNumber(Math.cos), cosh: ofNumber(Math.cosh), exp: ofNumber(Math.exp) },
  ...{ sin: ofNumber(Math.sin), sinh: ofNumber(Math.sinh), sqrt: ofNumber(Math.sqrt) },
  ...{ tan: ofNumber(Math.tan), tanh: ofNumber(Math.tanh), log10: ofNumber(Math.log10) },
  ...{ ceiling: ofNumber(Math.ceil), floor: ofNumber(Math.floor), truncate: ofNumber(Math.trunc) },
  ...{ sign: ofNumber(Math.sign), atan2: ofTwo(Math.atan2), pow: ofTwo((x, y) => x ** y) },
  ...{ bigmul: ofTwo((x, y) => x * y), ieeeremainder: ofTwo((x, y) => x - y * roundEven(x / y, 0)) },
  log: define(1, 2, ([value = null, base], { culture }) => {
    const log = Math.log(toNumber(value, culture));
    return base === undefined ? log : log / Math.log(toNumber(base, culture));
  }),
  round: define(1, 3, round),
};

export const numberFunctions: Functions = {
  ...mathematical,
  ...Object.fromEntries(Object.entries(mathematical).map(([name, one]) => [`math.${name}`, one])),
  // Bare Max and Min are aggregates.
  ...{ 'math.max': ofTwo(Math.max), 'math.min': ofTwo(Math.min) },
  ...{ int: ofNumber(Math.floor), fix: ofNumber(Math.trunc), sgn: ofNumber(Math.sign) },
  ...{ hex: radix(16), oct: radix(8) },
  val: define(1, 1, ([value = null]) => val(value)),
  str: define(1, 1, ([value = null], { culture }) => {
    const number = toNumber(value, culture);
    return (number < 0 ? '' : ' ') + general(number, undefined, english);
  }),
  partition: define(4, 4, (v, own) => {
    const [number = 0, start = 0, stop = 0, interval = 0] = v.map((one) => toWhole(one, own.culture));
    if (start < 0 || stop <= start || interval < 1) throw new VbError('Partition');
    const length = String(stop + 1).length;
    const place = (text: string) => text.padStart(length);
    if (number < start) return `${place('')}:${place(String(start - 1))}`;
    if (number > stop) return `${place(String(stop + 1))}:${place('')}`;
    const low = start + Math.floor((number - start) / interval) * interval;
    return `${place(String(low))}:${place(String(Math.min(stop, low + interval - 1)))}`;
  }),
  pmt: financial(3, (rate, count, present, future, due) => payment({ rate, count, present, future, due })),
  fv: financial(3, (rate, count, paid, present, due) => futureValue({ rate, count, paid, present, due })),
  pv: financial(3, (rate, count, paid, future, due) => {
    if (rate === 0) return -(future + paid * count);
    const growth = (1 + rate) ** count;
    return -(future + (paid * (1 + rate * due) * (growth - 1)) / rate) / growth;
  }),
  nper: financial(3, (rate, paid, present, future, due) => {
    if (rate === 0) return -(present + future) / paid;
    const each = (paid * (1 + rate * due)) / rate;
    return Math.log((each - future) / (each + present)) / Math.log(1 + rate);
  }),
  sln: financial(3, (cost, salvage, life) => (cost - salvage) / life),
  syd: financial(
    4,
    (cost, salvage, life, period) => ((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1)),
  ),
};

/** What stands before the first letter that is no part of a number; blanks do not count. */
function val(value: FormulaValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? -1 : 0;
  const text = toText(value, english).slice(0, 400).replace(/\s+/g, '');
  const radixed = /^&[HO][0-9A-F]+/i.exec(text);
  if (radixed) return parseNumber(radixed[0], english) ?? 0;
  return Number(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[ed][-+]?\d{1,3})?/i.exec(text)?.[0].replace(/d/i, 'e') ?? 0);
}

type Money = (a: number, b: number, c: number, d: number, e: number) => number;

function financial(least: number, apply: Money) {
  return define(least, 5, (values, { culture }) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = values.map((one) => toNumber(one, culture));
    return apply(a, b, c, d, e);
  });
}

type Loan = { readonly rate: number; readonly count: number; readonly due: number };

function payment(loan: Loan & { readonly present: number; readonly future: number }): number {
  const { rate, count, present, future, due } = loan;
  if (rate === 0) return -(future + present) / count;
  const growth = (1 + rate) ** count;
  return (-(future + present * growth) * rate) / ((1 + rate * due) * (growth - 1));
}

function futureValue(loan: Loan & { readonly paid: number; readonly present: number }): number {
  const { rate, count, paid, present, due } = loan;
  if (rate === 0) return -(present + paid * count);
  const growth = (1 + rate) ** count;
  return -(present * growth + (paid * (1 + rate * due) * (growth - 1)) / rate);
}
