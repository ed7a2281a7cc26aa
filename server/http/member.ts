import type { DataRecord } from '#engine';

/** A member as text; what is none is empty: an object may hold a `toString` that nobody can call. */
export function textMember(holder: DataRecord, name: string): string {
  const value = member(holder, name);
  return typeof value === 'string' ? value : '';
}

/** A member of a body by name, whatever its case. */
export function member(holder: DataRecord, name: string): unknown {
  if (Object.hasOwn(holder, name)) return holder[name];
  const found = Object.keys(holder).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : holder[found];
}
