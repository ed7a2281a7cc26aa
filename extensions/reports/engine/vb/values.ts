/** The values of formulas: those of a sheet, and what only formulas have – moments, time spans and arrays. */
import type { SheetValue } from '#engine';

/** A DateTime without a time zone: milliseconds of the wall clock. */
export class Moment {
  readonly ms: number;

  constructor(ms: number) {
    if (!(ms >= leastMoment && ms <= mostMoment)) throw new VbError('DateTime out of range');
    this.ms = ms;
  }
}

/** A TimeSpan. */
export class Span {
  readonly ms: number;

  constructor(ms: number) {
    if (!(Math.abs(ms) <= mostSpan)) throw new VbError('TimeSpan out of range');
    this.ms = ms;
  }
}

export type FormulaValue = SheetValue | Moment | Span | readonly FormulaValue[];

/** What Visual Basic would throw; the text box shows #Error. */
export class VbError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VbError';
  }
}

const leastMoment = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000;
const mostMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const mostSpan = 922_337_203_685_477;

/** `DateTime.MinValue`, which Nothing is where a date is needed. */
export const minMoment = leastMoment;
export const maxMoment = mostMoment;

export const day = 86_400_000;

export const isArray = (value: FormulaValue): value is readonly FormulaValue[] => Array.isArray(value);

export const errorText = '#Error';

/** As long as a cell may be. */
export const longestText = 32_767;

/** Texts stop growing at the length of a cell; formulas could otherwise fill the memory. */
export const bounded = (text: string): string =>
  text.length > longestText ? text.slice(0, longestText) : text;

/** Members of an array; Split of a long text could otherwise make tens of thousands again and again. */
export const mostMembers = 10_000;

const isoShape = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?Z?$/;

/** A date or moment as data holds it; undefined for any other text. */
export function momentOf(text: string): Moment | undefined {
  if (text.length < 10 || text.charCodeAt(4) !== 45) return undefined;
  const match = isoShape.exec(text);
  if (!match) return undefined;
  const [, year, month, date, hour = 0, minute = 0, second = 0, fraction = ''] = match;
  return momentAt(
    [Number(year), Number(month), Number(date)],
    [Number(hour), Number(minute), Number(second)],
    Math.trunc(Number(`0.${fraction || 0}`) * 1000),
  );
}

/** Undefined where no calendar has it. */
export function momentAt(
  [year, month, date]: readonly [number, number, number],
  [hour, minute, second]: readonly [number, number, number] = [0, 0, 0],
  ms = 0,
): Moment | undefined {
  const at = utc(year, month, date);
  const found = new Date(at);
  const isReal =
    year >= 1 &&
    year <= 9999 &&
    found.getUTCMonth() === month - 1 &&
    found.getUTCDate() === date &&
    [hour, minute, second].every((one) => one >= 0) &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal ? new Moment(at + ((hour * 60 + minute) * 60 + second) * 1000 + ms) : undefined;
}

/** `Date.UTC` takes years below 100 for those of the last century. */
export function utc(year: number, month: number, date: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, date);
  return at.getTime();
}

/** As sheets and stores have it: a day where the time is midnight. */
export function sheetValue(value: FormulaValue): SheetValue {
  if (value instanceof Moment) {
    const text = new Date(value.ms).toISOString().slice(0, 19);
    return text.endsWith('T00:00:00') ? text.slice(0, 10) : text;
  }
  if (value instanceof Span) return spanText(value);
  // What an array gives in a text box.
  if (isArray(value)) return errorText;
  if (typeof value === 'number' && !Number.isFinite(value)) return numberName(value);
  return value;
}

export const numberName = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';

/** `TimeSpan.ToString()`: `[-][d.]hh:mm:ss[.fffffff]`. */
export function spanText({ ms }: Span): string {
  const left = Math.abs(ms);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(left / day);
  const rest = Math.round(left % 1000);
  const time = `${two((left % day) / 3_600_000)}:${two((left % 3_600_000) / 60_000)}:${two((left % 60_000) / 1000)}`;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}0000`;
  return `${ms < 0 ? '-' : ''}${days > 0 ? `${days}.` : ''}${time}${fraction}`;
}
