/** Updates a list whose rows come from other records. */
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';

/** The id of a row that is not stored yet. */
export const emptyId = '00000000-0000-0000-0000-000000000000';

/** Keeps rows whose key still exists and adds a row for each new key, sorted by key. */
export function gatherRows(
  field: FieldModel,
  rows: readonly DataRecord[],
  { key, keys }: { readonly key: string; readonly keys: readonly unknown[] },
): readonly DataRecord[] {
  const known = new Map(rows.map((row) => [row[key], row]));
  const wanted = [...new Set(keys)].filter((value) => value !== undefined && value !== null);
  return wanted.sort(rising).map((value) => known.get(value) ?? { ...emptyRow(field), [key]: value });
}

function rising(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}

function emptyRow({ fields = [] }: FieldModel): DataRecord {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'id' ? emptyId : null]));
}
