/** What is different between two sets of prices: counted, spread over bands of percent, and row by row. */
import type { DataRecord } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import type { WorkBudget } from '../../work/WorkBudget.ts';
import { objectIn } from './calculatePrice.ts';
import { type Dimension, stridesOf } from './cardLayout.ts';
import { type Rates, rowAnswer, wholeOf } from './cardRates.ts';
import { matching, rowTable, sumAt } from './cardRows.ts';
import { keysBetween } from './firstKeys.ts';
import { highest, isPrice } from './vector.ts';

type Pair = { readonly before: Rates; readonly after: Rates };

/** Percent a price rises or falls by; the one in the middle is no change at all. */
const bands: readonly { readonly From?: number; readonly To?: number }[] = [
  { To: -20 },
  { From: -20, To: -10 },
  { From: -10, To: -5 },
  { From: -5, To: 0 },
  { From: 0, To: 0 },
  { From: 0, To: 5 },
  { From: 5, To: 10 },
  { From: 10, To: 20 },
  { From: 20 },
];
const middle = (bands.length - 1) / 2;

function bandOf(percent: number): number {
  const size = Math.abs(percent);
  const away = size === 0 ? 0 : size <= 5 ? 1 : size <= 10 ? 2 : size <= 20 ? 3 : 4;
  return middle + Math.sign(percent) * away;
}

/** Rows between two looks at the clock. */
const atOnce = 32_768;

/**
 * `Filters` (values by dimension) narrow all of it. The rows that changed come by pages, the largest change first; with
 * `Band` those of one band.
 */
