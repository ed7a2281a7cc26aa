/** Reads a card of millions in one go: what a row's place along each dimension adds comes from two short tables, not from divisions. */
import type { DataRecord } from '#engine';
import { refusals, type WorkBudget } from '#server/extension';
import { objectIn } from './calculatePrice.ts';
import { countOf, type Dimension, type Rates } from './cardLayout.ts';
import { highest, hole, lowest } from './cents.ts';

/** Rows are blocks that follow one another; a sum over the dimensions is that of the block and that within it. */
export type RowTable = {
  readonly size: number;
  readonly outer: Int32Array;
  readonly inner: Int32Array;
};

const [leastInBlock, mostInBlock] = [512, 65_536];
/** Of a dimension that does not count: far below any sum. */
const none = -(2 ** 28);

/** The sum of what each place along each dimension adds; below 0 where one of them says `undefined`. */
export function rowTable(
  dimensions: readonly Dimension[],
  adds: (dimension: number, place: number) => number | undefined,
): RowTable {
  let [from, size] = [dimensions.length, 1];
  const sizeAt = (index: number) => dimensions[index]?.Values.length ?? 1;
  while (from > 0 && (size < leastInBlock || size * sizeAt(from - 1) <= mostInBlock)) {
    from -= 1;
    size *= sizeAt(from);
  }
  const sums = (first: number, end: number): Int32Array => {
    let all: Int32Array = new Int32Array(1);
    for (let index = first; index < end; index++) {
      const own = Int32Array.from({ length: sizeAt(index) }, (_, place) => adds(index, place) ?? none);
      const next = new Int32Array(all.length * own.length);
      for (let at = 0; at < next.length; at++) {
        const sum = (all[Math.floor(at / own.length)] as number) + (own[at % own.length] as number);
        next[at] = sum < 0 ? none : sum;
      }
      all = next;
    }
    return all;
  };
  return { size, outer: sums(0, from), inner: sums(from, dimensions.length) };
}

type Test = {
  readonly table?: RowTable;
  /** In hundredths; what is not sold or has no price lies below. */
  readonly low: number;
  readonly high: number;
};

type Reading = {
  readonly asked: DataRecord;
  readonly budget: WorkBudget;
  /** Resolves once the prices before a row are there; absent: all of them are. */
  readonly ready?: (row: number) => Promise<void>;
};

/**
 * Hands out the rows of prices that pass, some at a time and in their order, and gives way to others; gives how many there
 * are. What is handed out is written over afterwards.
 */
export async function eachPrice(
  { dimensions, vector }: Rates,
  { asked, budget, ready }: Reading,
  visit: (rows: Int32Array) => void,
): Promise<number> {
  const test = testOf(dimensions, asked);
  const room = new Int32Array(Math.min(mostAtOnce, vector.length));
  let count = 0;
  for (let from = 0; from < vector.length; from += mostAtOnce) {
    const to = Math.min(from + mostAtOnce, vector.length);
    await ready?.(to);
    if (budget.isDue()) await budget.yieldTurn();
    const passed = passing(vector, test, { from, to, room });
    count += passed;
    visit(room.subarray(0, passed));
  }
  return count;
}

/** Rows between two looks at the clock, and that are handed out together. */
export const mostAtOnce = 32_768;

type Stretch = { readonly from: number; readonly to: number; readonly room: Int32Array };

function passing(vector: Int32Array, { table, low, high }: Test, { from, to, room }: Stretch): number {
  let count = 0;
  for (let row = from; row < to; row++) {
    const cents = vector[row] as number;
    if (cents >= low && cents <= high) room[count++] = row;
  }
  return table ? among(table, room, count) : count;
}

/** Keeps the rows whose values are asked for. */
function among(table: RowTable, rows: Int32Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at++) {
    const row = rows[at] as number;
    if (sumAt(table, row) >= 0) rows[count++] = row;
  }
  return count;
}

/** What the places of a row add up to. */
export function sumAt({ outer, inner, size }: RowTable, row: number): number {
  const block = (row / size) | 0;
  return (outer[block] as number) + (inner[row - block * size] as number);
}

function testOf(dimensions: readonly Dimension[], input: DataRecord): Test {
  const wanted = wantedPlaces(dimensions, objectIn(input.Filters) ?? {});
  const low = Math.max(centsOf(input.Minimum, lowest), lowest);
  const high = centsOf(input.Maximum, highest);
  if (wanted.size === 0 || countOf(dimensions) === 0) return { low, high };
  const adds = (dimension: number, place: number) =>
    wanted.get(dimension)?.[place] === false ? undefined : 0;
  return { table: rowTable(dimensions, adds), low, high };
}

/** A bound no further than just outside of what a price can be. */
const centsOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.round(value * 100), hole), highest + 1)
    : otherwise;

/** Which values are asked for, by dimension. */
function wantedPlaces(
  dimensions: readonly Dimension[],
  filters: DataRecord,
): ReadonlyMap<number, readonly boolean[]> {
  const wanted = new Map<number, readonly boolean[]>();
  for (const [name, sent] of Object.entries(filters)) {
    const index = dimensions.findIndex(({ Name }) => Name === name);
    const values = dimensions[index]?.Values;
    if (!values) throw refusals.badId({ params: { value: name } });
    const asked = new Set((Array.isArray(sent) ? sent : [sent]).map(String));
    if (asked.size > 0)
      wanted.set(
        index,
        values.map(({ Value, Label }) => asked.has(String(Value)) || asked.has(Label)),
      );
  }
  return wanted;
}
