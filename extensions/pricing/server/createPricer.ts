/** Prices single combinations exactly, for any formula; fallback for what columns cannot compute. */

import { type Decimal, plus, readDecimal } from '#engine';
import {
  cellKey,
  chosenLookUp,
  indexLookUps,
  isDecimal,
  type ReadyStep,
  StepError,
  type StepSource,
  type StepsCheck,
  type StepValue,
  stepValueOf,
  sumParts,
} from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { type Dimension, planDimension } from './cardLayout.ts';
import { createPlace, type Place } from './cardPlace.ts';
import { createVerdicts } from './cardVerdicts.ts';
import { excluded, hole } from './cents.ts';
import { changesOf, layoutOf as partsOf } from './priceOf.ts';

export type Pricer = {
  /** The price of a combination in hundredths, or the code for having none. */
  readonly at: (row: number) => number;
};

type Memo = { readonly value: () => number };

/** A part over more combinations than this is not cached. */
const mostKept = 250_000;

export function createPricer(
  book: Book,
  check: StepsCheck,
  dimensions: readonly Dimension[],
  today: string,
): Pricer {
  const now = createPlace(book, dimensions);
  const steps = createStepValues(book, check, now);
  const parts = createParts({ book, check, dimensions, now, valueOfStep: steps.valueOfStep });
  const verdicts = createVerdicts(book, now, today);
  const all = dimensions.map((_, index) => index);
  return {
    at: (row) => {
      now.stand(all, row);
      steps.forget();
      if (!verdicts.every(({ isAllowed }) => isAllowed())) return excluded;
      let sum = 0;
      for (const memo of parts) {
        const cents = memo.value();
        if (cents === hole) return hole;
        sum += cents;
      }
      return sum;
    },
  };
}

/** The step values of one combination, computed on demand. */
export function createStepValues(book: Book, check: StepsCheck, now: Place) {
  const index = indexLookUps(book);
  const decimals = new Map<string, Decimal | undefined>();
  const decimal = (text: string) => {
    if (!decimals.has(text)) decimals.set(text, readDecimal(text));
    return decimals.get(text);
  };
  const known = new Map<string, StepValue>();
  let isPast = false;
  const ready = new Map(check.ready.map((one) => [one.step.name, one]));
  const source: StepSource = {
    operand: now.operand,
    variable: (name) => (name === book.choice ? now.choice() : valueOfStep(name)),
    lookUp: (kind, name) => {
      const found = chosenLookUp(index, { kind, name }, now.choice());
      const cell = found?.cells.get(cellKey(found.keys.map(now.raw)));
      if (cell === undefined) throw new StepError('cell', { kind, name, keys: '' });
      return decimal(cell);
    },
  };
  const valueOfStep = (name: string): StepValue => {
    if (isPast) known.clear();
    isPast = false;
    if (known.has(name)) return known.get(name);
    const step = ready.get(name);
    const value = step && stepValueOf(step, source).value;
    known.set(name, value);
    return value;
  };
  return {
    source,
    valueOfStep,
    forget: () => {
      isPast = true;
    },
  };
}

type Parts = {
  readonly book: Book;
  readonly check: StepsCheck;
  readonly dimensions: readonly Dimension[];
  readonly now: Place;
  readonly valueOfStep: (step: string) => StepValue;
};

/** Each part that counts in hundredths, cached by the dimensions it depends on. */
function createParts({ book, check, dimensions, now, valueOfStep }: Parts) {
  const needs = needsOf(check.ready, book, dimensions);
  const counting = partsOf(book).filter(({ counts }) => counts);
  return counting.flatMap((part, index) => {
    const steps = check.ready.filter(({ step }) => step.part === part.id);
    const changes = changesOf(book)
      .filter((one) => one.part === part.id || (one.part === undefined && (one.isPercent || index === 0)))
      .map((one) => ({ ...one, part: part.id }));
    if (steps.length + changes.length === 0) return [];
    const on = new Set(steps.flatMap(({ step }) => [...(needs.get(step.name) ?? [])]));
    for (const { choice, operand } of changes) {
      if (choice !== undefined) on.add(0);
      for (const place of operand === undefined ? [] : now.placesOf(operand)) on.add(place);
    }
    const compute = (): number => {
      const amounts = steps.map(({ step }) => valueOfStep(step.name)).filter(isDecimal);
      // Only changes need the values of the combination.
      const given = changes.length > 0 ? now.given() : { values: {} };
      const exact = new Map(amounts.length > 0 ? [[part.id, amounts.reduce(plus)] as const] : []);
      return Number(sumParts(exact, { layout: [part], changes }, given).total.digits);
    };
    return [createMemo({ now, on, dimensions }, () => orHole(compute))];
  });
}

function orHole(compute: () => number): number {
  try {
    return compute();
  } catch (error) {
    if (error instanceof StepError && error.code === 'cell') return hole;
    throw error;
  }
}

/** The dimensions that each step depends on, directly or through other steps. */
export function needsOf(
  ready: readonly ReadyStep[],
  book: Book,
  dimensions: readonly Dimension[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const { placesOf } = createPlace(book, dimensions);
  const needs = new Map<string, ReadonlySet<number>>();
  for (const { step, operands, steps, needsChoice } of ready) {
    const on = new Set<number>(operands.flatMap((name) => [...placesOf(name)]));
    if (needsChoice && dimensions[0]?.Name === planDimension) on.add(0);
    for (const name of steps) for (const place of needs.get(name) ?? []) on.add(place);
    needs.set(step.name, on);
  }
  return needs;
}

type Remembering = {
  readonly now: Place;
  /** The dimensions it depends on. */
  readonly on: ReadonlySet<number>;
  readonly dimensions: readonly Dimension[];
};

/** Caches a number per combination of these dimensions. */
function createMemo({ now, on, dimensions }: Remembering, compute: () => number): Memo {
  const used = [...on];
  const sizes = used.map((index) => dimensions[index]?.Values.length ?? 1);
  const size = sizes.reduce((all, one) => all * one, 1);
  const isWorth = size <= mostKept && size < dimensions.reduce((all, { Values }) => all * Values.length, 1);
  if (!isWorth) return { value: compute };
  const kept = new Float64Array(size).fill(Number.NaN);
  return {
    value: () => {
      let key = 0;
      for (let index = 0; index < used.length; index++)
        key = key * (sizes[index] as number) + now.at(used[index] as number);
      const known = kept[key] as number;
      if (!Number.isNaN(known)) return known;
      const value = compute();
      kept[key] = value;
      return value;
    },
  };
}
