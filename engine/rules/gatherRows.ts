/** A list whose rows come from other records, brought up to date with them. */
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';

/** What a row has for an id until it is stored. */
export const emptyId = '00000000-0000-0000-0000-000000000000';

/** Rows whose key is among the keys stay as they are, the other keys get a row each; in rising order of the keys. */
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
