/**
 * Row members whose columns are no longer declared stay with their rows, as columns of a record do, so a
 * release that brings a column back finds the data again. Rows are matched by `Id`; without one, unchanged
 * rows are matched by their content, and changed rows by position if no row was added or removed.
 */
import type { DataRecord, FieldModel } from '#engine';
import type { EntityTable } from './entityTable.ts';

type Kept = Readonly<Record<string, unknown>>;

/** Names of the given fields that may hold such members. */
export function fieldsWithMembers(table: EntityTable, changed: Kept): readonly string[] {
  return Object.keys(changed).filter((name) => {
    const field = table.codecByName.get(name)?.field;
    return field !== undefined && changed[name] !== null && membersOf(field) !== undefined;
  });
}

/** The new field values, plus the hidden members of the stored ones. */
export function withHiddenMembers(table: EntityTable, changed: Kept, kept: Kept): DataRecord {
  const entries = fieldsWithMembers(table, changed).map((name) => {
    const field = table.codecByName.get(name)?.field as FieldModel;
    return [name, carried(field, changed[name], kept[name])];
  });
  return { ...changed, ...Object.fromEntries(entries) };
}

function membersOf({ kind, fields }: FieldModel): readonly FieldModel[] | undefined {
  return (kind === 'rows' || kind === 'object') && fields ? fields : undefined;
}

function carried(field: FieldModel, next: unknown, kept: unknown): unknown {
  const members = membersOf(field);
  if (!members) return next;
  if (field.kind === 'object') return isMembers(next) && isMembers(kept) ? merged(members, next, kept) : next;
  if (!Array.isArray(next) || !Array.isArray(kept) || !kept.some((row) => holdsHidden(members, row)))
    return next;
  const partners = partnersOf(members, next, kept);
  return next.map((row, at) => {
    const partner = partners.get(at);
    return isMembers(row) && isMembers(partner) ? merged(members, row, partner) : row;
  });
}

/** Declared members come only from the new row: a missing one is empty. */
function merged(members: readonly FieldModel[], next: Kept, kept: Kept): Kept {
  const result: Record<string, unknown> = { ...next };
  for (const field of members)
    if (Object.hasOwn(next, field.name))
      result[field.name] = carried(field, next[field.name], kept[field.name]);
  const declared = namesOf(members);
  for (const [name, value] of Object.entries(kept)) if (!declared.has(name)) result[name] = value;
  return result;
}

/** Includes nested rows. */
function holdsHidden(members: readonly FieldModel[], row: unknown): boolean {
  if (!isMembers(row)) return false;
  const declared = namesOf(members);
  return (
    Object.keys(row).some((name) => !declared.has(name)) ||
    members.some((field) => {
      const inner = membersOf(field);
      return inner !== undefined && [row[field.name]].flat().some((one) => holdsHidden(inner, one));
    })
  );
}

/** The stored row that each new row was, by its index among the new rows. */
function partnersOf(
  members: readonly FieldModel[],
  next: readonly unknown[],
  kept: readonly unknown[],
): ReadonlyMap<number, unknown> {
  const names = next.map((row) => nameOf(members, row));
  const keptNames = kept.map((row) => nameOf(members, row));
  const partners = new Map<number, number>();
  for (const [at, name] of names.entries()) if (keptNames[at] === name) partners.set(at, at);
  const taken = new Set(partners.keys());
  const left = placesByName(keptNames, taken);
  for (const [at, name] of names.entries()) {
    const place = partners.has(at) ? undefined : left.get(name)?.pop();
    if (place === undefined) continue;
    partners.set(at, place);
    taken.add(place);
  }
  const isChanged = (at: number) => !partners.has(at) && !taken.has(at) && !hasId(next[at]);
  if (next.length === kept.length) for (const at of next.keys()) if (isChanged(at)) partners.set(at, at);
  return new Map([...partners].map(([at, place]) => [at, kept[place]]));
}

/** Indexes not yet taken; duplicates in reverse order, so that `pop` takes the first one first. */
function placesByName(names: readonly string[], taken: ReadonlySet<number>): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let place = names.length - 1; place >= 0; place--) {
    if (taken.has(place)) continue;
    const name = names[place] as string;
    const same = places.get(name);
    if (same) same.push(place);
    else places.set(name, [place]);
  }
  return places;
}

/** The identity of a row: its id, or else all its visible content. */
function nameOf(members: readonly FieldModel[], row: unknown): string {
  return JSON.stringify(isMembers(row) && hasId(row) ? row.Id : seen(members, row));
}

function seen(members: readonly FieldModel[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => seen(members, one));
  if (!isMembers(value)) return value ?? null;
  return members.map((field) => {
    const [inner, of] = [membersOf(field), value[field.name]];
    // A missing list equals an empty one.
    return inner && Array.isArray(of) && of.length === 0 ? null : inner ? seen(inner, of) : (of ?? null);
  });
}

const known = new WeakMap<readonly FieldModel[], ReadonlySet<string>>();

function namesOf(members: readonly FieldModel[]): ReadonlySet<string> {
  const names = known.get(members) ?? new Set(members.filter(({ stored }) => stored).map(({ name }) => name));
  known.set(members, names);
  return names;
}

function isMembers(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasId(row: unknown): boolean {
  return isMembers(row) && row.Id !== undefined && row.Id !== null;
}
