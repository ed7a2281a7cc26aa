/** What a unique compares: identical in every adapter. */
import { type DataRecord, type EntityModel, type UniqueModel, uniqueKey } from '#engine';

/**
 * The values of a unique for a stored record, in the order of `within` then `fields`; undefined if all of
 * `fields` are empty, as nothing has to be unique then. Empty beside a filled field counts as a value.
 */
export function uniqueValues(
  unique: UniqueModel,
  kept: DataRecord,
): readonly (string | number)[] | undefined {
  const fields = unique.fields.map((name) => comparable(kept[name], unique.collation));
  if (fields.every((value) => value === '')) return undefined;
  if (unique.anyOrder) fields.sort(byText);
  return [...unique.within.map((name) => comparable(kept[name], 'exact')), ...fields];
}

/** Whether this unique compares the field by a folded key: true for texts of `nocase` uniques. */
export function isFolded(unique: UniqueModel, entity: EntityModel, name: string): boolean {
  if (unique.collation !== 'nocase' || !unique.fields.includes(name)) return false;
  const storage = entity.fields.find((field) => field.name === name)?.storage;
  return storage === 'text' || storage === 'decimal';
}

/** The order of SQLite's `min` and `max`. */
const byText = (one: string | number, other: string | number): number => (one < other ? -1 : 1);

function comparable(value: unknown, collation: UniqueModel['collation']): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  return collation === 'nocase' ? uniqueKey(value) : value;
}
