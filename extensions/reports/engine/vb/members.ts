/** Properties and methods of values: `.Substring(1)`, `.AddDays(7)`, `.TotalHours`, `.ToString("N2")`. */
import { inTable } from '../inTable.ts';
import { anyFormat } from './anyFormat.ts';
import { order } from './compare.ts';
import { asText, toMoment, toNumber, toSpan, toText } from './convert.ts';
import { type Own, textAt, type Values, wholeAt } from './functionTypes.ts';
import { addMonths, dayStart } from './momentFunctions.ts';
import { replaced, splitText } from './textFunctions.ts';
import {
  bounded,
  day,
  type FormulaValue,
  isArray,
  longestText,
  Moment,
  Span,
  utc,
  VbError,
} from './values.ts';

export function memberOf(value: FormulaValue, name: string, values: Values, own: Own): FormulaValue {
  if (name === 'hasvalue') return value !== null;
  if (name === 'value') return value;
  if (value === null) throw new VbError('Nothing has no members');
  const common = inTable(commonMembers, name);
  if (common) return common(value, values, own);
  const found = memberFor(value, name);
  if (!found) throw new VbError(`No member ${name}`);
  return found(values, own);
}

type Common = (value: FormulaValue, values: Values, own: Own) => FormulaValue;

const commonMembers: Readonly<Record<string, Common>> = {
  tostring: (value, v, own) =>
    v.length === 0 ? asText(value, own.culture) : anyFormat(value, textAt(v, 0, own), own.culture),
  equals: (value, [other = null], own) => order(value, other, own.culture) === 0,
  compareto: (value, [other = null], own) => Math.sign(order(value, other, own.culture)),
};

type Member = (values: Values, own: Own) => FormulaValue;

function memberFor(value: FormulaValue, name: string): Member | undefined {
  const of =
    typeof value === 'string'
      ? inTable(textMembers, name)?.bind(undefined, value)
      : value instanceof Moment
        ? inTable(momentMembers, name)?.bind(undefined, value)
        : value instanceof Span
          ? inTable(spanMembers, name)?.bind(undefined, value)
          : isArray(value)
            ? inTable(arrayMembers, name)?.bind(undefined, value)
            : undefined;
  return of;
}

function cut(text: string, from: number, count = text.length - from): string {
  if (from < 0 || count < 0 || from + count > text.length) throw new VbError('Out of the text');
  return text.slice(from, from + count);
}

const count = (v: Values, at: number, own: Own): number | undefined =>
  v[at] === undefined ? undefined : wholeAt(v, at, 0, own);

/** The letters that are trimmed; without any, blanks. */
function trimmed(text: string, v: Values, own: Own, [atStart, atEnd]: readonly [boolean, boolean]): string {
  const letters = new Set(v.flatMap((_, at) => [...textAt(v, at, own)]));
  const isCut = (letter: string) => (letters.size === 0 ? /\s/.test(letter) : letters.has(letter));
  let [from, to] = [0, text.length];
  while (atStart && from < to && isCut(text[from] as string)) from += 1;
  while (atEnd && to > from && isCut(text[to - 1] as string)) to -= 1;
  return text.slice(from, to);
}

const padding = (v: Values, own: Own): readonly [number, string] => [
  Math.min(longestText, wholeAt(v, 0, 0, own)),
  v[1] === undefined ? ' ' : textAt(v, 1, own).slice(0, 1),
];

const textMembers: Readonly<Record<string, (text: string, v: Values, own: Own) => FormulaValue>> = {
  length: (text) => text.length,
  chars: (text, v, own) => cut(text, wholeAt(v, 0, 0, own), 1),
  substring: (text, v, own) => cut(text, wholeAt(v, 0, 0, own), count(v, 1, own)),
  remove: (text, v, own) => {
    const from = wholeAt(v, 0, 0, own);
    const gone = cut(text, from, count(v, 1, own));
    return text.slice(0, from) + text.slice(from + gone.length);
  },
  insert: (text, v, own) => {
    const at = wholeAt(v, 0, 0, own);
    return bounded(cut(text, 0, at) + textAt(v, 1, own) + text.slice(at));
  },
  contains: (text, v, own) => text.includes(textAt(v, 0, own)),
  startswith: (text, v, own) => text.startsWith(textAt(v, 0, own)),
  endswith: (text, v, own) => text.endsWith(textAt(v, 0, own)),
  indexof: (text, v, own) => text.indexOf(textAt(v, 0, own), wholeAt(v, 1, 0, own)),
  lastindexof: (text, v, own) => text.lastIndexOf(textAt(v, 0, own)),
  padleft: (text, v, own) => text.padStart(...padding(v, own)),
  padright: (text, v, own) => text.padEnd(...padding(v, own)),
  replace: (text, v, own) => {
    const found = textAt(v, 0, own);
    if (found === '') throw new VbError('Nothing to replace');
    return replaced(text, [found, textAt(v, 1, own)], { most: -1, isAny: false });
  },
  split: (text, v, own) => splitText(text, [...textAt(v, 0, own)]),
  tolower: (text) => bounded(text.toLowerCase()),
  toupper: (text) => bounded(text.toUpperCase()),
  tolowerinvariant: (text) => bounded(text.toLowerCase()),
  toupperinvariant: (text) => bounded(text.toUpperCase()),
  trim: (text, v, own) => trimmed(text, v, own, [true, true]),
  trimstart: (text, v, own) => trimmed(text, v, own, [true, false]),
  trimend: (text, v, own) => trimmed(text, v, own, [false, true]),
};

