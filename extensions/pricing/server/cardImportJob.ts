/** Imports the prices of a card: all rows are checked first, and a table with a mistake changes nothing. */
import { cellAddress, plainCell, readDecimal, roundHalfUp, SheetError, type SheetRow } from '#engine';
import {
  createFindings,
  type Findings,
  type JobKind,
  type JobWork,
  Refusal,
  readRows,
  refusals,
} from '#server/extension';
import type { Book } from './book.ts';
import { prepareAgain } from './cardJob.ts';
import { countOf, type Dimension, planDimension, refuseTooMany, stridesOf } from './cardLayout.ts';
import { excluded, highest } from './cents.ts';
import { keptBook } from './keptBooks.ts';
import { showRates } from './showRates.ts';
import { writeVector } from './vector.ts';

export const importing = 'rate-card.import';
const entity = 'rate-card';

export const importCardJob: JobKind = {
  writes: () => [entity],
  run: async (work) => {
    const read = await readPrices(work, (await keptBook(work.call, work.input.ProductId)).book).catch(
      (error) => {
        throw error instanceof SheetError ? new Refusal('validation', 'rate-card.broken-file', {}) : error;
      },
    );
    if (read.findings.count() > 0) throw read.findings.refusal();
    if (!read.prices || read.count === 0) throw new Refusal('validation', 'rate-card.no-rows', {});
    const rates = { dimensions: read.dimensions, priced: read.count, Warnings: [] };
    const file = await write(work, read.prices);
    return showRates(work, { ...rates, file, Source: 'Imported', operation: 'import' });
  },
  // The upload is deleted after a day, like every unused one.
  undo: async () => undefined,
  again: {
    isOwn: true,
    prepare: async (scope, input) => {
      if (!(await scope.session.get('file', String(input.FileId)))) throw refusals.jobFileGone();
      return prepareAgain(scope, input);
    },
  },
};

type Read = {
  dimensions: readonly Dimension[];
  prices?: Int32Array;
  count: number;
  readonly findings: Findings;
};

async function readPrices({ call, input, report, yieldTurn }: JobWork, book: Book): Promise<Read> {
  const { store, ports } = call.runtime;
  const file = await store.get('file', String(input.FileId));
  const findings = createFindings({ entity, path: '/ImportFileId', more: 'rate-card.more-mistakes' });
  const read: Read = { dimensions: [], count: 0, findings };
  let take: ((row: SheetRow) => void) | undefined;
  let done = 0;
  const table = { id: String(input.FileId), size: Number(file?.Size) };
  for await (const { rows, share } of readRows(ports.files, table, yieldTurn)) {
    for (const row of rows) {
      if (take) take(row);
      else take = begin(book, row, read);
    }
    done += rows.length;
    report({ done, share });
    await yieldTurn();
  }
  return read;
}

const textOf = (row: SheetRow, index: number): string =>
  String(plainCell(row.values[index] ?? null) ?? '').trim();

/** The first row defines the card's dimensions; returns the reader of the other rows. */
function begin(book: Book, row: SheetRow, read: Read): (row: SheetRow) => void {
  const titles = row.values.map((_, index) => textOf(row, index));
  const last = titles.length - 1;
  const note = (at: SheetRow, index: number, message: string) =>
    read.findings.note({
      cell: cellAddress(index, at.number),
      message: `rate-card.import.${message}`,
      params: { text: textOf(at, index) },
    });
  const found = titles.slice(0, last).map((title) => dimensionOf(book, title));
  found.forEach((one, index) => {
    if (!one) note(row, index, 'unknown-column');
  });
  if (titles[last]?.toLowerCase() !== 'price' || last === 0) note(row, Math.max(0, last), 'no-price-column');
  if (read.findings.count() > 0) return () => undefined;
  read.dimensions = found as Dimension[];
  refuseTooMany(read.dimensions);
  const prices = new Int32Array(countOf(read.dimensions)).fill(excluded);
  read.prices = prices;
  const strides = stridesOf(read.dimensions);
  const places = read.dimensions.map(
    ({ Values }) =>
      new Map(Values.flatMap(({ Value, Label }, at) => [[Label, at] as const, [String(Value), at] as const])),
  );
  return (row) => {
    if (row.values.every((_, index) => textOf(row, index) === '')) return;
    let at = 0;
    for (const [index, known] of places.entries()) {
      const place = known.get(textOf(row, index));
      if (place === undefined) return note(row, index, 'unknown-value');
      at += place * (strides[index] as number);
    }
    const price = readDecimal(textOf(row, last));
    const cents = price && Number(roundHalfUp(price, 2).digits);
    if (!price || cents === undefined || Math.abs(cents) > highest || price.scale > 2)
      return note(row, last, 'no-price');
    if (prices[at] !== excluded) return note(row, 0, 'twice');
    prices[at] = cents;
    read.count += 1;
  };
}

function dimensionOf({ plans, operands }: Book, title: string): Dimension | undefined {
  if (title === planDimension && plans.length > 0)
    return {
      ...{ Name: planDimension, Label: planDimension },
      Values: plans.map(({ choice, name }) => ({ Value: choice, Label: name })),
    };
  const operand = operands.find(({ name, label }) => name === title || label === title);
  if (!operand?.values?.length) return undefined;
  return {
    ...{ Name: operand.name, Label: operand.label },
    Values: operand.values.map(({ value, label }) => ({ Value: value, Label: label })),
  };
}

/** Writes the prices as a vector, yielding in between. */
function write({ call, yieldTurn }: JobWork, prices: Int32Array) {
  let at = 0;
  return writeVector(call, {
    count: prices.length,
    next: async (size) => {
      await yieldTurn();
      at += size;
      return prices.slice(at - size, at);
    },
  });
}
