/** The texts of filters: as a request carries them, and as people type them into a list. */

import { type Day, dayRange } from '../text/dayRange.ts';
import { readNumber } from '../text/readNumber.ts';
import { canonicalMoment } from '../text/textKey.ts';

export type ParseFilter = (text: string, zone: string) => unknown;

/** Which control a filter has, and which texts can be its value at all. */
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
/** As JSON writes it; more digits than a number keeps would ask for another number. */
export const parseNumber: ParseFilter = (text) =>
  decimal.test(text.trim()) ? readNumber(text, 'point')?.value : undefined;
export const parseBoolean: ParseFilter = (text) => booleans.get(text.trim().toLowerCase());
export const parseFlags: ParseFilter = (text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined);
export const parseDay: ParseFilter = (text) => (isCalendarDay(text.trim()) ? text.trim() : undefined);

/** A day asked of a moment gives its first moment and that of the next, by the clock of the zone. */
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
