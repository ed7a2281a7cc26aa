/** Tests of declared text formats; the same functions run on the server and in the browser. */

import { isEmail } from './email.ts';
import { isPhone } from './phone.ts';
import { isPlace } from './place.ts';
import { isPostalCode, normalPostalCode } from './postalCode.ts';
import { isSignature } from './signature.ts';
import { isTime } from './timeOfDay.ts';

/** By JSON Schema name. `multiline` only selects a widget, so it has no test. */
export const formats = {
  date: isDay,
  'date-time': isMoment,
  uuid: (text: string) => uuid.test(text),
  email: isEmail,
  phone: isPhone,
  'postal-code': isPostalCode,
  uri: isAddress,
  'time-local': isTime,
  place: isPlace,
  signature: isSignature,
} satisfies Record<string, (text: string) => boolean>;

/** Normalizers by format: the spelling that is stored and searched. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  'postal-code': normalPostalCode,
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A valid calendar day: not 30 February. */
function isDay(text: string): boolean {
  const parts = day.exec(text);
  if (!parts) return false;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month);
}

function isMoment(text: string): boolean {
  const isWritten = text[10] === 'T' && isDay(text.slice(0, 10)) && time.test(text.slice(11));
  return isWritten && hasYear(text);
}

/** Moments are stored in UTC, where the year may leave the range of four digits. */
function hasYear(text: string): boolean {
  const isEnd = text.startsWith('0000') || text.startsWith('9999');
  return !isEnd || new Date(text).toISOString().length === '0000-01-01T00:00:00.000Z'.length;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

// Other schemes (javascript:, data:) could run code in the page.
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

// Characters that a URI must not contain unescaped (RFC 3986); browsers would silently encode them.
const outsideUri = /[\s<>"{}|\\^`]/;

function isAddress(text: string): boolean {
  return !outsideUri.test(text) && URL.canParse(text) && schemes.has(new URL(text).protocol);
}
