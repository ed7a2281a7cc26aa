/** Compares two sets of prices: counts, distribution over bands of percent, and rows. */
import type { DataRecord } from '#engine';
import { Refusal, type WorkBudget } from '#server/extension';
import { objectIn } from './calculatePrice.ts';
import { type Dimension, type Rates, stridesOf } from './cardLayout.ts';
import { rowAnswer, wholeOf } from './cardRates.ts';
import { eachPrice, mostAtOnce, type RowTable, rowTable, sumAt } from './cardRows.ts';
import { highest, hole } from './cents.ts';
import { createFirstKeys } from './firstKeys.ts';

type Pair = { readonly before: Rates; readonly after: Rates };

/** Bands of relative change; the middle one means no change. */
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

/**
 * `Filters` (values by dimension) limit everything. Changed rows are paged, largest change first; `Band`
 * selects one band.
 */
export async function changesOfRates(
  pair: Pair,
  asked: DataRecord,
  reading: { readonly budget: WorkBudget; readonly ready?: (row: number) => Promise<void> },
): Promise<DataRecord> {
  const { before, after } = pair;
  const elsewhere = placeElsewhere(pair);
  const tally = createTally(pair, elsewhere, asked);
  const count = await eachPrice(after, { asked, ...reading }, tally.add);
  const { total, rise, fall, counts } = tally.found();
  const rowOf = (row: number) =>
    changedRow(pair, row, before.vector[elsewhere ? sumAt(elsewhere, row) : row] as number);
  const compared = sum(counts);
  const isAll = before.vector.length === compared;
  const narrowed = { asked: { Filters: filtersIn(before, asked) }, budget: reading.budget };
  const all = isAll ? compared : await eachPrice(before, narrowed, () => undefined);
  return {
    ...{ Compared: compared, Added: count - compared },
    ...{ Rises: sum(counts.slice(middle + 1)), Falls: sum(counts.slice(0, middle)) },
    Gone: all - compared,
    MeanPercent: compared === 0 ? 0 : Math.round((total / compared) * 100) / 100,
    LargestRise: rise === undefined ? null : rowOf(rise),
    LargestFall: fall === undefined ? null : rowOf(fall),
    Dimensions: after.dimensions.map(({ Name, Label }) => ({ Name, Label })),
    Bands: bands.map((one, index) => ({ ...one, Count: counts[index] })),
    ...tally.page(rowOf),
  };
}

const sum = (counts: Uint32Array): number => counts.reduce((all, one) => all + one, 0);

/** Counts changes per band and collects one page of rows, largest change first. */
function createTally({ before, after }: Pair, elsewhere: RowTable | undefined, asked: DataRecord) {
  const size = Math.min(Math.max(1, wholeOf(asked.PageSize, 50)), 1000);
  const page = Math.max(1, wholeOf(asked.Page, 1));
  const length = after.vector.length;
  const tally: Tally = {
    older: before.vector,
    newer: after.vector,
    counts: new Uint32Array(bands.length),
    wanted: typeof asked.Band === 'number' ? asked.Band : -1,
    first: createFirstKeys(Math.min(page * size, length), length),
    ...{ rise: 0, riseAt: -1, fall: 0, fallAt: -1, shares: 0, kept: 0 },
  };
  const { counts, first } = tally;
  const places = elsewhere && new Int32Array(Math.min(mostAtOnce, length));
  return {
    add: (rows: Int32Array): void =>
      addRows(tally, rows, elsewhere && places ? placesIn(elsewhere, rows, places) : rows),
    found: () => ({
      total: tally.shares * 100,
      rise: tally.riseAt < 0 ? undefined : tally.riseAt,
      fall: tally.fallAt < 0 ? undefined : tally.fallAt,
      counts,
    }),
    page: (rowOf: (row: number) => DataRecord) => ({
      Items: [...first.from((page - 1) * size)].map((key) =>
        rowOf(key - Math.floor(key / mostRows) * mostRows),
      ),
      TotalItems: tally.kept,
    }),
  };
}

type Tally = {
  readonly older: Int32Array;
  readonly newer: Int32Array;
  readonly counts: Uint32Array;
  /** The requested band; negative: all changed rows. */
  readonly wanted: number;
  readonly first: ReturnType<typeof createFirstKeys>;
  rise: number;
  riseAt: number;
  fall: number;
  fallAt: number;
  shares: number;
  kept: number;
};

