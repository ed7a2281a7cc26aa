/** Names and formats in a database that speaks SQL. */
import { type FieldModel, kinds, type UniqueModel } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import { isFolded } from '../uniqueValues.ts';

/** Column with the text's key beside the text: what filters and sorts read, so that plain SQL does. */
export function keyColumn(field: string): string {
  return `${field}~key`;
}

/** Column with what a `nocase` unique compares. */
export function uniqueColumn(field: string): string {
  return `${field}~unique`;
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
  if (field.storage === 'decimal') return `decimal:${field.scale ?? 2}`;
  if (kinds[field.kind].day === 'moment') return 'moment';
  // As databases made before the classes had their names call it.
  return field.storage === 'number' ? 'real' : field.storage;
}
