import type { DataRecord, FieldModel } from '#engine';

/** Old id → new id of the records copied together. */
type NewIds = ReadonlyMap<string, string>;

/** Redirects references among the copied records to their copies; all others stay. */
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
  // JSON of undeclared shape may hold references anywhere, even as member names.
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