type MomentMember = (moment: Moment, v: Values, own: Own) => FormulaValue;

const adding =
  (unit: number): MomentMember =>
  ({ ms }, v, { culture }) =>
    new Moment(ms + Math.round(toNumber(v[0] ?? null, culture) * unit));

const shown =
  (code: string): MomentMember =>
  (moment, _, { culture }) =>
    anyFormat(moment, code, culture);

const dateOf =
  (of: (at: Date) => number): MomentMember =>
  ({ ms }) =>
    of(new Date(ms));

const momentMembers: Readonly<Record<string, MomentMember>> = {
  ...{ adddays: adding(day), addhours: adding(3_600_000), addminutes: adding(60_000) },
  ...{ addseconds: adding(1000), addmilliseconds: adding(1) },
  addmonths: (moment, v, own) => addMonths(moment, wholeAt(v, 0, 0, own)),
  addyears: (moment, v, own) => addMonths(moment, 12 * wholeAt(v, 0, 0, own)),
  add: ({ ms }, [span = null]) => new Moment(ms + toSpan(span).ms),
  subtract: ({ ms }, [other = null], { culture }) =>
    other instanceof Span ? new Moment(ms - other.ms) : new Span(ms - toMoment(other, culture).ms),
  ...{ year: dateOf((at) => at.getUTCFullYear()), month: dateOf((at) => at.getUTCMonth() + 1) },
  ...{ day: dateOf((at) => at.getUTCDate()), hour: dateOf((at) => at.getUTCHours()) },
  ...{ minute: dateOf((at) => at.getUTCMinutes()), second: dateOf((at) => at.getUTCSeconds()) },
  ...{ millisecond: dateOf((at) => at.getUTCMilliseconds()), dayofweek: dateOf((at) => at.getUTCDay()) },
  dayofyear: ({ ms }) => (dayStart(ms) - utc(new Date(ms).getUTCFullYear(), 1, 1)) / day + 1,
  date: ({ ms }) => new Moment(dayStart(ms)),
  timeofday: ({ ms }) => new Span(ms - dayStart(ms)),
  ...{ toshortdatestring: shown('d'), tolongdatestring: shown('D') },
  ...{ toshorttimestring: shown('t'), tolongtimestring: shown('T') },
  tooadate: ({ ms }) => (ms - utc(1899, 12, 30)) / day,
};

type SpanMember = (span: Span, v: Values) => FormulaValue;

const inUnits =
  (unit: number): SpanMember =>
  ({ ms }) =>
    ms / unit;

/** Less than nothing it counts towards zero; a minus zero is none. */
const within =
  (unit: number, above: number): SpanMember =>
  ({ ms }) =>
    Math.trunc((ms % above) / unit) + 0;

const spanMembers: Readonly<Record<string, SpanMember>> = {
  days: ({ ms }) => Math.trunc(ms / day) + 0,
  ...{ hours: within(3_600_000, day), minutes: within(60_000, 3_600_000), seconds: within(1000, 60_000) },
  ...{ milliseconds: within(1, 1000), totaldays: inUnits(day), totalhours: inUnits(3_600_000) },
  ...{ totalminutes: inUnits(60_000), totalseconds: inUnits(1000), totalmilliseconds: inUnits(1) },
  add: ({ ms }, [other = null]) => new Span(ms + toSpan(other).ms),
  subtract: ({ ms }, [other = null]) => new Span(ms - toSpan(other).ms),
  negate: ({ ms }) => new Span(-ms),
  duration: ({ ms }) => new Span(Math.abs(ms)),
};

/** One of several; also of a text its letter. */
export function itemAt(value: FormulaValue, place: FormulaValue, own: Own): FormulaValue {
  const at = wholeAt([place], 0, 0, own);
  const item = isArray(value) ? value[at] : toText(value, own.culture)[at];
  if (item === undefined) throw new VbError('No member there');
  return item;
}

const arrayMembers: Readonly<
  Record<string, (list: readonly FormulaValue[], v: Values, own: Own) => FormulaValue>
> = {
  length: (list) => list.length,
  count: (list) => list.length,
  getvalue: (list, v, own) => itemAt(list, v[0] ?? null, own),
  getupperbound: (list) => list.length - 1,
  contains: (list, [sought = null]) => list.includes(sought),
};

/** Every name that some value has; any other is told when a definition is read. */
export const memberNames: ReadonlySet<string> = new Set([
  ...['hasvalue', 'value'],
  ...[commonMembers, textMembers, momentMembers, spanMembers, arrayMembers].flatMap((one) =>
    Object.keys(one),
  ),
]);
