// Custom code: the prices of a card are one file that a job writes, not fields of a record.
import { type DataRecord, type SheetTable, type SheetValue, writeCsv, writeXlsx } from '#engine';
import {
  answers,
  createWithin,
  defineAction,
  equals,
  FileAnswer,
  flag,
  inTransaction,
  may,
  noticeOf,
  type OperationCall,
  Refusal,
  record,
  sent,
  storeUpdate,
  text,
} from '#server/extension';
import { importing } from './cardImportJob.ts';
import { generation, sound } from './cardJob.ts';
import { countOf, type Dimension, layoutOf, placesOf, type Rates } from './cardLayout.ts';
import { ratesOf } from './cardRates.ts';
import { isPrice } from './cents.ts';
import { keptBook } from './keptBooks.ts';
import { loadCard } from './loadCard.ts';
import { loadProduct } from './loadProduct.ts';

/** `POST …/generate`: refused up front if the formula is invalid or the card would be too large. */
export const generateCard = defineAction({
  body: sent({ includeWarnings: may(flag) }),
  answer: answers.all({
    PricingFormulaRateCardId: answers.id,
    JobId: answers.id,
    Combinations: answers.count,
  }),
  run: async (call, { params, input, notice }) => {
    const from = { call, session: call.runtime.store };
    const card = await loadCard(from, params);
    const product = await loadProduct(from, card.ProductId);
    if (product.IsReadOnly) throw new Refusal('validation', 'pricing-formula.read-only', {});
    const { book, checked } = await keptBook(call, product.Id);
    const Combinations = countOf(layoutOf(book, sound(checked).check));
    const IncludeWarnings = input.includeWarnings === true;
    const JobId = await call.runtime.jobs.start(call, {
      kind: generation,
      key: String(card.ProductId),
      access: { kind: 'feature', anyOf: ['Pricing.Edit', 'Product.General.Edit'] },
      notice: () => noticeOf(notice, card),
      prepare: async () => ({ RateCardId: card.Id, ProductId: card.ProductId, IncludeWarnings }),
    });
    return { PricingFormulaRateCardId: card.Id, JobId, Combinations };
  },
});

/** `POST …/generate/cancel`: cancels a running generation, if there is one. */
export const cancelGeneration = defineAction({
  body: 'none',
  answer: answers.all({ PricingFormulaRateCardId: answers.id, JobId: answers.id }),
  run: async (call, { params }) => {
    const card = await loadCard({ call, session: call.runtime.store }, params);
    const job = await runningJob(call, card);
    if (!job) throw new Refusal('conflict', 'rate-card.not-generating', {});
    await call.runtime.jobs.cancel(String(job.Id));
    return { PricingFormulaRateCardId: card.Id, JobId: job.Id };
  },
});

/** `POST …/import`: CSV or XLSX as exported; checked completely before any price takes effect. */
export const importCard = defineAction({
  body: record('update'),
  answer: answers.all({ PricingFormulaRateCardId: answers.id, JobId: answers.id }),
  run: async (call, { params, input, notice }) => {
    const from = { call, session: call.runtime.store };
    const card = await loadCard(from, params);
    if ((await loadProduct(from, card.ProductId)).IsReadOnly)
      throw new Refusal('validation', 'pricing-formula.read-only', {});
    if (!input.ImportFileId) throw new Refusal('validation', 'rate-card.no-file', {});
    const JobId = await call.runtime.jobs.start(call, {
      kind: importing,
      key: String(card.ProductId),
      access: { kind: 'feature', anyOf: ['Pricing.Edit', 'Product.General.Edit'] },
      notice: () => noticeOf(notice, card),
      prepare: async () => ({ RateCardId: card.Id, ProductId: card.ProductId, FileId: input.ImportFileId }),
    });
    return { PricingFormulaRateCardId: card.Id, JobId };
  },
});

async function runningJob({ runtime }: OperationCall, card: DataRecord): Promise<DataRecord | undefined> {
  const { items } = await runtime.store.find({ entity: 'job', filter: equals('Key', card.ProductId) });
  return items.find(
    ({ Kind, Status, Input }) =>
      Kind === generation && Status === 'running' && (Input as DataRecord)?.RateCardId === card.Id,
  );
}

/** The fields of a card without prices. */
const noRates = {
  ...{ Dimensions: [], RatesFileId: null, CombinationCount: 0, PriceCount: 0, Warnings: [] },
  ...{ Source: null, RatesDate: null },
};

