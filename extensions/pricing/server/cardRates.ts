// Custom code: reads a page of prices from a vector, filtering and sorting by arithmetic on row numbers.
import type { DataRecord } from '#engine';
import {
  answers,
  defineAction,
  may,
  type OperationCall,
  refusals,
  sent,
  text,
  wholeNumber,
} from '#server/extension';
import { type Dimension, placesOf, type Rates } from './cardLayout.ts';
import { eachPrice, rowTable, sumAt } from './cardRows.ts';
import { highest, hole, isPrice } from './cents.ts';
import { createFirstKeys } from './firstKeys.ts';
import { loadCard } from './loadCard.ts';
import { rates } from './shapes.ts';
import { readVector } from './vector.ts';

/** The prices of a card; undefined when it has none yet. */
export async function ratesOf({ runtime }: OperationCall, card: DataRecord): Promise<Rates | undefined> {
  const vector = card.RatesFileId ? await readVector(runtime.ports, String(card.RatesFileId)) : undefined;
  return vector && { dimensions: dimensionsOf(card), vector };
}

export const dimensionsOf = ({ Dimensions }: DataRecord): readonly Dimension[] =>
  Array.isArray(Dimensions) ? (Dimensions as Dimension[]) : [];

type Sort = { readonly by: string; readonly isRising: boolean };

/** `POST …/rates`: a page of prices; Filters hold values by dimension, SortDirection is 1 for ascending. */
export const pageOfRates = defineAction({
  body: sent({ ...rates, SortField: may(text), SortDirection: may(wholeNumber) }),
  answer: answers.pageOfItems(
    answers.all({ Row: answers.count, Values: answers.list(answers.text), Price: answers.maybeNumber }),
  ),
  run: async (call, { params, input }) => {
    const card = await loadCard({ call, session: call.runtime.store }, params);
    const rates = await ratesOf(call, card);
    if (!rates) return { Items: [], TotalItems: 0 };
    const size = Math.min(Math.max(1, wholeOf(input.PageSize, 50)), 1000);
    const page = Math.max(1, wholeOf(input.Page, 1));
    const keyOf = keysOf(rates, sortOf(rates, input));
    const count = rates.vector.length;
    const first = createFirstKeys(Math.min(page * size, count), count);
    const { vector } = rates;
    const TotalItems = await eachPrice(rates, { asked: input, budget: call.budget }, (rows) => {
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        first.add(keyOf(row, vector[row] as number));
      }
    });
    const shown = [...first.from((page - 1) * size)].map((key) => key - Math.floor(key / stride) * stride);
    return { Items: shown.map((row) => rowAnswer(rates, row)), TotalItems };
  },
});

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

function sortOf({ dimensions }: Rates, { SortField, SortDirection }: DataRecord): Sort | undefined {
  if (SortField === undefined || SortField === null || SortField === '') return undefined;
  const by = String(SortField);
  if (by !== 'Price' && !dimensions.some(({ Name }) => Name === by))
    throw refusals.badId({ params: { value: by } });
  return { by, isRising: SortDirection !== 0 };
}

/** Maximum rows of a card. */
const stride = 4_194_304;

/** A sort key combines value and row number (exact up to 2^53), so that equal rows keep their order. */
function keysOf({ dimensions }: Rates, sort: Sort | undefined): (row: number, cents: number) => number {
  if (!sort) return (row) => row;
  const sign = sort.isRising ? stride : -stride;
  if (sort.by === 'Price') return (row, cents) => cents * sign + row;
  const index = dimensions.findIndex(({ Name }) => Name === sort.by);
  const table = rowTable(dimensions, (dimension, place) => (dimension === index ? place : 0));
  return (row) => sumAt(table, row) * sign + row;
}

/** `POST …/rates/pivot`: minimum, mean and maximum price per pair of the dimensions Rows and Columns. */
export const pivotOfRates = defineAction({
  body: sent({ ...rates, Rows: may(text), Columns: may(text) }),
  answer: answers.all({
    Rows: answers.list(answers.text),
    Columns: answers.list(answers.text),
    Cells: answers.list(answers.list({})),
  }),
  run: async (call, { params, input }) => {
    const card = await loadCard({ call, session: call.runtime.store }, params);
    const rates = await ratesOf(call, card);
    const names = [String(input.Rows ?? ''), String(input.Columns ?? '')];
    const { dimensions = [] } = rates ?? {};
    const [down, across] = names.map((name) => dimensions.findIndex(({ Name }) => Name === name)) as [
      number,
      number,
    ];
    if (!rates || down < 0 || across < 0) throw refusals.badId({ params: { value: names.join(', ') } });
    const [height, width] = [dimensions[down]?.Values.length ?? 0, dimensions[across]?.Values.length ?? 0];
    const adds = (dimension: number, place: number) =>
      (dimension === down ? place * width : 0) + (dimension === across ? place : 0);
    const table = rowTable(dimensions, adds);
    const cells = createCells(height * width);
    const { vector } = rates;
    await eachPrice(rates, { asked: input, budget: call.budget }, (rows) => {
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        cells.add(sumAt(table, row), vector[row] as number);
      }
    });
    return {
      Rows: dimensions[down]?.Values.map(({ Label }) => Label),
      Columns: dimensions[across]?.Values.map(({ Label }) => Label),
      Cells: Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => cells.answer(y * width + x)),
      ),
    };
  },
});

/** Accumulates the statistics of each pair. */
function createCells(size: number) {
  const [counts, sums] = [new Uint32Array(size), new Float64Array(size)];
  const [lows, highs] = [new Int32Array(size).fill(highest), new Int32Array(size).fill(hole)];
  return {
    add: (cell: number, cents: number): void => {
      counts[cell] = (counts[cell] as number) + 1;
      sums[cell] = (sums[cell] as number) + cents;
      if (cents < (lows[cell] as number)) lows[cell] = cents;
      if (cents > (highs[cell] as number)) highs[cell] = cents;
    },
    answer: (cell: number): DataRecord | null => {
      const [Count, sum] = [counts[cell] as number, sums[cell] as number];
      if (Count === 0) return null;
      const Mean = Math.round(sum / Count) / 100;
      return { Count, Mean, Low: (lows[cell] as number) / 100, High: (highs[cell] as number) / 100 };
    },
  };
}
