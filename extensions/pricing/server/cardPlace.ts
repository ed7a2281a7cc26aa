/** The current combination of a card and its values. */
import type { Operand } from '#engine';
import { type StepValue, stepValue } from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { type Dimension, planDimension } from './cardLayout.ts';
import { followed, followsPlan } from './derivedValues.ts';

export type Place = {
  /** Moves some dimensions to a combination, by its number among theirs; the others stay. */
  readonly stand: (on: readonly number[], index: number) => void;
  readonly choice: () => string | undefined;
  readonly operand: (name: string) => StepValue;
  /** Formatted like cell keys. */
  readonly raw: (name: string) => string;
  readonly given: () => { readonly values: Readonly<Record<string, unknown>>; readonly choice?: string };
  /** The dimensions that determine a value. */
  readonly placesOf: (operand: string) => readonly number[];
  /** The current place along a dimension. */
  readonly at: (dimension: number) => number;
};

export function createPlace(book: Book, dimensions: readonly Dimension[]): Place {
  const sizes = dimensions.map(({ Values }) => Values.length);
  const places = sizes.map(() => 0);
  const hasPlan = dimensions[0]?.Name === planDimension;
  const byPlan = hasPlan ? book.operands.filter((one) => followsPlan(one, book)) : [];
  const names = new Set(dimensions.map(({ Name }) => Name));
  const byBase = book.operands.filter(
    ({ name, follows }) => !names.has(name) && follows !== undefined && names.has(follows),
  );
  const known = knownOperands(dimensions, { hasPlan, byPlan, byBase });
  const valueHere = ({ along, values }: Known): unknown => values[places[along] as number];
  const choice = () => (hasPlan ? String(dimensions[0]?.Values[places[0] as number]?.Value) : undefined);
  return {
    choice,
    operand: (name) => {
      const one = known.get(name);
      return one?.steps[places[one.along] as number];
    },
    raw: (name) => {
      const one = known.get(name);
      return String((one && valueHere(one)) ?? '');
    },
    given: () => ({
      values: Object.fromEntries([...known].map(([name, one]) => [name, valueHere(one)])),
      choice: choice(),
    }),
    at: (dimension) => places[dimension] as number,
    placesOf: (operand) => {
      if (byPlan.some(({ name }) => name === operand)) return [0];
      const base = byBase.find(({ name }) => name === operand)?.follows ?? operand;
      const found = dimensions.findIndex(({ Name }) => Name === base);
      return found < 0 ? [] : [found];
    },
    stand: (on, index) => {
      let rest = index;
      for (let one = on.length - 1; one >= 0; one--) {
        const dimension = on[one] as number;
        const size = sizes[dimension] as number;
        places[dimension] = rest % size;
        rest = Math.floor(rest / size);
      }
    },
  };
}

/** An operand determined by one dimension: its values along it, raw and as steps use them. */
type Known = {
  readonly along: number;
  readonly values: readonly unknown[];
  readonly steps: readonly StepValue[];
};

type Followers = {
  readonly hasPlan: boolean;
  readonly byPlan: readonly Operand[];
  readonly byBase: readonly Operand[];
};

/** Precomputed, since a card has far more combinations than values. */
function knownOperands(
  dimensions: readonly Dimension[],
  { hasPlan, byPlan, byBase }: Followers,
): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  const put = (name: string, along: number, values: readonly unknown[]) =>
    known.set(name, { along, values, steps: values.map(stepValue) });
  dimensions.forEach(({ Name, Values }, along) => {
    const values = Values.map(({ Value }) => Value);
    if (along === 0 && hasPlan) for (const { name } of byPlan) put(name, along, values);
    else put(Name, along, values);
    for (const one of byBase)
      if (one.follows === Name)
        put(
          one.name,
          along,
          values.map((value) => followed(one, value)),
        );
  });
  return known;
}
