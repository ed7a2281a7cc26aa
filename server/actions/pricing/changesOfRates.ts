/** What is different between two sets of prices: counted, spread over bands of percent, and row by row. */
import type { DataRecord } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import type { WorkBudget } from '../../work/WorkBudget.ts';
import { objectIn } from './calculatePrice.ts';
import { stridesOf } from './cardLayout.ts';
import { matching, type Rates, rowAnswer, wholeOf } from './cardRates.ts';
import { firstKeys } from './firstKeys.ts';
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
  const rows = matching(after, asked);
  const elsewhere = placeElsewhere(pair);
  const tally = createTally(rows.length, asked);
  for (let index = 0; index < rows.length; index++) {
    if (index % atOnce === 0 && budget.isDue()) await budget.yieldTurn();
    const row = rows[index] as number;
    const old = before.vector[elsewhere(row)];
    if (old !== undefined && isPrice(old)) tally.add(row, old, (after.vector[row] as number) - old);
  }
  const { total, rise, fall, counts } = tally.found();
  const rowOf = (row: number) => changedRow(pair, row, before.vector[elsewhere(row)] as number);
  const compared = sum(counts);
  return {
    ...{ Compared: compared, Added: rows.length - compared },
    ...{ Rises: sum(counts.slice(middle + 1)), Falls: sum(counts.slice(0, middle)) },
    Gone: matching(before, { Filters: filtersIn(before, asked) }).length - compared,
    MeanPercent: compared === 0 ? 0 : Math.round((total / compared) * 100) / 100,
    LargestRise: rise === undefined ? null : rowOf(rise.row),
    LargestFall: fall === undefined ? null : rowOf(fall.row),
    Dimensions: after.dimensions.map(({ Name, Label }) => ({ Name, Label })),
    Bands: bands.map((one, index) => ({ ...one, Count: counts[index] })),
    ...tally.page(rowOf),
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

type Extreme = { readonly row: number; readonly change: number };

/** Counts changes by band, and keeps the rows that are asked for. */
function createTally(most: number, asked: DataRecord) {
  const [kept, changes] = [new Uint32Array(most), new Float64Array(most)];
  const counts = bands.map(() => 0);
  const band = typeof asked.Band === 'number' ? asked.Band : undefined;
  const isAsked = (place: number) => (band === undefined ? place !== middle : place === band);
  let [count, total] = [0, 0];
  let rise: Extreme | undefined;
  let fall: Extreme | undefined;
  return {
    add: (row: number, old: number, change: number) => {
      const percent = percentOf(change, old);
      const place = bandOf(percent);
      counts[place] = (counts[place] as number) + 1;
      total += Number.isFinite(percent) ? percent : 0;
      if (change > (rise?.change ?? 0)) rise = { row, change };
      if (change < (fall?.change ?? 0)) fall = { row, change };
      if (!isAsked(place)) return;
      kept[count] = row;
      changes[count++] = change;
    },
    found: () => ({ total, rise, fall, counts }),
    page: (rowOf: (row: number) => DataRecord) => ({
      Items: pageOf(kept.subarray(0, count), changes, asked).map(rowOf),
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
  const [own, theirs] = [stridesOf(after.dimensions), stridesOf(before.dimensions)];
  const steps = after.dimensions.map(({ Name, Values }, index) => {
    const at = known.get(Name);
    // A dimension they do not have: their price holds for each of its values.
    if (at === undefined) return { stride: own[index] as number, offsets: Values.map(() => 0) };
    const places = new Map(before.dimensions[at]?.Values.map(({ Value }, place) => [String(Value), place]));
    const offsets = Values.map(({ Value }) => (places.get(String(Value)) ?? -1) * (theirs[at] as number));
    return { stride: own[index] as number, offsets };
  });
  return (row) => {
    let place = 0;
    for (const { stride, offsets } of steps) {
      const offset = offsets[Math.floor(row / stride) % offsets.length] as number;
      if (offset < 0) return -1;
      place += offset;
    }
    return place;
  };
}

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
  const keys = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++)
    keys[index] = index - Math.min(Math.abs(changes[index] as number), highest) * mostRows;
  const first = firstKeys(keys, page * size).subarray((page - 1) * size);
  return [...first].map((key) => rows[key - Math.floor(key / mostRows) * mostRows] as number);
}

function changedRow({ after }: Pair, row: number, old: number): DataRecord {
  const price = after.vector[row] as number;
  const percent = percentOf(price - old, old);
  const { Values } = rowAnswer(after, row);
  return {
    ...{ Row: row, Values, Before: old / 100, After: price / 100, Change: (price - old) / 100 },
    Percent: Number.isFinite(percent) ? Math.round(percent * 100) / 100 : null,
  };
}
