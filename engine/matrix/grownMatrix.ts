/** A table with rows of chosen records and numbered columns: the logic of its cells and buttons. */
import type { DataRecord } from '../types/modelTypes.ts';

/** Members of an entry: the record, its name, and the number of the checked column. */
export type GrownMembers = { readonly key: string; readonly name: string; readonly number: string };

export type GrownRow = {
  readonly key: string;
  readonly name: string;
  /** The checked columns. */
  readonly numbers: readonly number[];
  /** Indexes of its entries in the list. */
  readonly places: readonly number[];
};

/** Display state besides the entries: row order, and columns without entries. */
export type GrownLayout = { readonly keys: readonly string[]; readonly numbers: readonly number[] };

type Entries = readonly DataRecord[];

/** The initial layout: rows by column and then name, and the columns in use. */
export function startLayout(entries: Entries, members: GrownMembers): GrownLayout {
  const rows = [...rowsByKey(entries, members).values()];
  const first = ({ numbers }: GrownRow) => Math.min(...numbers, Number.MAX_SAFE_INTEGER);
  rows.sort((one, other) => first(one) - first(other) || one.name.localeCompare(other.name));
  return { keys: rows.map(({ key }) => key), numbers: numbersIn(entries, members) };
}

/** The rows in layout order, unknown ones last. */
export function grownRows(
  entries: Entries,
  members: GrownMembers,
  { keys }: GrownLayout,
): readonly GrownRow[] {
  const rows = rowsByKey(entries, members);
  const known = keys.flatMap((key) => rows.get(key) ?? []);
  const seen = new Set(keys);
  return [...known, ...[...rows.values()].filter(({ key }) => !seen.has(key))];
}

/** The columns in use and those added. */
export function grownColumns(
  entries: Entries,
  members: GrownMembers,
  { numbers }: GrownLayout,
): readonly number[] {
  return rising([...numbers, ...numbersIn(entries, members)]);
}

/** The number of the next column. */
export function nextColumn(columns: readonly number[]): number {
  return Math.max(0, ...columns) + 1;
}

/** Toggles a record in a column; the record stays listed. */
export function toggled(
  entries: Entries,
  members: GrownMembers,
  at: { readonly key: string; readonly number: number },
): Entries {
  const own = entries.filter((entry) => entry[members.key] === at.key);
  const checked = own.find((entry) => entry[members.number] === at.number);
  if (checked && own.length > 1) return entries.filter((entry) => entry !== checked);
  if (checked) return replaced(entries, checked, [{ ...checked, [members.number]: null }]);
  const free = own.find((entry) => !isNumber(entry[members.number]));
  if (free) return replaced(entries, free, [{ ...free, [members.number]: at.number }]);
  const last = own.at(-1);
  return last ? replaced(entries, last, [last, { ...last, [members.number]: at.number }]) : entries;
}

type Tick = { readonly key: string; readonly number: number; readonly isTicked: boolean };

/** Ticks and unticks several pairs; those that are already so stay. */
export function withTicks(entries: Entries, members: GrownMembers, ticks: readonly Tick[]): Entries {
  return ticks.reduce((now, { key, number, isTicked }) => {
    const is = now.some((entry) => entry[members.key] === key && entry[members.number] === number);
    return is === isTicked ? now : toggled(now, members, { key, number });
  }, entries);
}

/** Puts removed entries back in their places. */
export function withEntries(
  entries: Entries,
  removed: readonly { readonly place: number; readonly entry: DataRecord }[],
): Entries {
  const next = [...entries];
  for (const { place, entry } of removed) next.splice(Math.min(place, next.length), 0, entry);
  return next;
}

/** Adds a record without a checked column. */
export function withRow(
  entries: Entries,
  members: GrownMembers,
  row: { readonly key: string; readonly name: string },
): Entries {
  return [...entries, { [members.key]: row.key, [members.name]: row.name, [members.number]: null }];
}

/** Removes a record from all columns. */
export function withoutRow(entries: Entries, members: GrownMembers, key: string): Entries {
  return entries.filter((entry) => entry[members.key] !== key);
}

function rowsByKey(entries: Entries, members: GrownMembers): ReadonlyMap<string, GrownRow> {
  const rows = new Map<string, GrownRow>();
  for (const [place, entry] of entries.entries()) {
    const key = String(entry[members.key]);
    const before = rows.get(key);
    const number = entry[members.number];
    rows.set(key, {
      key,
      name: before?.name ?? String(entry[members.name] ?? key),
      numbers: [...(before?.numbers ?? []), ...(isNumber(number) ? [number] : [])],
      places: [...(before?.places ?? []), place],
    });
  }
  return rows;
}

function numbersIn(entries: Entries, { number }: GrownMembers): readonly number[] {
  return rising(entries.map((entry) => entry[number]).filter(isNumber));
}

const rising = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);
const isNumber = (value: unknown): value is number => typeof value === 'number';

function replaced(entries: Entries, old: DataRecord, now: Entries): Entries {
  return entries.flatMap((entry) => (entry === old ? now : [entry]));
}
