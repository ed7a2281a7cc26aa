/**
 * What rows hold of columns that are declared no longer stays with its row, as a column of the record itself would:
 * a release that brings the column back finds it again. Rows without an `Id` have no name of their own; one that is
 * unchanged is known again wherever it stands, and a changed one by its place where none came or went.
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

/** Fields as they will be kept, with what the kept ones hold beyond what is declared. */
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

/** Declared members come from the new row alone: what it leaves out is empty. */
function merged(members: readonly FieldModel[], next: Kept, kept: Kept): Kept {
  const result: Record<string, unknown> = { ...next };
  for (const field of members)
    if (Object.hasOwn(next, field.name))
      result[field.name] = carried(field, next[field.name], kept[field.name]);
  const declared = namesOf(members);
  for (const [name, value] of Object.entries(kept)) if (!declared.has(name)) result[name] = value;
  return result;
}

/** Also in the rows of a row. */
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

/** The kept row each of the new ones was, by its place among the new. */
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

/** Places not taken; of rows alike the last first, so that the first is taken first. */
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

/** What a row is known by: its id, or all that is seen of it. */
function nameOf(members: readonly FieldModel[], row: unknown): string {
  return JSON.stringify(isMembers(row) && hasId(row) ? row.Id : seen(members, row));
}

function seen(members: readonly FieldModel[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => seen(members, one));
  if (!isMembers(value)) return value ?? null;
  return members.map((field) => {
    const [inner, of] = [membersOf(field), value[field.name]];
    // A list that is left out is an empty one.
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
