/** Scans millions of prices in one pass, using two small tables instead of divisions to map rows to sums. */
import type { DataRecord } from '#engine';
import { refusals, type WorkBudget } from '#server/extension';
import { objectIn } from './calculatePrice.ts';
import { countOf, type Dimension, type Rates } from './cardLayout.ts';
import { highest, hole, lowest } from './cents.ts';

/** Rows form consecutive blocks; the sum of a row is that of its block plus that within the block. */
export type RowTable = {
  readonly size: number;
  readonly outer: Int32Array;
  readonly inner: Int32Array;
};

const [leastInBlock, mostInBlock] = [512, 65_536];
/** For a dimension that excludes the row: far below any sum. */
const none = -(2 ** 28);

/** Sums what each place along each dimension adds; negative where one is `undefined`. */
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
  /** In hundredths; combinations not sold or without a price lie below. */
  readonly low: number;
  readonly high: number;
};

type Reading = {
  readonly asked: DataRecord;
  readonly budget: WorkBudget;
  /** Resolves once the prices before a row are available; absent: all are. */
  readonly ready?: (row: number) => Promise<void>;
};

/**
 * Passes the matching rows to a callback in order, in batches, yielding in between; returns their number. The
 * buffers are reused for the next batch.
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

/** Rows between two checks of the clock, and per batch. */
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

/** Keeps the rows with requested values. */
function among(table: RowTable, rows: Int32Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at++) {
    const row = rows[at] as number;
    if (sumAt(table, row) >= 0) rows[count++] = row;
  }
  return count;
}

/** The sum of a row. */
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

/** Clamps a bound to just outside the range of prices. */
const centsOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.round(value * 100), hole), highest + 1)
    : otherwise;

/** The requested places, by dimension. */
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
