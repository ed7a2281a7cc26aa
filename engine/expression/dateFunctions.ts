import type { FunctionCall } from './Evaluation.ts';
import { booleanType, type ExpressionType, type FunctionRecord, needs, numberType } from './functionTypes.ts';
import { addDays, addMonths, daysBetween, type IsoDate, readIsoDate } from './isoDate.ts';
import { nextTime } from './nextTime.ts';

/** A date comparison that holds while either date is missing, so that checks do not fire on an empty form. */
function comparing(name: string, holds: (a: number, b: number) => boolean, help: string): FunctionRecord {
  return {
    name,
    parameters: [needs('a', 'date'), needs('b', 'date')],
    result: booleanType,
    evaluate: ([a, b], call) => {
      const left = dateOf(a, call);
      const right = dateOf(b, call);
      return left === undefined || right === undefined || holds(left.moment, right.moment);
    },
    help: `${help} Also true while one of them is missing.`,
  };
}

/** The clocks of two people who mean the same day may differ by this much. */
const tolerance = 12 * 3_600_000;

type Move = (date: IsoDate, count: number) => string | undefined;

/** Moves a date; missing if the date or the count is missing. */
function moving(name: string, move: Move, help: string): FunctionRecord {
  return {
    name,
    parameters: [needs('date', 'date'), needs('count', 'number')],
    result: ([date]) => dateTypeOf(date),
    evaluate: ([given, count], call) => {
      const date = dateOf(given, call);
      if (date === undefined || count === undefined || count === null) return undefined;
      if (typeof count !== 'number' || !Number.isInteger(count))
        return call.fail('T0410', 'Give a whole number to add to the date.');
      return move(date, count) ?? call.fail('date.range');
    },
    help,
  };
}

/** Dates are texts: 2026-01-31, or 2026-01-31T10:00:00Z with a time. */
export const dateFunctions: readonly FunctionRecord[] = [
  comparing('after', (a, b) => a > b, 'True when the first date is later than the second.'),
  comparing('before', (a, b) => a < b, 'True when the first date is earlier than the second.'),
  comparing('onOrAfter', (a, b) => a >= b, 'True when the first date is not earlier than the second.'),
  comparing('onOrBefore', (a, b) => a <= b, 'True when the first date is not later than the second.'),
  comparing(
    'laterThan',
    (a, b) => a > b - tolerance,
    'True when the first date is later than the second, give or take twelve hours: equal days will do.',
  ),
  comparing(
    'earlierThan',
    (a, b) => a < b + tolerance,
    'True when the first date is earlier than the second, give or take twelve hours: equal days will do.',
  ),
  moving('addDays', addDays, 'The date so many days later; earlier when negative.'),
  moving('addMonths', addMonths, 'The same day so many months later, or the last day of a shorter month.'),
  {
    name: 'daysBetween',
    parameters: [needs('from', 'date'), needs('to', 'date')],
    result: numberType,
    evaluate: ([from, to], call) => {
      const start = dateOf(from, call);
      const end = dateOf(to, call);
      return start && end ? daysBetween(start, end) : undefined;
    },
    help: 'Calendar days from the first date to the second; negative when the second is earlier.',
  },
  {
    name: 'nextTime',
    parameters: [
      needs('start', 'date'),
      needs('every', 'text'),
      needs('zone', 'text'),
      needs('after', 'date'),
    ],
    result: { kind: 'datetime' },
    evaluate: ([start, every, zone, after], call) => {
      const [from, since] = [dateOf(start, call), dateOf(after, call)];
      if (!from || !since || typeof every !== 'string' || typeof zone !== 'string') return undefined;
      const moment = (date: IsoDate) => new Date(date.moment).toISOString();
      return nextTime({ start: moment(from), every, zone }, moment(since));
    },
    help: 'The first time after a moment of what began then and recurs each day, week, month or quarter, at the same time of day in the zone. Nothing while one of them is missing.',
  },
];

function dateOf(value: unknown, call: FunctionCall): IsoDate | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const date = typeof value === 'string' ? readIsoDate(value) : undefined;
  return date ?? call.fail('date.invalid');
}

function dateTypeOf(type: ExpressionType | undefined): ExpressionType {
  return type?.kind === 'datetime' ? type : { kind: 'date' };
}
