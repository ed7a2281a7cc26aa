// Code, because a page of prices is read from a vector: filtered, sorted and counted by arithmetic on row numbers.
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import type { Action } from '../Action.ts';
import { objectIn } from './calculatePrice.ts';
import { type Dimension, placesOf, stridesOf } from './cardLayout.ts';
import { firstKeys } from './firstKeys.ts';
import { loadCard } from './loadCard.ts';
import { isPrice, readVector } from './vector.ts';

export type Rates = { readonly dimensions: readonly Dimension[]; readonly vector: Int32Array };

/** The prices of a card; none where it has none yet. */
export async function ratesOf({ runtime }: OperationCall, card: DataRecord): Promise<Rates | undefined> {
  const vector = card.RatesFileId ? await readVector(runtime.ports, String(card.RatesFileId)) : undefined;
  return vector && { dimensions: dimensionsOf(card), vector };
}

export const dimensionsOf = ({ Dimensions }: DataRecord): readonly Dimension[] =>
  Array.isArray(Dimensions) ? (Dimensions as Dimension[]) : [];

type Sort = { readonly by: string; readonly isRising: boolean };

/** `POST …/rates`: Page, PageSize, Filters (values by dimension), Minimum, Maximum, SortField and SortDirection (1 rising). */
export const pageOfRates: Action = async (call, { params, input }) => {
  const card = await loadCard({ call, session: call.runtime.store }, params);
  const rates = await ratesOf(call, card);
  if (!rates) return { Items: [], TotalItems: 0 };
  const size = Math.min(Math.max(1, wholeOf(input.PageSize, 50)), 1000);
  const page = Math.max(1, wholeOf(input.Page, 1));
  const rows = matching(rates, input);
  const shown = sorted(rates, rows, { sort: sortOf(rates, input), count: page * size });
  const Items = [...shown.subarray((page - 1) * size, page * size)].map((row) => rowAnswer(rates, row));
  return { Items, TotalItems: rows.length };
};

export const wholeOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : otherwise;

/** A price with its values in the order of the dimensions. */
export function rowAnswer({ dimensions, vector }: Rates, row: number): DataRecord {
  const places = placesOf(dimensions, row);
  const cents = vector[row] as number;
  return {
    Row: row,
    Values: dimensions.map(({ Values }, index) => Values[places[index] as number]?.Label ?? ''),
    Price: isPrice(cents) ? cents / 100 : null,
  };
}

/** Row numbers of the prices that pass, in their order. */
export function matching({ dimensions, vector }: Rates, input: DataRecord): Uint32Array {
  const wanted = wantedPlaces(dimensions, objectIn(input.Filters) ?? {});
  const strides = stridesOf(dimensions);
  const [low, high] = [centsOf(input.Minimum, -Infinity), centsOf(input.Maximum, Infinity)];
  const found = new Uint32Array(vector.length);
  let count = 0;
  for (let row = 0; row < vector.length; row++) {
    const cents = vector[row] as number;
    if (!isPrice(cents) || cents < low || cents > high) continue;
    if (
      wanted.every(({ index, size, places }) => places[Math.floor(row / (strides[index] as number)) % size])
    )
      found[count++] = row;
  }
  return found.subarray(0, count);
}

const centsOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 100) : otherwise;

type Wanted = { readonly index: number; readonly size: number; readonly places: readonly boolean[] };

function wantedPlaces(dimensions: readonly Dimension[], filters: DataRecord): readonly Wanted[] {
  return Object.entries(filters).flatMap(([name, sent]) => {
    const index = dimensions.findIndex(({ Name }) => Name === name);
    const values = dimensions[index]?.Values;
    if (!values) throw refusals.badId({ params: { value: name } });
    const asked = new Set((Array.isArray(sent) ? sent : [sent]).map(String));
    if (asked.size === 0) return [];
    const places = values.map(({ Value, Label }) => asked.has(String(Value)) || asked.has(Label));
    return [{ index, size: values.length, places }];
  });
}

function sortOf({ dimensions }: Rates, { SortField, SortDirection }: DataRecord): Sort | undefined {
  if (SortField === undefined || SortField === null || SortField === '') return undefined;
  const by = String(SortField);
  if (by !== 'Price' && !dimensions.some(({ Name }) => Name === by))
    throw refusals.badId({ params: { value: by } });
  return { by, isRising: SortDirection !== 0 };
}

/** As many as are asked for. Rows that are alike stay in the order of their numbers: a key holds both, and is exact up to 2^53. */
function sorted(
  { dimensions, vector }: Rates,
  rows: Uint32Array,
  { sort, count }: { readonly sort: Sort | undefined; readonly count: number },
): Uint32Array {
  if (!sort) return rows;
  const stride = 4_194_304;
  const index = dimensions.findIndex(({ Name }) => Name === sort.by);
  const along = stridesOf(dimensions)[index] ?? 1;
  const size = dimensions[index]?.Values.length ?? 1;
  const rank = (row: number) =>
    sort.by === 'Price' ? (vector[row] as number) : Math.floor(row / along) % size;
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    keys[at] = (sort.isRising ? rank(row) : -rank(row)) * stride + row;
  }
  return Uint32Array.from(firstKeys(keys, count), (key) => key - Math.floor(key / stride) * stride);
}

/** `POST …/rates/pivot`: Rows and Columns name dimensions; the least, mean and greatest price of each pair. */
export const pivotOfRates: Action = async (call, { params, input }) => {
  const card = await loadCard({ call, session: call.runtime.store }, params);
  const rates = await ratesOf(call, card);
  const names = [String(input.Rows ?? ''), String(input.Columns ?? '')];
  const { dimensions = [], vector = new Int32Array() } = rates ?? {};
  const [down, across] = names.map((name) => dimensions.findIndex(({ Name }) => Name === name)) as [
    number,
    number,
  ];
  if (!rates || down < 0 || across < 0) throw refusals.badId({ params: { value: names.join(', ') } });
  const [height, width] = [dimensions[down]?.Values.length ?? 0, dimensions[across]?.Values.length ?? 0];
  const cells = Array.from({ length: height * width }, () => ({
    count: 0,
    sum: 0,
    low: Infinity,
    high: -Infinity,
  }));
  const strides = stridesOf(dimensions);
  for (const row of matching(rates, input)) {
    const y = Math.floor(row / (strides[down] as number)) % height;
    const x = Math.floor(row / (strides[across] as number)) % width;
    const cell = cells[y * width + x] as (typeof cells)[number];
    const cents = vector[row] as number;
    cell.count += 1;
    cell.sum += cents;
    cell.low = Math.min(cell.low, cents);
    cell.high = Math.max(cell.high, cents);
  }
  return {
    Rows: dimensions[down]?.Values.map(({ Label }) => Label),
    Columns: dimensions[across]?.Values.map(({ Label }) => Label),
    Cells: Array.from({ length: height }, (_, y) =>
      cells
        .slice(y * width, (y + 1) * width)
        .map(({ count, sum, low, high }) =>
          count === 0
            ? null
            : { Count: count, Mean: Math.round(sum / count) / 100, Low: low / 100, High: high / 100 },
        ),
    ),
  };
};
