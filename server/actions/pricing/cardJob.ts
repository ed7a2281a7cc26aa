/** Generates a rate card: every combination is priced before any of them counts, and what is cut short leaves nothing. */
import type { StepsCheck } from '#engine';
import { StepError } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import type { JobKind, JobWork } from '../../jobs/Job.ts';
import { stepRefusal } from './calculatePrice.ts';
import { countOf, type Dimension, layoutOf } from './cardLayout.ts';
import { checkBook } from './checkBook.ts';
import { createPricer } from './createPricer.ts';
import type { Book } from './loadBook.ts';
import { bookOf, showRates } from './showRates.ts';
import { excluded, highest, hole, writeVector } from './vector.ts';

export const generation = 'rate-card.generate';
const entity = 'rate-card';

export const generateCardJob: JobKind = {
  writes: () => [entity],
  run: async (work) => {
    const { call, input } = work;
    const book = await bookOf(work);
    const { check } = soundBook(book);
    const dimensions = layoutOf(book, check);
    const counts: Counts = { holes: 0, negative: 0, priced: 0 };
    const file = await generate(work, { book, check, dimensions, counts });
    const Warnings = warningsOf(counts);
    const rates = { file, dimensions, priced: counts.priced, Warnings };
    try {
      if (Warnings.length > 0 && input.IncludeWarnings !== true) throw refusedWarnings(counts);
      return await showRates(work, { ...rates, Source: 'Generated', operation: 'generate' });
    } catch (error) {
      await call.runtime.ports.files.remove(file.Id);
      throw error;
    }
  },
  // What was written so far is a content without a record, which broke off with the stream that made it.
  undo: async () => undefined,
};

/** A book whose formula is valid. */
export function soundBook(book: Book) {
  const checked = checkBook(book);
  if (!checked.isValid) throw new Refusal('validation', 'pricing-formula.invalid', {});
  return checked;
}

export type Counts = { holes: number; negative: number; priced: number };
type Generating = {
  readonly book: Book;
  readonly check: StepsCheck;
  readonly dimensions: readonly Dimension[];
  readonly counts: Counts;
};

/** Combinations between two looks at the clock. */
const atOnce = 512;

function generate({ call, report, yieldTurn }: JobWork, { book, check, dimensions, counts }: Generating) {
  const count = countOf(dimensions);
  const pricer = createPricer(book, check, dimensions, call.today);
  let done = 0;
  const next = async (size: number): Promise<Int32Array> => {
    const prices = new Int32Array(size);
    for (let index = 0; index < size; index++) {
      if (index % atOnce === 0) await yieldTurn();
      prices[index] = priced(pricer.next, counts);
    }
    done += size;
    report({ done, share: done / count });
    return prices;
  };
  return writeVector(call, { count, next });
}

export function priced(next: () => number, counts: Counts): number {
  try {
    const cents = next();
    if (cents === hole) counts.holes += 1;
    else if (cents !== excluded) {
      counts.priced += 1;
      if (cents < 0) counts.negative += 1;
      if (cents > highest || cents <= hole) throw new Refusal('validation', 'rate-card.too-high', {});
    }
    return cents;
  } catch (error) {
    throw error instanceof StepError ? stepRefusal(error) : error;
  }
}

type Warning = { readonly Code: string; readonly Count: number };

const warningsOf = ({ holes, negative }: Counts): readonly Warning[] =>
  [
    { Code: 'hole', Count: holes },
    { Code: 'negative', Count: negative },
  ].filter(({ Count }) => Count > 0);

const refusedWarnings = ({ holes, negative }: Counts): Refusal =>
  new Refusal('validation', 'rate-card.warnings', { params: { holes, negative } });
