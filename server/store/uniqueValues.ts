/** What a unique compares: the same values in every adapter. */
import { type DataRecord, type EntityModel, type UniqueModel, uniqueKey } from '#engine';

/**
 * The values of a unique for a kept record, in the order of `within` then `fields`; undefined where nothing is to be
 * unique: all of `fields` are empty. Empty beside something counts as a value of its own.
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

/** Whether the field has a folded key in this unique: texts of `nocase` ones do. */
export function isFolded(unique: UniqueModel, entity: EntityModel, name: string): boolean {
  if (unique.collation !== 'nocase' || !unique.fields.includes(name)) return false;
  const storage = entity.fields.find((field) => field.name === name)?.storage;
  return storage === 'text' || storage === 'decimal';
}

/** As SQLite's `min` and `max` put two texts. */
const byText = (one: string | number, other: string | number): number => (one < other ? -1 : 1);

function comparable(value: unknown, collation: UniqueModel['collation']): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  return collation === 'nocase' ? uniqueKey(value) : value;
}
