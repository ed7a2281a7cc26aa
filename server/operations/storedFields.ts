/** Converts a record from answer shape to stored shape: no expansions, references as ids. */
import { type DataRecord, type FieldModel, kinds } from '#engine';

/** The stored members of a record; absent ones stay absent. */
export function storedFields(fields: readonly FieldModel[], record: DataRecord): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const field of fields) {
    const value = storedField(fields, field, record);
    if (value !== undefined) stored[field.name] = value;
  }
  return stored;
}

/** The stored value of one member; `undefined` when it is absent or not stored. */
export function storedField(fields: readonly FieldModel[], field: FieldModel, record: DataRecord): unknown {
  const value = record[field.name];
  if (value === undefined || !field.stored || field.records) return undefined;
  return field.name === '$stash' ? storedStash(fields, value) : storedValue(field, value);
}

/** Stashed values in stored shape, without reference expansions. */
function storedStash(fields: readonly FieldModel[], stash: unknown): unknown {
  if (typeof stash !== 'object' || stash === null) return stash;
  const entries = Object.entries(stash).flatMap(([pointer, value]) => {
    const field = fieldAt(fields, pointer);
    return field ? [[pointer, storedValue(field, value)]] : [];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function fieldAt(fields: readonly FieldModel[], pointer: string): FieldModel | undefined {
  const names = pointer.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));
  let [found, within]: [FieldModel | undefined, readonly FieldModel[]] = [undefined, fields];
  for (const name of names) {
    found = within.find((field) => field.name === name);
    within = found?.fields ?? [];
  }
  return found;
}

function storedValue(field: FieldModel, value: unknown): unknown {
  if (value === null) return null;
  if (kinds[field.kind].elements === 'ids') return (value as readonly unknown[]).map(idOf);
  if (field.kind === 'rows' && field.fields) {
    const { fields } = field;
    return (value as readonly DataRecord[]).map((row) => storedFields(fields, row));
  }
  if (field.kind === 'object' && field.fields) return storedFields(field.fields, value as DataRecord);
  return value;
}

/** The ids in a value: a single reference or a list of them. */
export function idsIn(value: unknown): readonly string[] {
  return [value]
    .flat()
    .map(idOf)
    .filter((id) => typeof id === 'string');
}

/** The id of a reference, given as an id or as an object. */
export function idOf(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null ? (reference as DataRecord).Id : reference;
}
