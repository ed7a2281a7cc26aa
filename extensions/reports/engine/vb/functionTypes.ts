/** How the functions of formulas are told: counts of operands, least and most, and what they give. */

import { toNumber, toText, toWhole } from './convert.ts';
import type { Culture } from './culture.ts';
import type { FormulaValue } from './values.ts';

export type Own = { readonly culture: Culture; readonly today: string; readonly now: string };
export type Values = readonly FormulaValue[];

export type FormulaFunction = {
  readonly least: number;
  readonly most: number;
  readonly run: (values: Values, own: Own) => FormulaValue;
};

export type Functions = Readonly<Record<string, FormulaFunction>>;

export const define = (least: number, most: number, run: FormulaFunction['run']): FormulaFunction => ({
  least,
  most,
  run,
});

export const ofNumber = (apply: (x: number) => number): FormulaFunction =>
  define(1, 1, ([value = null], { culture }) => apply(toNumber(value, culture)));

export const ofText = (apply: (text: string) => FormulaValue): FormulaFunction =>
  define(1, 1, ([value = null], { culture }) => apply(toText(value, culture)));

/** An operand that may be left out, as a whole number. */
export const wholeAt = (values: Values, at: number, usual: number, { culture }: Own): number => {
  const value = values[at];
  return value === undefined || value === null ? usual : toWhole(value, culture);
};

export const textAt = (values: Values, at: number, { culture }: Own): string =>
  toText(values[at] ?? null, culture);