/** `DELETE …/rates`: removes the prices and keeps the card. */
export const removeRates = defineAction({
  body: 'none',
  answer: answers.ref('rate-card'),
  run: (call, { plan, params }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadCard(scope, params);
      if ((await loadProduct(scope, previous.ProductId)).IsReadOnly)
        throw new Refusal('validation', 'pricing-formula.read-only', {});
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, ...noRates },
        operation: 'remove-rates',
      });
    }),
});

/** `POST /pricing/importratecardtoproduct/{id}`: copies a card to the product; reports what does not fit. */
export const importToProduct = defineAction({
  body: sent({
    RateCardId: may(text),
    Name: may(text),
    IncludeUnfit: may(flag),
  }),
  answer: answers.ref('rate-card'),
  run: async (call, { plan, params, input }) => {
    const from = { call, session: call.runtime.store };
    const card = await loadCard(from, { id: String(input.RateCardId ?? '').toLowerCase() });
    const product = await loadProduct(from, params.productId);
    const rates = await ratesOf(call, card);
    if (!rates) throw new Refusal('validation', 'rate-card.no-rates', {});
    const { book } = await keptBook(call, product.Id);
    const Unfit = unfit(rates.dimensions, [
      { Name: 'Plan', Labels: book.plans.map(({ choice }) => choice) },
      ...book.operands.map(({ name, values = [] }) => ({
        Name: name,
        Labels: values.map(({ value }) => String(value)),
      })),
    ]);
    if (Unfit.length > 0 && input.IncludeUnfit !== true)
      throw new Refusal('validation', 'rate-card.unfit', { params: { names: Unfit }, extra: { Unfit } });
    const made = await inTransaction(call, async (scope) => {
      const { Id } = await createWithin(scope, plan, {
        ProductId: product.Id,
        Name: input.Name ?? card.Name,
      });
      const previous = await loadCard(scope, { id: String(Id) });
      const { Dimensions, RatesFileId, CombinationCount, PriceCount, Warnings } = card;
      const rates = { Dimensions, RatesFileId, CombinationCount, PriceCount, Warnings };
      const next = { ...previous, ...rates, Source: 'Imported', RatesDate: call.now };
      return storeUpdate(scope, plan, { previous, next, operation: 'import' });
    });
    return { ...made, Unfit };
  },
});

type Known = { readonly Name: string; readonly Labels: readonly string[] };

/** Dimensions and values that the product does not have. */
function unfit(dimensions: readonly Dimension[], known: readonly Known[]): readonly string[] {
  return dimensions.flatMap(({ Name, Values }) => {
    const own = known.find((one) => one.Name === Name);
    if (!own) return [Name];
    return Values.filter(({ Value }) => !own.Labels.includes(String(Value))).map(
      ({ Label }) => `${Name} = ${Label}`,
    );
  });
}

/** `GET …/export/csv` and `…/export/xlsx`: one row per price, streamed. */
export const exportCsv = defineAction({
  body: 'none',
  run: (call, { params }) => exported(call, params, 'csv'),
});
export const exportXlsx = defineAction({
  body: 'none',
  run: (call, { params }) => exported(call, params, 'xlsx'),
});

async function exported(
  call: OperationCall,
  params: Readonly<Record<string, string>>,
  kind: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const card = await loadCard({ call, session: call.runtime.store }, params);
  const rates = await ratesOf(call, card);
  if (!rates) throw new Refusal('validation', 'rate-card.no-rates', {});
  const table = tableOf(rates);
  const content = kind === 'csv' ? writeCsv(table) : writeXlsx(table);
  return new FileAnswer(content, `${String(card.Name)}.${kind}`);
}

/** One row per price. */
export function tableOf(rates: Rates): SheetTable {
  return {
    name: 'Rates',
    columns: [
      ...rates.dimensions.map(({ Name }) => ({ title: Name, format: 'text' as const })),
      { title: 'Price', format: 'money' as const },
    ],
    rows: rowsOf(rates),
  };
}

function* rowsOf({ dimensions, vector }: Rates): Generator<readonly SheetValue[]> {
  for (let row = 0; row < vector.length; row++) {
    const cents = vector[row] as number;
    if (!isPrice(cents)) continue;
    const places = placesOf(dimensions, row);
    const values = dimensions.map(({ Values }, index) =>
      String(Values[places[index] as number]?.Value ?? ''),
    );
    yield [...values, cents / 100];
  }
}
