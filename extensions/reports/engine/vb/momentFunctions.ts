/** Microsoft.VisualBasic.DateAndTime, and what DateTime and TimeSpan have of their own. */
import { toMoment, toNumber, toText } from './convert.ts';
import {
  define,
  type FormulaFunction,
  type Functions,
  type Own,
  textAt,
  type Values,
  wholeAt,
} from './functionTypes.ts';
import { parseMoment } from './parseMoment.ts';
import { day, Moment, maxMoment, minMoment, momentAt, momentOf, Span, utc, VbError } from './values.ts';

const part = (of: (at: Date) => number): FormulaFunction =>
  define(1, 1, ([value = null], { culture }) => of(new Date(toMoment(value, culture).ms)));

const momentNow = ({ now }: Own): Moment => momentOf(now) ?? new Moment(minMoment);
const dayNow = ({ today }: Own): Moment => momentOf(today) ?? new Moment(minMoment);

const span = (unit: number): FormulaFunction =>
  define(1, 1, ([value = null], { culture }) => new Span(Math.round(toNumber(value, culture) * unit)));

export const momentFunctions: Functions = {
  now: define(0, 0, (_, own) => momentNow(own)),
  today: define(0, 0, (_, own) => dayNow(own)),
  timeofday: define(
    0,
    0,
    (_, own) => new Moment(minMoment + (momentNow(own).ms - dayStart(momentNow(own).ms))),
  ),
  'datetime.now': define(0, 0, (_, own) => momentNow(own)),
  'datetime.today': define(0, 0, (_, own) => dayNow(own)),
  'datetime.minvalue': define(0, 0, () => new Moment(minMoment)),
  'datetime.maxvalue': define(0, 0, () => new Moment(maxMoment)),
  'datetime.parse': define(1, 1, ([value = null], { culture }) => toMoment(toText(value, culture), culture)),
  'datetime.daysinmonth': define(2, 2, (v, own) => {
    const month = wholeAt(v, 1, 0, own);
    if (month < 1 || month > 12) throw new VbError('No month');
    return daysIn(wholeAt(v, 0, 1, own), month);
  }),
  'datetime.isleapyear': define(1, 1, (v, own) => daysIn(wholeAt(v, 0, 1, own), 2) === 29),
  'new datetime': define(3, 7, (v, own) => {
    const [y = 1, m = 1, d = 1, h = 0, n = 0, s = 0, ms = 0] = v.map((_, at) => wholeAt(v, at, 0, own));
    const made = momentAt([y, m, d], [h, n, s], ms);
    if (!made) throw new VbError('No date');
    return made;
  }),
  'new timespan': define(3, 5, (v, own) => {
    const whole = v.map((_, at) => wholeAt(v, at, 0, own));
    const [d = 0, h = 0, n = 0, s = 0, ms = 0] = whole.length === 3 ? [0, ...whole] : whole;
    return new Span(d * day + h * 3_600_000 + n * 60_000 + s * 1000 + ms);
  }),
  ...{ 'timespan.fromdays': span(day), 'timespan.fromhours': span(3_600_000) },
  ...{ 'timespan.fromminutes': span(60_000), 'timespan.fromseconds': span(1000) },
  ...{ 'timespan.frommilliseconds': span(1), 'timespan.zero': define(0, 0, () => new Span(0)) },
  ...{ year: part((at) => at.getUTCFullYear()), month: part((at) => at.getUTCMonth() + 1) },
  ...{ day: part((at) => at.getUTCDate()), hour: part((at) => at.getUTCHours()) },
  ...{ minute: part((at) => at.getUTCMinutes()), second: part((at) => at.getUTCSeconds()) },
  weekday: define(1, 2, (v, own) => weekday(toMoment(v[0] ?? null, own.culture).ms, firstDay(v, 1, own))),
  weekdayname: define(1, 3, (v, own) => {
    const number = wholeAt(v, 0, 0, own);
    if (number < 1 || number > 7) throw new VbError('No weekday');
    const { days, shortDays } = own.culture;
    return (v[1] === true ? shortDays : days)[(number - 1 + firstDay(v, 2, own) - 1) % 7] ?? '';
  }),
  monthname: define(1, 2, (v, own) => {
    const { months, shortMonths } = own.culture;
    const name = (v[1] === true ? shortMonths : months)[wholeAt(v, 0, 0, own) - 1];
    if (name === undefined) throw new VbError('No month');
    return name;
  }),
  dateadd: define(3, 3, (v, own) => {
    const number = Math.trunc(toNumber(v[1] ?? null, own.culture));
    return added(toMoment(v[2] ?? null, own.culture), intervalOf(textAt(v, 0, own)), number);
  }),
  datediff: define(3, 5, (v, own) => {
    const [from, to] = [toMoment(v[1] ?? null, own.culture), toMoment(v[2] ?? null, own.culture)];
    return difference(intervalOf(textAt(v, 0, own)), [from.ms, to.ms], firstDay(v, 3, own));
  }),
  datepart: define(2, 4, (v, own) =>
    partOf(intervalOf(textAt(v, 0, own)), toMoment(v[1] ?? null, own.culture).ms, {
      first: firstDay(v, 2, own),
      rule: wholeAt(v, 3, 1, own),
    }),
  ),
  dateserial: define(3, 3, (v, own) => {
    const [year, month, date] = [wholeAt(v, 0, 0, own), wholeAt(v, 1, 0, own), wholeAt(v, 2, 0, own)];
    const full =
      year < 0
        ? new Date(dayNow(own).ms).getUTCFullYear() + year
        : year < 30
          ? 2000 + year
          : year < 100
            ? 1900 + year
            : year;
    return new Moment(utc(full, month, date));
  }),
  timeserial: define(3, 3, (v, own) => {
    const [h, m, s] = [wholeAt(v, 0, 0, own), wholeAt(v, 1, 0, own), wholeAt(v, 2, 0, own)];
    return new Moment(Math.max(minMoment, minMoment + ((h * 60 + m) * 60 + s) * 1000));
  }),
  datevalue: define(1, 1, ([value = null], { culture }) => new Moment(dayStart(toMoment(value, culture).ms))),
  timevalue: define(1, 1, ([value = null], { culture }) => {
    const { ms } = toMoment(value, culture);
    return new Moment(minMoment + (ms - dayStart(ms)));
  }),
  isdate: define(1, 1, ([value = null], { culture }) =>
    value instanceof Moment ? true : typeof value === 'string' && parseMoment(value, culture) !== undefined,
  ),
};

