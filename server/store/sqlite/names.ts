/** Names and types in the database file. */
import { type FieldModel, isScaled, type UniqueModel } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import { DamagedValue } from '../types.ts';
import { isFolded } from '../uniqueValues.ts';

/** Column with the text's key beside the text: what filters and sorts read, so that plain SQL does. */
export function keyColumn(field: string): string {
  return `${field}~key`;
}

/** Column with what a `nocase` unique compares. */
export function uniqueColumn(field: string): string {
  return `${field}~unique`;
}

/** Long texts have no key beside them: it would double the file for filters that are rare. */
export function hasKeyColumn(field: FieldModel): boolean {
  return field.kind === 'text' && field.storage === 'text';
}

/** Whether a nocase unique needs the folded text of the field. */
export function hasUniqueColumn(field: FieldModel, table: EntityTable): boolean {
  return table.entity.unique.some((unique) => isFolded(unique, table.entity, field.name));
}

/** The name of the index that holds a unique; errors name it. */
export function uniqueIndex(entity: string, unique: UniqueModel): string {
  return `${entity}:unique:${unique.id}`;
}

/** `"name"`, quotes doubled. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** How values stand in a column; a change of it is a change of the column. */
export function formatOf(field: FieldModel): string {
  if (isScaled(field)) return `decimal:${field.scale ?? 2}`;
  return field.kind === 'datetime' ? 'moment' : field.storage;
}

/** SQLite's type for a format. */
export function columnType(format: string): 'TEXT' | 'INTEGER' | 'REAL' {
  if (format === 'integer' || format === 'boolean') return 'INTEGER';
  return format === 'real' ? 'REAL' : 'TEXT';
}

/** A kept value as SQLite holds it. */
export function toColumn(field: FieldModel, kept: unknown): string | number | null {
  if (kept === null || kept === undefined) return null;
  if (field.storage === 'json') return JSON.stringify(kept);
  return typeof kept === 'boolean' ? Number(kept) : (kept as string | number);
}

/** What SQLite holds as a kept value. */
export function fromColumn(field: FieldModel): (raw: unknown) => unknown {
  if (field.storage === 'json') return (raw) => (raw === null ? null : parsed(field, raw as string));
  if (field.storage === 'boolean') return (raw) => (raw === null ? null : raw === 1);
  return (raw) => raw;
}

function parsed(field: FieldModel, raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    throw new DamagedValue(field, { cause });
  }
}