export async function changesOfRates(pair: Pair, asked: DataRecord, budget: WorkBudget): Promise<DataRecord> {
  const { before, after } = pair;
  const elsewhere = placeElsewhere(pair);
  const rows = await matching(after, asked, budget);
  const tally = createTally(pair, elsewhere, { rows, asked });
  for (let from = 0; from < rows.length; from += atOnce) {
    if (budget.isDue()) await budget.yieldTurn();
    tally.count(from, Math.min(from + atOnce, rows.length));
  }
  const { total, rise, fall, counts } = tally.found();
  const rowOf = (row: number) => changedRow(pair, row, before.vector[elsewhere(row)] as number);
  const compared = sum(counts);
  const all = await matching(before, { Filters: filtersIn(before, asked) }, budget);
  return {
    ...{ Compared: compared, Added: rows.length - compared },
    ...{ Rises: sum(counts.slice(middle + 1)), Falls: sum(counts.slice(0, middle)) },
    Gone: all.length - compared,
    MeanPercent: compared === 0 ? 0 : Math.round((total / compared) * 100) / 100,
    LargestRise: rise === undefined ? null : rowOf(rise),
    LargestFall: fall === undefined ? null : rowOf(fall),
    Dimensions: after.dimensions.map(({ Name, Label }) => ({ Name, Label })),
    Bands: bands.map((one, index) => ({ ...one, Count: counts[index] })),
    ...tally.page(rowOf),
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

type Tallying = { readonly rows: Uint32Array; readonly asked: DataRecord };

/** Counts changes by band, and keeps the rows that are asked for. */
function createTally({ before, after }: Pair, elsewhere: (row: number) => number, { rows, asked }: Tallying) {
  const [kept, changes] = [new Uint32Array(rows.length), new Float64Array(rows.length)];
  const counts = bands.map(() => 0);
  const band = typeof asked.Band === 'number' ? asked.Band : undefined;
  const [older, newer] = [before.vector, after.vector];
  let [count, total, most, least] = [0, 0, 0, 0];
  let rise: number | undefined;
  let fall: number | undefined;
  return {
    /** The rows from one place in the list to another. */
    count: (from: number, to: number): void => {
      let same = 0;
      for (let index = from; index < to; index++) {
        const row = rows[index] as number;
        const old = older[elsewhere(row)];
        if (old === undefined || !isPrice(old)) continue;
        const change = (newer[row] as number) - old;
        if (change === 0 && band !== middle) {
          same += 1;
          continue;
        }
        const percent = percentOf(change, old);
        const place = bandOf(percent);
        counts[place] = (counts[place] as number) + 1;
        if (old !== 0) total += percent;
        if (change > most) [most, rise] = [change, row];
        if (change < least) [least, fall] = [change, row];
        if (band === undefined ? place === middle : place !== band) continue;
        kept[count] = row;
        changes[count++] = change;
      }
      counts[middle] = (counts[middle] as number) + same;
    },
    found: () => ({ total, rise, fall, counts }),
    page: (rowOf: (row: number) => DataRecord) => ({
      Items: pageOf(kept.subarray(0, count), changes.subarray(0, count), asked).map(rowOf),
      TotalItems: count,
    }),
  };
}

const percentOf = (change: number, old: number): number =>
  change === 0
    ? 0
    : old === 0
      ? Math.sign(change) * Number.POSITIVE_INFINITY
      : (change / Math.abs(old)) * 100;

/** Where the combination of a row lies in the older prices; -1 where they do not have it. */
function placeElsewhere({ before, after }: Pair): (row: number) => number {
  const known = new Map(before.dimensions.map((one, index) => [one.Name, index]));
  const strange = before.dimensions.filter(({ Name }) => !after.dimensions.some((one) => one.Name === Name));
  if (strange.length > 0)
    throw new Refusal('validation', 'rate-card.other-dimensions', {
      params: { names: strange.map(({ Label }) => Label) },
    });
  if (isAlike(before.dimensions, after.dimensions)) return (row) => row;
  const theirs = stridesOf(before.dimensions);
  const offsets = after.dimensions.map(({ Name, Values }) => {
    const at = known.get(Name);
    // A dimension they do not have: their price holds for each of its values.
    if (at === undefined) return Values.map(() => 0);
    const places = new Map(before.dimensions[at]?.Values.map(({ Value }, place) => [String(Value), place]));
    return Values.map(({ Value }) => {
      const place = places.get(String(Value));
      return place === undefined ? undefined : place * (theirs[at] as number);
    });
  });
  const table = rowTable(after.dimensions, (dimension, place) => offsets[dimension]?.[place]);
  return (row) => sumAt(table, row);
}

const isAlike = (some: readonly Dimension[], others: readonly Dimension[]): boolean =>
  some.length === others.length &&
  some.every(({ Name, Values }, index) => {
    const other = others[index];
    return (
      other?.Name === Name &&
      other.Values.length === Values.length &&
      Values.every(({ Value }, place) => String(Value) === String(other.Values[place]?.Value))
    );
  });

function filtersIn({ dimensions }: Rates, { Filters }: DataRecord): DataRecord {
  const known = new Set(dimensions.map(({ Name }) => Name));
  return Object.fromEntries(Object.entries(objectIn(Filters) ?? {}).filter(([name]) => known.has(name)));
}

/** A key holds the change and the place of its row, and is exact up to 2^53. */
const mostRows = 4_194_304;

/** One page of rows, the largest change first; those that are alike in the order of their numbers. */
function pageOf(rows: Uint32Array, changes: Float64Array, asked: DataRecord): readonly number[] {
  const size = Math.min(Math.max(1, wholeOf(asked.PageSize, 50)), 1000);
  const page = Math.max(1, wholeOf(asked.Page, 1));
  const least = leastShown(changes, page * size);
  const keys = new Float64Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const change = Math.min(Math.abs(changes[index] as number), highest);
    if (change >= least) keys[count++] = index - change * mostRows;
  }
  const first = keysBetween(keys.subarray(0, count), (page - 1) * size, page * size);
  return [...first].map((key) => rows[key - Math.floor(key / mostRows) * mostRows] as number);
}

/** A change that at least so many rows reach: only those that do need an order. */
function leastShown(changes: Float64Array, wanted: number): number {
  let most = 1;
  for (let index = 0; index < changes.length; index++)
    most = Math.max(most, Math.abs(changes[index] as number));
  const counts = new Uint32Array(steps + 1);
  for (let index = 0; index < changes.length; index++) {
    const step = Math.floor((Math.abs(changes[index] as number) / most) * steps);
    counts[step] = (counts[step] as number) + 1;
  }
  let [step, reached] = [steps, counts[steps] as number];
  while (step > 0 && reached < wanted) {
    step -= 1;
    reached += counts[step] as number;
  }
  // One step less, as the division above may have been rounded.
  return Math.min((Math.max(0, step - 1) / steps) * most, highest);
}

const steps = 4096;

function changedRow({ after }: Pair, row: number, old: number): DataRecord {
  const price = after.vector[row] as number;
  const percent = percentOf(price - old, old);
  const { Values } = rowAnswer(after, row);
  return {
    ...{ Row: row, Values, Before: old / 100, After: price / 100, Change: (price - old) / 100 },
    Percent: Number.isFinite(percent) ? Math.round(percent * 100) / 100 : null,
  };
}