/** The rows' positions in the older prices. */
function placesIn(elsewhere: RowTable, rows: Int32Array, places: Int32Array): Int32Array {
  for (let at = 0; at < rows.length; at++) places[at] = sumAt(elsewhere, rows[at] as number);
  return places;
}

/** Runs millions of times: kept monomorphic, with running values in local variables. */
function addRows(tally: Tally, rows: Int32Array, places: Int32Array): void {
  const { older, newer, counts, wanted, first } = tally;
  let { rise, riseAt, fall, fallAt, shares, kept } = tally;
  let same = 0;
  const enough = changeAt(first.cutoff());
  for (let at = 0; at < rows.length; at++) {
    const [row, place] = [rows[at] as number, places[at] as number];
    const old = place < 0 ? hole : (older[place] as number);
    if (old <= hole) continue;
    const change = (newer[row] as number) - old;
    if (change === 0 && wanted !== middle) {
      same += 1;
      continue;
    }
    const away = change / (old < 0 ? -old : old);
    const band = bandOf(change, away);
    counts[band] = (counts[band] as number) + 1;
    if (old !== 0) shares += away;
    if (change > rise) [rise, riseAt] = [change, row];
    else if (change < fall) [fall, fallAt] = [change, row];
    if (wanted >= 0 && band !== wanted) continue;
    kept += 1;
    const size = change < 0 ? -change : change;
    if (size >= enough) first.add(keyOf(size, row));
  }
  counts[middle] = (counts[middle] as number) + same;
  Object.assign(tally, { rise, riseAt, fall, fallAt, shares, kept });
}

/** By relative change of the older price; a change from zero goes into the outermost band. */
function bandOf(change: number, away: number): number {
  if (change === 0) return middle;
  if (change > 0) return middle + (away <= 0.05 ? 1 : away <= 0.1 ? 2 : away <= 0.2 ? 3 : 4);
  return middle - (away >= -0.05 ? 1 : away >= -0.1 ? 2 : away >= -0.2 ? 3 : 4);
}

/** Maximum rows of a card. */
const mostRows = 4_194_304;

/** Combines change and row, exact up to 2^53; equal changes keep their order. */
const keyOf = (size: number, row: number): number => row - Math.min(size, highest) * mostRows;

/** The smallest change that can have a key before this one. */
const changeAt = (key: number): number => Math.min(Math.max(0, Math.floor(-key / mostRows)), highest);

const percentOf = (change: number, old: number): number =>
  change === 0
    ? 0
    : old === 0
      ? Math.sign(change) * Number.POSITIVE_INFINITY
      : (change / (old < 0 ? -old : old)) * 100;

/** Where a row's combination is in the older prices; negative if missing. Absent: at the same row. */
function placeElsewhere({ before, after }: Pair): RowTable | undefined {
  const known = new Map(before.dimensions.map((one, index) => [one.Name, index]));
  const strange = before.dimensions.filter(({ Name }) => !after.dimensions.some((one) => one.Name === Name));
  if (strange.length > 0)
    throw new Refusal('validation', 'rate-card.other-dimensions', {
      params: { names: strange.map(({ Label }) => Label) },
    });
  if (isAlike(before.dimensions, after.dimensions)) return undefined;
  const theirs = stridesOf(before.dimensions);
  const offsets = after.dimensions.map(({ Name, Values }) => {
    const at = known.get(Name);
    // The older prices lack this dimension, so their price holds for each of its values.
    if (at === undefined) return Values.map(() => 0);
    const places = new Map(before.dimensions[at]?.Values.map(({ Value }, place) => [String(Value), place]));
    return Values.map(({ Value }) => {
      const place = places.get(String(Value));
      return place === undefined ? undefined : place * (theirs[at] as number);
    });
  });
  return rowTable(after.dimensions, (dimension, place) => offsets[dimension]?.[place]);
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

function changedRow({ after }: Pair, row: number, old: number): DataRecord {
  const price = after.vector[row] as number;
  const percent = percentOf(price - old, old);
  const { Values } = rowAnswer(after, row);
  return {
    ...{ Row: row, Values, Before: old / 100, After: price / 100, Change: (price - old) / 100 },
    Percent: Number.isFinite(percent) ? Math.round(percent * 100) / 100 : null,
  };
}
