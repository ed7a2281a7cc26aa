// Custom code: compares prices of two vectors, one of which may not be stored.
import type { DataRecord } from '#engine';
import {
  anObject,
  answers,
  defineAction,
  may,
  type OperationCall,
  Refusal,
  sent,
  text,
  type WorkBudget,
  wholeNumber,
} from '#server/extension';
import { draftIn } from './calculatePrice.ts';
import { add, sound } from './cardJob.ts';
import { countOf, layoutOf, type Rates } from './cardLayout.ts';
import { ratesOf } from './cardRates.ts';
import { changesOfRates } from './changesOfRates.ts';
import { keptBook } from './keptBooks.ts';
import { loadCard } from './loadCard.ts';
import { piecesAhead } from './piecesAhead.ts';
import type { Counts, PriceRun } from './priceWork.ts';
import { rates } from './shapes.ts';

const changedRow = answers.all({
  Row: answers.count,
  Values: answers.list(answers.text),
  Before: answers.number,
  After: answers.number,
  Change: answers.number,
  Percent: answers.maybeNumber,
});
const changes = answers.objectOf(
  [
    ...['Compared', 'Rises', 'Falls', 'Added', 'Gone', 'Holes', 'Negative', 'TotalItems'].map(
      (name) => [name, answers.count] as const,
    ),
    ['MeanPercent', answers.number],
    ...['LargestRise', 'LargestFall'].map(
      (name) => [name, { anyOf: [changedRow, { type: 'null' }] }] as const,
    ),
    [
      'Bands',
      answers.list(
        answers.objectOf(
          [
            ['From', answers.number],
            ['To', answers.number],
            ['Count', answers.count],
          ],
          ['Count'],
        ),
      ),
    ],
    ['Dimensions', answers.list(answers.all({ Name: answers.text, Label: answers.text }))],
    ['Items', answers.list(changedRow)],
  ],
  [
    'Compared',
    'Rises',
    'Falls',
    'Added',
    'Gone',
    'MeanPercent',
    'Bands',
    'Dimensions',
    'Items',
    'TotalItems',
  ],
);

/** `POST …/compare`: differences from the card named by `With`, of any product. */
export const compareCards = defineAction({
  body: sent({ ...rates, With: may(text), Band: may(wholeNumber) }),
  answer: changes,
  run: async (call, { params, input }) => {
    const after = await storedRates(call, params);
    const before = await storedRates(call, { id: (input.With ?? '').toLowerCase() });
    return changesOfRates({ before, after }, input, { budget: call.budget });
  },
});

/** `POST …/whatif`: what `Formula` would change in the prices; stores nothing. */
export const whatIf = defineAction({
  body: sent({ ...rates, Formula: may(anObject), Band: may(wholeNumber) }),
  answer: changes,
  run: async (call, { params, input }) => {
    const before = await storedRates(call, params);
    const draft = draftIn(call, input.Formula);
    const { book, checked } = await keptBook(call, params.productId, draft);
    const { check } = sound(checked);
    const dimensions = layoutOf(book, check);
    const budget = call.budget.times(patience);
    const after = { dimensions, vector: new Int32Array(countOf(dimensions)) };
    const counts = { holes: 0, negative: 0, priced: 0 };
    const run = call.runtime.ports.pricing.open({ book, dimensions, today: call.today });
    try {
      const ready = arriving(run, { ...after, counts, budget });
      const changes = await changesOfRates({ before, after }, input, { budget, ready });
      return { ...changes, Holes: counts.holes, Negative: counts.negative };
    } finally {
      run.close();
    }
  },
});

type Arriving = { readonly vector: Int32Array; readonly counts: Counts; readonly budget: WorkBudget };

/** Counts prices while the next ones are computed. */
function arriving(run: PriceRun, { vector, counts, budget }: Arriving): (row: number) => Promise<void> {
  let there = 0;
  const nextPiece = piecesAhead(run, { count: vector.length, size: atOnce });
  return async (row) => {
    while (there < row) {
      const since = performance.now();
      const piece = await nextPiece();
      if (!piece) return;
      const { prices, ...found } = piece;
      budget.charge(performance.now() - since);
      vector.set(prices, there);
      there += prices.length;
      add(counts, found);
    }
  };
}

/** Budget factor: a million prices take longer than a usual call, and the person waits for them. */
const patience = 10;

/** Prices per request. */
const atOnce = 131_072;

async function storedRates(call: OperationCall, params: Readonly<Record<string, string>>): Promise<Rates> {
  const card: DataRecord = await loadCard({ call, session: call.runtime.store }, params);
  const rates = await ratesOf(call, card);
  if (!rates) throw new Refusal('validation', 'rate-card.no-rates', {});
  return rates;
}
