/** Names and formats in an SQL database. */
import { type FieldModel, kinds, type UniqueModel } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import { isFolded } from '../uniqueValues.ts';

/** Column with the comparison key beside the text, so filters and sorts are plain SQL. */
export function keyColumn(field: string): string {
  return `${field}~key`;
}

/** Column with the value that a `nocase` unique compares. */
export function uniqueColumn(field: string): string {
  return `${field}~unique`;
}

/** Whether a nocase unique needs the folded text of the field. */
export function hasUniqueColumn(field: FieldModel, table: EntityTable): boolean {
  return table.entity.unique.some((unique) => isFolded(unique, table.entity, field.name));
}

/** The name of a unique's index; errors name it. */
export function uniqueIndex(entity: string, unique: UniqueModel): string {
  return `${entity}:unique:${unique.id}`;
}

/** `"name"`, quotes doubled. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The storage format of a column; a different format means the column must change. */
export function formatOf(field: FieldModel): string {
  if (field.storage === 'decimal') return `decimal:${field.scale ?? 2}`;
  if (kinds[field.kind].day === 'moment') return 'moment';
  // The name used by databases created before storage classes were named.
  return field.storage === 'number' ? 'real' : field.storage;
}
