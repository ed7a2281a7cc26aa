/** Generates a rate card: all combinations are priced before any takes effect; aborting changes nothing. */
import type { DataRecord } from '#engine';
import { authorize, type JobKind, type JobWork, Refusal, type WriteScope } from '#server/extension';
import type { Book } from './book.ts';
import { countOf, type Dimension, layoutOf } from './cardLayout.ts';
import { hole } from './cents.ts';
import type { BookCheck } from './checkBook.ts';
import { type Gap, gapAt, gapMessages, mostNamed } from './gaps.ts';
import { keptBook } from './keptBooks.ts';
import { loadCard } from './loadCard.ts';
import { loadProduct } from './loadProduct.ts';
import { piecesAhead } from './piecesAhead.ts';
import type { Counts } from './priceWork.ts';
import { showRates } from './showRates.ts';
import { piece, writeVector } from './vector.ts';

export const generation = 'rate-card.generate';
const entity = 'rate-card';

export const generateCardJob: JobKind = {
  writes: () => [entity],
  run: async (work) => {
    const { call, input } = work;
    const { book, checked } = await keptBook(call, input.ProductId);
    const { check } = sound(checked);
    const dimensions = layoutOf(book, check);
    const counts = { holes: 0, negative: 0, priced: 0 };
    const { file, gaps } = await generate(work, { book, dimensions, counts });
    const Warnings = warningsOf(counts, gaps);
    const rates = { file, dimensions, priced: counts.priced, Warnings };
    try {
      if (Warnings.length > 0 && input.IncludeWarnings !== true) throw refusedWarnings(counts, gaps);
      return await showRates(work, { ...rates, Source: 'Generated', operation: 'generate' });
    } catch (error) {
      await call.runtime.ports.files.remove(file.Id);
      throw error;
    }
  },
  // What was written so far is a file without a record, dropped when its stream broke off.
  undo: async () => undefined,
  again: { prepare: prepareAgain },
};

/** Whoever may price the card now; shared by the jobs that write its prices. */
export async function prepareAgain(scope: WriteScope, input: DataRecord): Promise<DataRecord> {
  authorize({ kind: 'feature', anyOf: ['Pricing.Edit', 'Product.General.Edit'] }, scope.call.features);
  const card = await loadCard(scope, { id: String(input.RateCardId) });
  if ((await loadProduct(scope, card.ProductId)).IsReadOnly)
    throw new Refusal('validation', 'pricing-formula.read-only', {});
  return input;
}

/** Refuses a book whose formula is invalid. */
export function sound(checked: BookCheck): BookCheck {
  if (!checked.isValid) throw new Refusal('validation', 'pricing-formula.invalid', {});
  return checked;
}

type Generating = {
  readonly book: Book;
  readonly dimensions: readonly Dimension[];
  readonly counts: Counts;
};

async function generate(work: JobWork, { book, dimensions, counts }: Generating) {
  const { call, report } = work;
  const count = countOf(dimensions);
  const run = call.runtime.ports.pricing.open({ book, dimensions, today: call.today });
  const gaps: Gap[] = [];
  let done = 0;
  const nextPiece = piecesAhead(run, { count, size: piece });
  const next = async (): Promise<Int32Array> => {
    const answer = nextPiece();
    if (!answer) return new Int32Array();
    const { prices, ...found } = await whileWanted(work, answer);
    add(counts, found);
    if (found.holes > 0 && gaps.length < mostNamed)
      nameGaps(gaps, prices, (at) => gapAt(dimensions, done + at));
    done += prices.length;
    report({ done, share: done / count });
    return prices;
  };
  try {
    return { file: await writeVector(call, { count, next }), gaps };
  } finally {
    run.close();
  }
}

/** Adds the first combinations without a price, up to the number named. */
function nameGaps(gaps: Gap[], prices: Int32Array, named: (at: number) => Gap): void {
  for (let at = prices.indexOf(hole); at >= 0 && gaps.length < mostNamed; at = prices.indexOf(hole, at + 1))
    gaps.push(named(at));
}

export function add(counts: Counts, { holes, negative, priced }: Counts): void {
  counts.holes += holes;
  counts.negative += negative;
  counts.priced += priced;
}

/** How often cancellation is checked, in milliseconds. */
const askedEvery = 50;

/** The answer, unless the job is cancelled first. */
async function whileWanted<Result>({ yieldTurn }: JobWork, answer: Promise<Result>): Promise<Result> {
  for (;;) {
    await yieldTurn();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, askedEvery, undefined);
    });
    const found = await Promise.race([answer.then((result) => ({ result })), later]).finally(() =>
      clearTimeout(timer),
    );
    if (found) return found.result;
  }
}

type Warning = { readonly Code: string; readonly Count: number; readonly Gaps?: readonly Gap[] };

const warningsOf = ({ holes, negative }: Counts, Gaps: readonly Gap[]): readonly Warning[] =>
  [
    { Code: 'hole', Count: holes, Gaps },
    { Code: 'negative', Count: negative },
  ].filter(({ Count }) => Count > 0);

function refusedWarnings({ holes, negative }: Counts, gaps: readonly Gap[]): Refusal {
  if (holes === 0) return new Refusal('validation', 'rate-card.negative', { params: { negative } });
  const params = { holes, negative, gaps: gapMessages(gaps, holes) };
  return new Refusal('validation', 'rate-card.warnings', { params });
}
