import type { DataRecord } from '#engine';

/** The value at a dotted path of a record: `Brand.Name`. */
export function readPath(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as DataRecord)[step];
  }
  return value;
}
