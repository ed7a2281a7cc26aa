/** The functions of formulas over values that are there. */
import type { SheetValue } from '#engine';
import { formatValue, type Speaking, textIn } from './formatValue.ts';
import { numberOf, textOf } from './formulaOperators.ts';

type Own = Speaking & { readonly today: string; readonly now: string };
type FormulaFunction = (values: readonly SheetValue[], saying: Own) => SheetValue;

const number =
  (apply: (x: number, y: number) => number): FormulaFunction =>
  ([a = null, b = null]) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    return x === undefined || y === undefined ? null : apply(x, y);
  };

const text =
  (apply: (text: string, a: SheetValue, b: SheetValue) => SheetValue): FormulaFunction =>
  ([value = null, a = null, b = null]) =>
    apply(textOf(value), a, b);

/** A part of a day that is written as it is stored. */
const part =
  (from: number, to: number): FormulaFunction =>
  ([value = null]) => {
    const written = /^\d{4}-\d\d-\d\d/.test(textOf(value)) ? Number(textOf(value).slice(from, to)) : null;
    return written;
  };

const formatted =
  (letter: string, usual: number): FormulaFunction =>
  ([value = null, decimals = usual], saying) =>
    formatValue(value, `${letter}${Number(decimals)}`, saying);

export const formulaFunctions: Readonly<Record<string, FormulaFunction>> = {
  choose: ([place = null, ...values]) => values[Number(place) - 1] ?? null,
  isnothing: ([value = null]) => value === null || value === '',
  isnumeric: ([value = null]) => value !== null && numberOf(value) !== undefined,
  format: ([value = null, code = null], saying) => formatValue(value, textOf(code), saying),
  formatnumber: formatted('N', 2),
  formatcurrency: formatted('C', 2),
  formatpercent: formatted('P', 2),
  formatdatetime: ([value = null], saying) => formatValue(value, 'd', saying),
  cstr: ([value = null], { locale }) => textIn(value, locale),
  cint: number((x) => Math.round(x)),
  cdbl: number((x) => x),
  cdec: number((x) => x),
  val: number((x) => x),
  cdate: text((value) => value),
  cbool: ([value = null]) => value === true || value === 'true' || (numberOf(value) ?? 0) !== 0,
  len: text((value) => value.length),
  left: text((value, count) => value.slice(0, Math.max(0, Number(count)))),
  right: text((value, count) => (Number(count) > 0 ? value.slice(-Number(count)) : '')),
  mid: text((value, start, count) =>
    value.slice(Number(start) - 1, count === null ? undefined : Number(start) - 1 + Number(count)),
  ),
  trim: text((value) => value.trim()),
  ucase: text((value) => value.toUpperCase()),
  lcase: text((value) => value.toLowerCase()),
  replace: text(replaced),
  instr: text((value, part) => value.toLowerCase().indexOf(textOf(part).toLowerCase()) + 1),
  round: number((x, decimals) => Number(x.toFixed(Math.min(10, Math.max(0, decimals))))),
  abs: number((x) => Math.abs(x)),
  int: number((x) => Math.floor(x)),
  fix: number((x) => Math.trunc(x)),
  floor: number((x) => Math.floor(x)),
  ceiling: number((x) => Math.ceil(x)),
  year: part(0, 4),
  month: part(5, 7),
  day: part(8, 10),
  monthname: ([value = null], { locale }) => {
    const month = Number(value);
    if (!(month >= 1 && month <= 12)) return null;
    return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2000, month - 1, 1)),
    );
  },
  now: (_, { now }) => now,
  today: (_, { today }) => today,
};

const longest = 32_767;

/** Only as long as a cell may be: replacing again and again would grow a text without end. */
function replaced(value: string, what: SheetValue, by: SheetValue): string {
  const found = textOf(what);
  if (found === '') return value;
  const other = textOf(by);
  let [written, at] = ['', 0];
  for (let next = value.indexOf(found); next >= 0 && written.length < longest; ) {
    written += value.slice(at, next) + other;
    at = next + found.length;
    next = value.indexOf(found, at);
  }
  return (written + value.slice(at)).slice(0, longest);
}
