import type { DataRecord } from '#engine';

/** A member as text; empty when it is not a string, since an object may have a broken `toString`. */
export function textMember(holder: DataRecord, name: string): string {
  const value = member(holder, name);
  return typeof value === 'string' ? value : '';
}

/** A body member by case-insensitive name. */
export function member(holder: DataRecord, name: string): unknown {
  if (Object.hasOwn(holder, name)) return holder[name];
  const found = Object.keys(holder).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : holder[found];
}
