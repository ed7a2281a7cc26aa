/** Helpers for JSON values, shared by rules, forms and payloads. */

import { kinds } from '../fields/registry.ts';
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';

export type MutableRecord = { [field: string]: unknown };

/** Absent, null or an empty text. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether `required` fails: blanks and empty lists count as missing. */
export function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

export function isRecord(value: unknown): value is MutableRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id of a reference, given as an id or as an expanded object. */
export function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.Id : entry;
}

/** A list of references as ids. Anything else is left for the schema to refuse. */
export function idsOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(idOf) : value;
}

/** The value as stored and compared: references as ids. */
export function storedValue(field: FieldModel, value: unknown): unknown {
  return kinds[field.kind].elements === 'ids' ? idsOf(value) : value;
}

/** The record without empty members, recursively, because null and '' are missing in expressions. */
export function withoutEmpty(record: DataRecord): DataRecord {
  for (const name in record) if (cleaned(record[name]) !== record[name]) return cleanedRecord(record);
  return record;
}

function cleanedRecord(record: DataRecord): DataRecord {
  const kept: MutableRecord = {};
  for (const name of Object.keys(record)) {
    const clean = cleaned(record[name]);
    if (clean !== undefined) kept[name] = clean;
  }
  return kept;
}

/** A value as expressions see it. */
export function cleaned(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  if (typeof value !== 'object') return value;
  return Array.isArray(value) ? cleanedList(value) : withoutEmpty(value as DataRecord);
}

function cleanedList(list: readonly unknown[]): readonly unknown[] {
  const clean = list.map((entry) => (isRecord(entry) ? withoutEmpty(entry) : entry));
  return clean.every((entry, at) => entry === list[at]) ? list : clean;
}
