import type { DataRecord } from '#engine';

/** Ids instead of expanded objects, nothing instead of null: the common part of two shapes of one record. */
export function plain(record: DataRecord | undefined): Record<string, unknown> {
  const simple = (value: unknown): unknown => {
    if (value === null) return undefined;
    if (Array.isArray(value)) return value.map(simple);
    if (typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([name, inner]) => [name, simple(inner)] as const);
    const isReference = 'Id' in value && !('CoverageItemId' in value);
    return isReference ? value.Id : Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  };
  const { Id: _, ...rest } = record ?? {};
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simple(value)]));
}
