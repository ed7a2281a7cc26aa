/** A record in answer shape → what the store keeps: no expansions, references as ids. */
import type { DataRecord, FieldModel } from '#engine';

/** The stored members of a record; absent ones stay absent. */
export function storedFields(fields: readonly FieldModel[], record: DataRecord): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const field of fields) {
    const value = record[field.name];
    if (value !== undefined && field.stored) stored[field.name] = storedValue(field, value);
  }
  return stored;
}

function storedValue(field: FieldModel, value: unknown): unknown {
  if (value === null) return null;
  if (field.kind === 'references') return (value as readonly unknown[]).map(idOf);
  if (field.kind === 'rows' && field.fields) {
    const { fields } = field;
    return (value as readonly DataRecord[]).map((row) => storedFields(fields, row));
  }
  if (field.kind === 'object' && field.fields) return storedFields(field.fields, value as DataRecord);
  return value;
}

/** The id of a reference, whether it stands alone or in its object. */
export function idOf(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null ? (reference as DataRecord).Id : reference;
}
