/** Where the walk over a card stands: the values of one combination after the other. */
import { type StepValue, stepValue } from '#engine';
import { type Dimension, planDimension } from './cardLayout.ts';
import { followed, followsPlan } from './derivedValues.ts';
import type { Book } from './loadBook.ts';

export type Place = {
  readonly advance: () => void;
  readonly choice: () => string | undefined;
  readonly operand: (name: string) => StepValue;
  /** As cells are keyed. */
  readonly raw: (name: string) => string;
  readonly given: () => { readonly values: Readonly<Record<string, unknown>>; readonly choice?: string };
  /** The dimensions a value comes from. */
  readonly placesOf: (operand: string) => readonly number[];
  /** Where the combination stands along a dimension. */
  readonly at: (dimension: number) => number;
};

/** The values of one combination after the other. */
export function createPlace(book: Book, dimensions: readonly Dimension[]): Place {
  const sizes = dimensions.map(({ Values }) => Values.length);
  const places = sizes.map(() => 0);
  const values: Record<string, unknown> = {};
  const read = new Map<string, StepValue>();
  const hasPlan = dimensions[0]?.Name === planDimension;
  const byPlan = hasPlan ? book.operands.filter((one) => followsPlan(one, book)) : [];
  const names = new Set(dimensions.map(({ Name }) => Name));
  const byBase = book.operands.filter(
    ({ name, follows }) => !names.has(name) && follows !== undefined && names.has(follows),
  );
  let isFirst = true;
  const set = (name: string, value: unknown) => {
    values[name] = value;
    read.set(name, stepValue(value));
  };
  const put = (index: number) => {
    const { Name, Values } = dimensions[index] as Dimension;
    const value = Values[places[index] as number]?.Value;
    if (index === 0 && hasPlan) for (const { name } of byPlan) set(name, value);
    else set(Name, value);
    for (const one of byBase) if (one.follows === Name) set(one.name, followed(one, value));
  };
  const choice = () => (hasPlan ? String(dimensions[0]?.Values[places[0] as number]?.Value) : undefined);
  return {
    choice,
    operand: (name) => read.get(name),
    raw: (name) => String(values[name] ?? ''),
    given: () => ({ values, choice: choice() }),
    at: (dimension) => places[dimension] as number,
    placesOf: (operand) => {
      if (byPlan.some(({ name }) => name === operand)) return [0];
      const base = byBase.find(({ name }) => name === operand)?.follows ?? operand;
      const found = dimensions.findIndex(({ Name }) => Name === base);
      return found < 0 ? [] : [found];
    },
    advance: () => {
      if (isFirst) {
        isFirst = false;
        for (const index of dimensions.keys()) put(index);
        return;
      }
      for (let index = sizes.length - 1; index >= 0; index--) {
        const next = (places[index] as number) + 1;
        places[index] = next === sizes[index] ? 0 : next;
        put(index);
        if (next !== sizes[index]) return;
      }
    },
  };
}
