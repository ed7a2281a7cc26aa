/** Filter texts: as requests carry them, and as people type them into a list. */

import { type Day, dayRange } from '../text/dayRange.ts';
import { readNumber } from '../text/readNumber.ts';
import { canonicalMoment } from '../text/textKey.ts';

export type ParseFilter = (text: string, zone: string) => unknown;

/** The control of a filter, which also decides which texts are valid. */
export type FilterInput = 'text' | 'number' | 'whole' | 'flags' | 'day' | 'truth' | 'id' | 'written' | 'none';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimal = /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/;
const moment = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

const booleans = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

export const parseText: ParseFilter = (text) => text;
export const parseNothing: ParseFilter = () => undefined;
export const parseId: ParseFilter = (text) =>
  uuid.test(text.trim()) ? text.trim().toLowerCase() : undefined;
export const parseInteger: ParseFilter = (text) =>
  /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
/** A JSON number; undefined if it has more digits than a number can hold. */
export const parseNumber: ParseFilter = (text) =>
  decimal.test(text.trim()) ? readNumber(text, 'point')?.value : undefined;
export const parseBoolean: ParseFilter = (text) => booleans.get(text.trim().toLowerCase());
export const parseFlags: ParseFilter = (text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined);
export const parseDay: ParseFilter = (text) => (isCalendarDay(text.trim()) ? text.trim() : undefined);

/** For a date, the first moments of that day and the next in the time zone. */
export function parseMoment(text: string, zone: string): string | Day | undefined {
  const trimmed = text.trim();
  if (isCalendarDay(trimmed)) return dayRange(trimmed, zone);
  const [, day = ''] = moment.exec(trimmed) ?? [];
  return isCalendarDay(day) && !Number.isNaN(Date.parse(trimmed)) ? canonicalMoment(trimmed) : undefined;
}

export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
