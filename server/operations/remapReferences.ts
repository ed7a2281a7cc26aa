import type { DataRecord, FieldModel } from '#engine';

/** Old id → new id of the records that are copied together. */
type NewIds = ReadonlyMap<string, string>;

/** A stored record whose references among the copied records lead to the copies; all others stay as they are. */
export function remapReferences(
  fields: readonly FieldModel[],
  record: DataRecord,
  newIds: NewIds,
): Record<string, unknown> {
  const remapped: Record<string, unknown> = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value !== undefined && value !== null) remapped[field.name] = remapValue(field, value, newIds);
  }
  return remapped;
}

function remapValue(field: FieldModel, value: unknown, newIds: NewIds): unknown {
  const { fields } = field;
  if (fields)
    return Array.isArray(value)
      ? value.map((row) => remapReferences(fields, row as DataRecord, newIds))
      : remapReferences(fields, value as DataRecord, newIds);
  // What has no declared shape may hold references anywhere, as names of members too.
  return field.ref || field.kind === 'json' ? remapWithin(value, newIds) : value;
}

function remapWithin(value: unknown, newIds: NewIds): unknown {
  if (typeof value === 'string') return newIds.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => remapWithin(entry, newIds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [newIds.get(name) ?? name, remapWithin(inner, newIds)]),
  );
}