export const dayStart = (ms: number): number => Math.floor(ms / day) * day;

const daysIn = (year: number, month: number): number => new Date(utc(year, month + 1, 0)).getUTCDate();

/** 1 is Sunday; 0, the system's own, is so here too. */
const firstDay = (v: Values, at: number, own: Own): number => wholeAt(v, at, 1, own) || 1;

const weekday = (ms: number, first: number): number => ((new Date(ms).getUTCDay() + 1 - first + 7) % 7) + 1;

function intervalOf(text: string): string {
  const low = text.toLowerCase();
  if (!['yyyy', 'q', 'm', 'y', 'd', 'w', 'ww', 'h', 'n', 's'].includes(low)) throw new VbError('No interval');
  return low;
}

const units: Readonly<Record<string, number>> = {
  ...{ y: day, d: day, w: day, ww: 7 * day, h: 3_600_000, n: 60_000, s: 1000 },
};

/** Months end where they end: a month after 31 January is the last of February. */
export function addMonths({ ms }: Moment, months: number): Moment {
  const at = new Date(ms);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() + months;
  const [year, index] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const date = Math.min(at.getUTCDate(), daysIn(year, index + 1));
  return new Moment(utc(year, index + 1, date) + (ms - dayStart(ms)));
}

function added(moment: Moment, interval: string, number: number): Moment {
  const months = { yyyy: 12, q: 3, m: 1 }[interval];
  return months === undefined
    ? new Moment(moment.ms + number * (units[interval] ?? 0))
    : addMonths(moment, number * months);
}

function difference(interval: string, [from, to]: readonly [number, number], first: number): number {
  const [a, b] = [new Date(from), new Date(to)];
  const years = b.getUTCFullYear() - a.getUTCFullYear();
  const quarter = (at: Date) => Math.floor(at.getUTCMonth() / 3);
  if (interval === 'yyyy') return years;
  if (interval === 'm') return years * 12 + b.getUTCMonth() - a.getUTCMonth();
  if (interval === 'q') return years * 4 + quarter(b) - quarter(a);
  if (interval === 'w') return Math.trunc(Math.trunc((to - from) / day) / 7) + 0;
  if (interval !== 'ww') return Math.trunc((to - from) / (units[interval] ?? 1)) + 0;
  const weekStart = (ms: number) => ms - (weekday(ms, first) - 1) * day;
  return Math.trunc(Math.trunc((weekStart(to) - weekStart(from)) / day) / 7) + 0;
}

type Weeks = { readonly first: number; readonly rule: number };

function partOf(interval: string, ms: number, weeks: Weeks): number {
  const at = new Date(ms);
  const yearStart = utc(at.getUTCFullYear(), 1, 1);
  switch (interval) {
    case 'yyyy':
      return at.getUTCFullYear();
    case 'q':
      return Math.floor(at.getUTCMonth() / 3) + 1;
    case 'm':
      return at.getUTCMonth() + 1;
    case 'y':
      return (dayStart(ms) - yearStart) / day + 1;
    case 'd':
      return at.getUTCDate();
    case 'w':
      return weekday(ms, weeks.first);
    case 'ww':
      return weekOf(dayStart(ms), weeks);
    case 'h':
      return at.getUTCHours();
    case 'n':
      return at.getUTCMinutes();
    default:
      return at.getUTCSeconds();
  }
}

/** FirstWeekOfYear: 1 the week of 1 January, 2 the first with four days of the year, 3 the first full one. */
function weekOf(ms: number, { first, rule }: Weeks): number {
  const least = { 2: 4, 3: 7 }[rule] ?? 1;
  const year = new Date(ms).getUTCFullYear();
  const startOf = (one: number) => {
    const jan = utc(one, 1, 1);
    const offset = weekday(jan, first) - 1;
    return 7 - offset >= least ? jan - offset * day : jan + (7 - offset) * day;
  };
  const start = startOf(year);
  const from = ms < start ? startOf(year - 1) : start;
  return Math.floor((ms - from) / (7 * day)) + 1;
}
