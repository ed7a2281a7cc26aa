/** Resolves the records that one cell names: `North; South`, where a name may contain the separator itself. */
import { type DataRecord, type FieldModel, uniqueKey } from '#engine';

type Found = DataRecord | 'several' | undefined;

/** The records in the order of the cell, or the first text that names none, or several. */
type NamedEntries =
  | { readonly records: readonly DataRecord[]; readonly wrong?: undefined }
  | { readonly wrong: { readonly name: string; readonly isSeveral: boolean } };

/** The most separators within one name. */
const longestName = 3;

export async function namedEntries(
  text: string,
  find: (name: string) => Promise<Found>,
): Promise<NamedEntries> {
  const parts = text.split(/;|\n/).map((part) => part.trim());
  const records: DataRecord[] = [];
  for (let at = 0; at < parts.length; ) {
    if (parts[at] === '') {
      at += 1;
      continue;
    }
    const named = await longest(parts, at, find);
    const name = parts[at] ?? '';
    if (!named || named.found === 'several') return { wrong: { name, isSeveral: named !== undefined } };
    records.push(named.found);
    at = named.next;
  }
  return { records };
}

async function longest(parts: readonly string[], at: number, find: (name: string) => Promise<Found>) {
  const last = Math.min(parts.length, at + 1 + longestName);
  for (let next = last; next > at; next -= 1) {
    const found = await find(parts.slice(at, next).join('; '));
    if (found) return { found, next };
  }
  return undefined;
}

/** The entry that a record has already, so that a name that someone else has too stays what it was. */
export function heldEntry(
  { name: path }: FieldModel,
  draft: DataRecord,
  named: { readonly name: string; readonly by: readonly string[] },
): DataRecord | null {
  const entries = Array.isArray(draft[path]) ? (draft[path] as readonly DataRecord[]) : [];
  const key = uniqueKey(named.name);
  return entries.find((entry) => named.by.some((one) => uniqueKey(String(entry?.[one])) === key)) ?? null;
}
