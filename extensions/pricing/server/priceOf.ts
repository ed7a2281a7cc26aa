/** The price of one set of values by a checked formula, with all intermediate results. */

import { writeFixed } from '#engine';
import {
  type PartChange,
  runSteps,
  StepError,
  type StepResult,
  type StepsCheck,
  type Sum,
  sumParts,
} from '#extensions/pricing/engine';
import { type Book, type PricingPlan, rows } from './book.ts';
import { type Values, withDerived } from './derivedValues.ts';

type Asked = { readonly plan?: PricingPlan; readonly values: Values };

export type Priced = {
  /** With two decimals. */
  readonly price: string;
  readonly steps: readonly StepResult[];
  readonly sum: Sum;
  readonly values: Values;
};

export function priceOf(
  book: Book,
  check: StepsCheck,
  { plan, values: sent }: Asked,
): Priced | { readonly error: StepError } {
  const values = withDerived(book, plan, sent);
  const given = { values, choice: plan?.choice };
  try {
    const { results, parts } = runSteps(check.ready, book, given);
    const sum = sumParts(parts, summingOf(book), given);
    return { price: writeFixed(sum.total), steps: results, sum, values };
  } catch (error) {
    if (error instanceof StepError) return { error };
    throw error;
  }
}

type Summing = { readonly layout: ReturnType<typeof layoutOf>; readonly changes: readonly PartChange[] };

/** Cached per book, since every price is summed in the same way. */
const summing = new WeakMap<Book, Summing>();

function summingOf(book: Book): Summing {
  const known = summing.get(book);
  if (known) return known;
  const found = { layout: layoutOf(book), changes: changesOf(book) };
  summing.set(book, found);
  return found;
}

export const layoutOf = ({ buckets }: Book) =>
  buckets.map(({ id, scale, isInPrice }) => ({ id, scale, counts: isInPrice }));

/** The adjustments of a formula. */
export function changesOf({ formula }: Book): readonly PartChange[] {
  return rows(formula?.Adjustments).map((row) => ({
    title: String(row.Title ?? ''),
    isPercent: row.IsPercent !== false,
    by: String(row.Change ?? 0),
    ...(row.PriceBucketId ? { part: String(row.PriceBucketId) } : {}),
    ...(row.PlanName ? { choice: String(row.PlanName) } : {}),
    ...(row.ParameterName
      ? { operand: String(row.ParameterName), value: String(row.ParameterValue ?? '') }
      : {}),
  }));
}
