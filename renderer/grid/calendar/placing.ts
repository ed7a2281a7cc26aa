/** Where the records of a calendar are, in the person's time zone, and what moving them changes. */
import { addTo, type DataRecord, type Dated, type DayField } from '#engine';
import { localDay, localTime } from '../../data/clock.ts';

/** A record on its days; a moment also has a time. */
export type Placed = {
  readonly id: string;
  readonly record: DataRecord;
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  /** `HH:MM`. */
  readonly time?: string;
};

type Fields = Pick<Dated, 'start' | 'end'>;

/** Undefined if it has no start. An end before the start, or at midnight after it, does not add a day. */
export function placed(record: DataRecord, { start, end }: Fields): Placed | undefined {
  const first = readDay(record[start.path], start);
  if (!first) return undefined;
  const last = end ? lastDay(record[end.path], end) : undefined;
  const to = last !== undefined && last > first.day ? last : first.day;
  return {
    ...{ id: String(record.Id), record, from: first.day, to },
    ...(first.time !== undefined && { time: first.time }),
  };
}

function readDay(value: unknown, { day }: DayField): { day: string; time?: string } | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (day === 'day') return { day: value.slice(0, 10) };
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : { day: localDay(moment), time: localTime(moment) };
}

function lastDay(value: unknown, field: DayField): string | undefined {
  const read = readDay(value, field);
  return read?.time === '00:00' ? addTo(read.day, 'day', -1) : read?.day;
}

/** What moving a record by some days changes, and to an hour if given: both dates move together. */
export function shifted(record: DataRecord, { start, end }: Fields, days: number, hour?: number): DataRecord {
  const at = moved(record[start.path], start, days);
  const to = end && moved(record[end.path], end, days);
  if (hour === undefined || start.day === 'day' || typeof at !== 'string')
    return { [start.path]: at, ...(end && to ? { [end.path]: to } : {}) };
  const moment = new Date(at);
  moment.setHours(hour);
  const delta = moment.getTime() - new Date(at).getTime();
  const later = typeof to === 'string' ? new Date(new Date(to).getTime() + delta).toISOString() : to;
  return { [start.path]: moment.toISOString(), ...(end && later ? { [end.path]: later } : {}) };
}

/** What moving the start or the end alone changes; undefined if the end would come before the start. */
export function stretched(
  record: DataRecord,
  fields: Fields,
  which: 'start' | 'end',
  days: number,
): DataRecord | undefined {
  const { start, end } = fields;
  if (!end || days === 0) return undefined;
  const field = which === 'start' ? start : end;
  // Without an end, a record ends on the day it starts.
  const from = record[field.path] || record[start.path];
  const at = moved(from, field, days);
  const next = { ...record, [field.path]: at };
  if (String(next[end.path] || next[start.path]) < String(next[start.path])) return undefined;
  return typeof at === 'string' ? { [field.path]: at } : undefined;
}

function moved(value: unknown, { day }: DayField, days: number): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (day === 'day') return addTo(value.slice(0, 10), 'day', days);
  const moment = new Date(value);
  // Local days: the clock shows the same time after a change to or from daylight saving time.
  moment.setDate(moment.getDate() + days);
  return moment.toISOString();
}

/** A lane for each entry, so that one over several days stays in the same line of a row of days. */
export function lanesOf(entries: readonly Placed[], days: readonly string[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  const takenUntil: string[] = [];
  const first = days[0] ?? '';
  const startOf = ({ from }: Placed) => (from < first ? first : from);
  const inOrder = [...entries].sort(
    (one, other) =>
      compare(startOf(one), startOf(other)) ||
      compare(other.to, one.to) ||
      compare(one.time ?? '', other.time ?? ''),
  );
  for (const entry of inOrder) {
    const free = takenUntil.findIndex((until) => until < startOf(entry));
    const lane = free < 0 ? takenUntil.length : free;
    takenUntil[lane] = entry.to;
    lanes.set(entry.id, lane);
  }
  return lanes;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
