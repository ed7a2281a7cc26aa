/** Generates a rate card: every combination is priced before any of them counts, and what is cut short leaves nothing. */
import { Refusal } from '../../errors/Refusal.ts';
import type { JobKind, JobWork } from '../../jobs/Job.ts';
import type { Book } from './book.ts';
import { countOf, type Dimension, layoutOf } from './cardLayout.ts';
import { checkBook } from './checkBook.ts';
import type { Counts } from './priceWork.ts';
import { bookOf, showRates } from './showRates.ts';
import { piece, writeVector } from './vector.ts';

export const generation = 'rate-card.generate';
const entity = 'rate-card';

export const generateCardJob: JobKind = {
  writes: () => [entity],
  run: async (work) => {
    const { call, input } = work;
    const book = await bookOf(work);
    const { check } = soundBook(book);
    const dimensions = layoutOf(book, check);
    const counts = { holes: 0, negative: 0, priced: 0 };
    const file = await generate(work, { book, dimensions, counts });
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

type Generating = {
  readonly book: Book;
  readonly dimensions: readonly Dimension[];
  readonly counts: Counts;
};

async function generate(work: JobWork, { book, dimensions, counts }: Generating) {
  const { call, report } = work;
  const count = countOf(dimensions);
  const run = call.runtime.ports.pricing.open({ book, dimensions, today: call.today });
  let done = 0;
  let ahead = quietly(run.next(Math.min(piece, count)));
  const next = async (size: number): Promise<Int32Array> => {
    const { prices, ...found } = await whileWanted(work, ahead);
    // The next ones are computed while these are written.
    const left = count - done - size;
    if (left > 0) ahead = quietly(run.next(Math.min(piece, left)));
    add(counts, found);
    done += size;
    report({ done, share: done / count });
    return prices;
  };
  try {
    return await writeVector(call, { count, next });
  } finally {
    run.close();
  }
}

export function add(counts: Counts, { holes, negative, priced }: Counts): void {
  counts.holes += holes;
  counts.negative += negative;
  counts.priced += priced;
}

/** Nobody hears of what goes wrong behind a job that is cancelled. */
export function quietly<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined);
  return answer;
}

/** How often it is asked whether anybody still waits for a price. */
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

type Warning = { readonly Code: string; readonly Count: number };

const warningsOf = ({ holes, negative }: Counts): readonly Warning[] =>
  [
    { Code: 'hole', Count: holes },
    { Code: 'negative', Count: negative },
  ].filter(({ Count }) => Count > 0);

const refusedWarnings = ({ holes, negative }: Counts): Refusal =>
  new Refusal('validation', 'rate-card.warnings', { params: { holes, negative } });
