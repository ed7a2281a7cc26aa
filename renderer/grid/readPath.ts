import type { DataRecord } from '#engine';

/** The value at a dotted path such as `Brand.Name`; for a list, the values of its rows. */
export function readPath(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = value.flatMap((row) => memberOf(row, step) ?? []);
    else value = memberOf(value, step);
  }
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as DataRecord)[name] : undefined;
}
