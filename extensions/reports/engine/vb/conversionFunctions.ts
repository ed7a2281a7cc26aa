/** Conversions on demand, tests of types, and Format with its kin. */
import { anyFormat, vbFormat } from './anyFormat.ts';
import { parseNumber, toArray, toBoolean, toMoment, toNumber, toText, toWhole } from './convert.ts';
import type { Culture } from './culture.ts';
import {
  define,
  type FormulaFunction,
  type Functions,
  type Own,
  textAt,
  type Values,
  wholeAt,
} from './functionTypes.ts';
import { day, type FormulaValue, isArray, Moment, VbError } from './values.ts';

const whole = (least: number, most: number): FormulaFunction =>
  define(1, 1, ([value = null], { culture }) => toWhole(value, culture, [least, most]));

const [cint, clng, cshort, cbyte] = [
  whole(-(2 ** 31), 2 ** 31 - 1),
  whole(-(2 ** 63), 2 ** 63),
  whole(-(2 ** 15), 2 ** 15 - 1),
  whole(0, 255),
];
const number = define(1, 1, ([value = null], { culture }) => toNumber(value, culture));
const text = define(1, 1, ([value = null], { culture }) => toText(value, culture));
const flag = define(1, 1, ([value = null], { culture }) => toBoolean(value, culture));
const moment = define(1, 1, ([value = null], { culture }) => toMoment(value, culture));
const same = define(1, 1, ([value = null]) => value);

/** TriState: True is -1, False 0; -2 is as the language has it. */
const isOn = (v: Values, at: number, own: Own, usual: boolean): boolean => {
  const value = v[at];
  if (value === undefined || value === null) return usual;
  const found = typeof value === 'boolean' ? (value ? -1 : 0) : wholeAt(v, at, -2, own);
  return found === -2 ? usual : found === -1;
};

/** FormatNumber(value, decimals, leading zero, brackets for less than 0, groups). */
const formatted = (letter: 'N' | 'C' | 'P'): FormulaFunction =>
  define(1, 5, (v, own) => {
    const value = toNumber(v[0] ?? null, own.culture);
    const places = wholeAt(v, 1, -1, own);
    if (places > 99) throw new VbError('Too many decimals');
    const hasBrackets = isOn(v, 3, own, letter === 'C' && own.culture.negativeCurrency.startsWith('('));
    const shown = anyFormat(Math.abs(value), `${letter}${places < 0 ? 2 : places}`, own.culture);
    const hasGroups = isOn(v, 4, own, true);
    const bare = hasGroups ? shown : shown.replaceAll(own.culture.group, '');
    const led = isOn(v, 2, own, true)
      ? bare
      : bare.replace(new RegExp(`(^|[^0-9])0(?=\\${own.culture.decimal})`), '$1');
    if (value >= 0 || !/[1-9]/.test(led)) return led;
    return hasBrackets ? `(${led})` : `-${led}`;
  });

/** DateFormat: 0 as it is, 1 long day, 2 short day, 3 long time, 4 hours and minutes of 24. */
const dateCodes = ['', 'D', 'd', 'T', 'HH:mm'];

export const conversionFunctions: Functions = {
  ...{ cint, clng, cshort, cbyte, csbyte: whole(-128, 127), cushort: whole(0, 65_535) },
  ...{ cuint: whole(0, 2 ** 32 - 1), culng: whole(0, 2 ** 64), cdbl: number, csng: number, cdec: number },
  ...{ cstr: text, cbool: flag, cdate: moment, cobj: same, cvdate: moment },
  cchar: define(1, 1, (v, own) => textAt(v, 0, own).slice(0, 1)),
  ...{ 'convert.toint32': cint, 'convert.toint64': clng, 'convert.toint16': cshort, 'convert.tobyte': cbyte },
  ...{ 'convert.todouble': number, 'convert.todecimal': number, 'convert.tosingle': number },
  ...{ 'convert.tostring': text, 'convert.toboolean': flag, 'convert.todatetime': moment },
  ...{ 'integer.parse': cint, 'int32.parse': cint, 'long.parse': clng, 'int64.parse': clng },
  ...{ 'double.parse': number, 'decimal.parse': number, 'single.parse': number, 'boolean.parse': flag },
  isnothing: define(1, 1, ([value = null]) => value === null),
  isdbnull: define(1, 1, ([value = null]) => value === null),
  isnumeric: define(1, 1, ([value = null], { culture }) => isNumeric(value, culture)),
  isarray: define(1, 1, ([value = null]) => isArray(value)),
  ubound: define(1, 1, ([value = null]) => toArray(value).length - 1),
  lbound: define(1, 1, ([value = null]) => (toArray(value), 0)),
  'array.indexof': define(2, 2, ([list = null, sought = null]) => toArray(list).indexOf(sought)),
  format: define(1, 2, (v, own) =>
    vbFormat(v[0] ?? null, v[1] === undefined ? '' : textAt(v, 1, own), own.culture),
  ),
  formatnumber: formatted('N'),
  formatcurrency: formatted('C'),
  formatpercent: formatted('P'),
  formatdatetime: define(1, 2, (v, own) => {
    const value = toMoment(v[0] ?? null, own.culture);
    const code = dateCodes[wholeAt(v, 1, 0, own)];
    if (code === undefined) throw new VbError('No DateFormat');
    return code === '' ? generalDate(value, own.culture) : anyFormat(value, code, own.culture);
  }),
  typename: define(1, 1, ([value = null]) => typeName(value)),
  rgb: define(3, 3, (v, own) => {
    const [r, g, b] = [0, 1, 2].map((at) => Math.min(255, Math.max(0, wholeAt(v, at, 0, own)))) as [
      number,
      number,
      number,
    ];
    return r + g * 256 + b * 65_536;
  }),
};

const generalDate = (value: Moment, culture: Culture): string =>
  value.ms % day === 0 ? anyFormat(value, 'd', culture) : anyFormat(value, 'G', culture);

const isNumeric = (value: FormulaValue, culture: Culture): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && parseNumber(value, culture) !== undefined);

function typeName(value: FormulaValue): string {
  if (value === null) return 'Nothing';
  if (value instanceof Moment) return 'Date';
  if (isArray(value)) return 'Object()';
  if (typeof value === 'object') return 'TimeSpan';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Double';
  return typeof value === 'string' ? 'String' : 'Boolean';
}
