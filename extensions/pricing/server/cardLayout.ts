/** The combinations of a rate card: each plan with each listed value of the parameters in the formula. */
import type { Operand } from '#engine';
import type { ReadyStep, StepsCheck } from '#extensions/pricing/engine';
import { Refusal } from '#server/extension';
import type { Book } from './book.ts';
import { followsPlan } from './derivedValues.ts';

type DimensionValue = { readonly Value: string | number | boolean; readonly Label: string };

/** Stored with the card, so that the meaning of its prices never changes. */
export type Dimension = {
  /** `Plan`, or the source name of a parameter. */
  readonly Name: string;
  readonly Label: string;
  readonly Values: readonly DimensionValue[];
};

/** The prices of a card, one per combination of its dimensions. */
export type Rates = { readonly dimensions: readonly Dimension[]; readonly vector: Int32Array };

export const planDimension = 'Plan';

/** A card with more combinations is no longer a price list. */
const mostCombinations = 4_000_000;

/** The dimensions of a card for the current formula; a refusal names the dimension to cut. */
export function layoutOf(book: Book, check: StepsCheck): readonly Dimension[] {
  const used = new Set(check.ready.flatMap(({ operands }: ReadyStep) => operands));
  const known = new Map(book.operands.map((operand) => [operand.name, operand]));
  const operands = book.operands.filter((one) => used.has(one.name) && isOwn(one, { book, known, used }));
  const plans = book.plans.map(({ choice, name }) => ({ Value: choice, Label: name }));
  const dimensions = [
    ...(plans.length > 0 ? [{ Name: planDimension, Label: planDimension, Values: plans }] : []),
    ...operands.map(({ name, label, values = [] }) => ({
      ...{ Name: name, Label: label },
      Values: values.map((one) => ({ Value: one.value, Label: one.label })),
    })),
  ];
  refuseTooMany(dimensions);
  return dimensions;
}

type Among = {
  readonly book: Book;
  readonly known: ReadonlyMap<string, Operand>;
  readonly used: ReadonlySet<string>;
};

/** An operand with listed values that do not follow from the plan or another operand of the card. */
function isOwn({ name, values = [], follows }: Operand, { book, known, used }: Among): boolean {
  const operand = known.get(name);
  if (!operand || values.length === 0 || followsPlan(operand, book)) return false;
  const base = follows === undefined ? undefined : known.get(follows);
  return !(base && used.has(base.name) && (base.values?.length ?? 0) > 0);
}

export const countOf = (dimensions: readonly Dimension[]): number =>
  dimensions.reduce((all, { Values }) => all * Values.length, 1);

export function refuseTooMany(dimensions: readonly Dimension[]): void {
  const count = countOf(dimensions);
  if (count <= mostCombinations) return;
  const largest = dimensions.reduce((a, b) => (b.Values.length > a.Values.length ? b : a));
  throw new Refusal('validation', 'rate-card.too-many', {
    params: { count, limit: mostCombinations, dimension: largest.Label, values: largest.Values.length },
  });
}

/** The place along each dimension of a row number; the last dimension varies fastest. */
export function placesOf(dimensions: readonly Dimension[], row: number): readonly number[] {
  const places: number[] = [];
  let left = row;
  for (let index = dimensions.length - 1; index >= 0; index--) {
    const size = dimensions[index]?.Values.length ?? 1;
    places[index] = left % size;
    left = Math.floor(left / size);
  }
  return places;
}

/** The distance in rows of neighbouring places along each dimension. */
export function stridesOf(dimensions: readonly Dimension[]): readonly number[] {
  const strides: number[] = [];
  let stride = 1;
  for (let index = dimensions.length - 1; index >= 0; index--) {
    strides[index] = stride;
    stride *= dimensions[index]?.Values.length ?? 1;
  }
  return strides;
}
