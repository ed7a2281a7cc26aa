/** Combinations without a price, in words: the first few of them, found without visiting all others. */
import type { Operand } from '#engine';
import { cellKey, type LookUp } from '#extensions/pricing/engine';
import { answers } from '#server/extension';
import { type Dimension, placesOf } from './cardLayout.ts';

/** The values of a combination as people know them. */
export type Gap = readonly { readonly Label: string; readonly Value: string }[];

export const gapsAnswer = answers.list(
  answers.list(answers.all({ Label: answers.text, Value: answers.text })),
);

/** Combinations named; the others are counted. */
export const mostNamed = 5;

/**
 * The first combinations of listed values without a cell. Each combination visited has a cell or is one of
 * them, so the work is bounded by the cells.
 */
export function gapsOf({ keys, cells }: LookUp, operands: ReadonlyMap<string, Operand>): readonly Gap[] {
  const along = keys.map((key) => ({
    Label: operands.get(key)?.label ?? key,
    of: operands.get(key)?.values,
  }));
  const count = along.reduce((all, { of = [] }) => all * of.length, 1);
  const gaps: Gap[] = [];
  for (let index = 0; index < count && gaps.length < mostNamed; index++) {
    let rest = index;
    const here = along.toReversed().map(({ Label, of = [] }) => {
      const found = of[rest % of.length];
      rest = Math.floor(rest / of.length);
      return { Label, Value: found?.label ?? '', value: found?.value };
    });
    here.reverse();
    if (cells.has(cellKey(here.map(({ value }) => value)))) continue;
    gaps.push(here.map(({ Label, Value }) => ({ Label, Value })));
  }
  return gaps;
}

/** How many combinations of listed values have a cell; cells of removed values do not count. */
export function coveredBy({ keys, cells }: LookUp, operands: ReadonlyMap<string, Operand>): number {
  const listed = keys.map((key) => new Set(operands.get(key)?.values?.map(({ value }) => String(value))));
  let covered = 0;
  for (const key of cells.keys())
    if (key.split('\u0000').every((value, at) => listed[at]?.has(value))) covered += 1;
  return covered;
}

/** The combination in a row of a card. */
export const gapAt = (dimensions: readonly Dimension[], row: number): Gap =>
  placesOf(dimensions, row).map((place, at) => ({
    Label: dimensions[at]?.Label ?? '',
    Value: dimensions[at]?.Values[place]?.Label ?? '',
  }));

/** The combinations and how many more there are, for a message that is put into words when it is read. */
export function gapMessages(gaps: readonly Gap[], count: number) {
  const named = gaps.map((gap) => ({
    message: 'ui.gaps.one',
    params: { values: gap.map(({ Label: label, Value: value }) => valueMessage({ label, value })) },
  }));
  const more = count - gaps.length;
  return [...named, ...(more > 0 ? [{ message: 'ui.gaps.more', params: { count: more } }] : [])];
}

const valueMessage = (params: { readonly label: string; readonly value: string }) => ({
  message: 'ui.gaps.value',
  params,
});
