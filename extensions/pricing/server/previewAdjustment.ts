// Custom code: prices every combination of many products twice, in the pricing thread.
import { type DataRecord, wholly } from '#engine';
import {
  answers,
  defineAction,
  errorBody,
  type OperationCall,
  Refusal,
  type WorkBudget,
  WorkSpent,
} from '#server/extension';
import { loadAdjustment, withAdjustment } from './adjustmentActions.ts';
import { rows } from './book.ts';
import { countOf, layoutOf } from './cardLayout.ts';
import { isPrice } from './cents.ts';
import { keptBook } from './keptBooks.ts';
import { loadProduct } from './loadProduct.ts';
import { piecesAhead } from './piecesAhead.ts';
import type { Pricing } from './planPrices.ts';

/** Budget factor: prices of many products take longer than a usual call, and the person waits for them. */
const patience = 10;

/**
 * `POST …/preview`: the effect of the adjustment on every price of each product, without changing anything. A
 * product that cannot be priced has a `Problem` and a `Reason` instead.
 */
export const previewAdjustment = defineAction({
  body: 'none',
  answer: answers.pageOfItems(
    answers.objectOf(
      [
        ['ProductId', answers.id],
        ['Name', answers.text],
        ['Version', answers.text],
        ['Combinations', answers.count],
        ['Prices', answers.count],
        ['Changed', answers.count],
        ['Before', answers.number],
        ['After', answers.number],
        ['LargestRise', answers.number],
        ['LargestFall', answers.number],
        ['Problem', answers.text],
        ['Reason', answers.text],
      ],
      ['ProductId'],
    ),
  ),
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const adjustment = await loadAdjustment(from, params.id);
    const budget = call.budget.times(patience);
    const Items: DataRecord[] = [];
    for (const { ProductId } of rows(adjustment.AdjustmentProducts))
      Items.push(await previewOf(call, { ProductId, adjustment, budget }));
    return { Items, TotalItems: Items.length };
  },
});

type Previewed = {
  readonly ProductId: unknown;
  readonly adjustment: DataRecord;
  readonly budget: WorkBudget;
};

/** A product without prices does not affect the others; running out of time ends the whole preview. */
async function previewOf(
  call: OperationCall,
  { ProductId, adjustment, budget }: Previewed,
): Promise<DataRecord> {
  let head: DataRecord = { ProductId };
  try {
    const { Id, Name, Version } = await loadProduct({ call, session: call.runtime.store }, ProductId);
    head = { ProductId, Name, Version };
    const { book, checked } = await keptBook(call, Id);
    if (!book.formula) throw new Refusal('validation', 'pricing-formula.none', {});
    if (!checked.isValid) throw new Refusal('validation', 'pricing-formula.invalid', {});
    const dimensions = layoutOf(book, checked.check);
    const before: Pricing = { book, dimensions, today: call.today };
    const after = { ...before, book: { ...book, formula: withAdjustment(book.formula, adjustment) } };
    const found = await compared(call, { before, after, budget });
    return { ...head, Combinations: countOf(dimensions), ...found };
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof WorkSpent) throw error;
    const { model } = call.runtime;
    const Reason = wholly(errorBody(error, { model, locale: call.locale })).Message;
    return { ...head, Problem: problems[error.key] ?? 'price', Reason };
  }
}

const problems: Readonly<Record<string, string>> = {
  'pricing-formula.none': 'formula',
  'pricing-formula.invalid': 'formula',
  'rate-card.too-many': 'large',
  'server.no-such-record': 'product',
};

type Comparing = { readonly before: Pricing; readonly after: Pricing; readonly budget: WorkBudget };

/** Prices per request. */
const atOnce = 65_536;

async function compared(call: OperationCall, { before, after, budget }: Comparing) {
  const runs = [before, after].map((one) => call.runtime.ports.pricing.open(one));
  const tally = createTally();
  try {
    const nexts = runs.map((run) => piecesAhead(run, { count: countOf(before.dimensions), size: atOnce }));
    for (;;) {
      await budget.yieldTurn();
      const since = performance.now();
      const [old, now] = await Promise.all(nexts.map((next) => next()));
      budget.charge(performance.now() - since);
      if (!old || !now) break;
      tally.add(old.prices, now.prices);
    }
  } finally {
    for (const run of runs) run.close();
  }
  return tally.found();
}

function createTally() {
  let [prices, changed, rise, fall, before, after] = [0, 0, 0, 0, 0, 0];
  return {
    add: (olds: Int32Array, news: Int32Array): void => {
      for (let row = 0; row < olds.length; row++) {
        const [old, now] = [olds[row] as number, news[row] as number];
        if (!isPrice(old) || !isPrice(now)) continue;
        prices += 1;
        before += old;
        after += now;
        if (old !== now) changed += 1;
        rise = Math.max(rise, now - old);
        fall = Math.min(fall, now - old);
      }
    },
    found: () => ({
      ...{ Prices: prices, Changed: changed, LargestRise: rise / 100, LargestFall: fall / 100 },
      ...{ Before: before / 100, After: after / 100 },
    }),
  };
}
