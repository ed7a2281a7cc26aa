/** Reads the prices of a card from a table: every row is judged before any price counts, and a table with a mistake leaves nothing. */
import {
  cellAddress,
  type DataRecord,
  plainCell,
  readDecimal,
  roundHalfUp,
  SheetError,
  type SheetRow,
} from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import type { JobKind, JobWork } from '../../jobs/Job.ts';
import { insertRecord, updateRecord } from '../../operations/writeRecord.ts';
import { createFindings, type Findings } from '../../rows/createFindings.ts';
import { readRows } from '../../rows/readRows.ts';
import { countOf, type Dimension, planDimension, refuseTooMany, stridesOf } from './cardLayout.ts';
import { type Book, loadBook } from './loadBook.ts';
import { loadProduct } from './loadProduct.ts';
import { excluded, highest, writeVector } from './vector.ts';

export const importing = 'rate-card.import';
const entity = 'rate-card';

export const importCardJob: JobKind = {
  writes: () => [entity],
  run: async (work) => {
    const { call, input } = work;
    const from = { call, session: call.runtime.store };
    const book = await loadBook(from, await loadProduct(from, input.ProductId));
    const read = await readPrices(work, book).catch((error) => {
      throw error instanceof SheetError ? new Refusal('validation', 'rate-card.broken-file', {}) : error;
    });
    if (read.findings.count() > 0) throw read.findings.refusal();
    if (!read.prices || read.count === 0) throw new Refusal('validation', 'rate-card.no-rows', {});
    return show(work, { dimensions: read.dimensions, prices: read.prices, count: read.count });
  },
  // The upload goes by itself a day later, like every one that nothing came of.
  undo: async () => undefined,
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

/** The first row says which dimensions the card has; what reads the others comes back. */
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

type Showing = {
  readonly dimensions: readonly Dimension[];
  readonly prices: Int32Array;
  readonly count: number;
};

async function show(
  { call, input, complete, write, yieldTurn }: JobWork,
  { dimensions, prices, count }: Showing,
) {
  let at = 0;
  const file: DataRecord & { readonly Id: string } = await writeVector(call, {
    count: prices.length,
    next: async (size) => {
      await yieldTurn();
      at += size;
      return prices.slice(at - size, at);
    },
  });
  const result = { Id: input.RateCardId, RowCount: count, Combinations: prices.length };
  await write(async (scope) => {
    const plan = scope.call.runtime.planOf(entity);
    const previous = await scope.session.get(entity, String(input.RateCardId));
    if (!previous)
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: String(input.RateCardId) } });
    await insertRecord(scope, scope.call.runtime.planOf('file'), file);
    const shown = {
      ...{ Dimensions: dimensions, RatesFileId: file.Id, CombinationCount: prices.length, PriceCount: count },
      ...{ Warnings: [], Source: 'Imported', RatesDate: call.runtime.ports.now().toISOString() },
    };
    await updateRecord(scope, plan, { previous, next: { ...previous, ...shown }, operation: 'import' });
    await complete(scope.session, result);
  });
  return result;
}
