import type { DataRecord } from '../types/modelTypes.ts';

/** The expansion of a record: its id and the named members; `Brand.Name` gives `{ Brand: { Name } }`. */
export function expansionRecord(record: DataRecord, names: readonly string[]): DataRecord {
  const object: Record<string, unknown> = { Id: record.Id };
  for (const name of names) setPath(object, record, name.split('.'));
  return object;
}

function setPath(
  object: Record<string, unknown>,
  source: DataRecord,
  [name = '', ...rest]: readonly string[],
): void {
  const value = source[name];
  if (value === undefined || value === null) return;
  if (rest.length === 0 || typeof value !== 'object' || Array.isArray(value)) {
    object[name] = typeof value === 'object' ? structuredClone(value) : value;
    return;
  }
  const inner = (object[name] ?? {}) as Record<string, unknown>;
  setPath(inner, value as DataRecord, rest);
  object[name] = inner;
}
