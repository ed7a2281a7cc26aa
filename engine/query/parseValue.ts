/** Parses a filter value given as text to the field's type; problems name field and value. */
import { type Day, dayRange } from '../text/dayRange.ts';
import { readNumber } from '../text/readNumber.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import { problem } from './problem.ts';
import type { RequestPath } from './requestPath.ts';
import { canonicalMoment } from './resolveFilter.ts';

/** Null means empty; a day for a moment gives the start of the day and of the next one, in the zone. */
export function parseValue(text: string, target: RequestPath, zone: string): unknown {
  if (text === '') return null;
  const { kind, storage } = target.field;
  if (target.lookupMember && target.lookupMember !== 'Id') return text;
  const value =
    kind === 'choice' && storage === 'integer' ? parsers.integer(text, zone) : parsers[kind](text, zone);
  if (value === undefined) throw problem(messages[kind], { field: target.path, value: text });
  return value;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimal = /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/;

const parsers: Record<FieldKind, (text: string, zone: string) => unknown> = {
  id: parseId,
  reference: parseId,
  file: parseId,
  references: parseId,
  text: (text) => text,
  multiline: (text) => text,
  rule: (text) => text,
  html: () => undefined,
  integer: (text) => (/^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined),
  decimal: parseNumber,
  money: parseNumber,
  percent: parseNumber,
  boolean: (text) => booleans.get(text.trim().toLowerCase()),
  date: (text) => (isCalendarDay(text.trim()) ? text.trim() : undefined),
  datetime: parseMoment,
  choice: (text) => text,
  flags: (text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined),
  rows: () => undefined,
  object: () => undefined,
  json: () => undefined,
};

const messages: Record<FieldKind, string> = {
  id: 'query.value.id',
  reference: 'query.value.id',
  file: 'query.value.id',
  references: 'query.value.id',
  text: 'query.value.text',
  multiline: 'query.value.text',
  rule: 'query.value.text',
  html: 'query.value.presence',
  integer: 'query.value.integer',
  decimal: 'query.value.number',
  money: 'query.value.number',
  percent: 'query.value.number',
  boolean: 'query.value.boolean',
  date: 'query.value.date',
  datetime: 'query.value.datetime',
  choice: 'query.value.choice',
  flags: 'query.value.integer',
  rows: 'query.value.presence',
  object: 'query.value.presence',
  json: 'query.value.presence',
};

const booleans = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

function parseId(text: string): string | undefined {
  return uuid.test(text.trim()) ? text.trim().toLowerCase() : undefined;
}

/** As JSON; more digits than a number can hold would mean a different number. */
function parseNumber(text: string): number | undefined {
  return decimal.test(text.trim()) ? readNumber(text, 'point')?.value : undefined;
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const moment = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

function parseMoment(text: string, zone: string): string | Day | undefined {
  const trimmed = text.trim();
  if (isCalendarDay(trimmed)) return dayRange(trimmed, zone);
  const [, day = ''] = moment.exec(trimmed) ?? [];
  return isCalendarDay(day) && !Number.isNaN(Date.parse(trimmed)) ? canonicalMoment(trimmed) : undefined;
}
