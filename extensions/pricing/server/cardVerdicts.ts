/** Determines which combinations are sold, by the eligibility rules of product and plan and by options. */

import {
  nestValues,
  operandsUsed,
  parseRule,
  ruleFunctionTable,
  ruleLimits,
  type Tree,
  traceExpression,
} from '#engine';
import { cellKey } from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import type { Place } from './cardPlace.ts';

type Judge = { readonly names: readonly string[]; readonly holds: () => boolean | undefined };

/** One of several conditions that must all hold. */
export type Verdict = {
  /** The dimensions it depends on, ascending. */
  readonly on: readonly number[];
  readonly isAllowed: () => boolean;
};

/** A rule that depends on values not on the card keeps the combination; the sale decides. */
export function createVerdicts(book: Book, now: Place, today: string): readonly Verdict[] {
  const judgeOf = (text: unknown): Judge | undefined => {
    const { tree } = typeof text === 'string' && text.trim() !== '' ? parseRule(text) : { tree: undefined };
    return tree && remembered(tree, now, today);
  };
  const on = (names: readonly string[], byChoice = false) => dimensionsOf(now, names, byChoice);
  const product = judgeOf(book.product.EligibilityRuleText);
  const plans = book.plans.flatMap(({ choice, rule }) => {
    const judge = judgeOf(rule);
    const isAllowed = () => now.choice() !== choice || judge?.holds() !== false;
    return judge ? [{ on: on(judge.names, true), isAllowed }] : [];
  });
  return [
    ...(product ? [{ on: on(product.names), isAllowed: () => product.holds() !== false }] : []),
    ...plans,
    ...offers(book, now, judgeOf),
  ];
}

function dimensionsOf(now: Place, names: readonly string[], byChoice: boolean): readonly number[] {
  const places = names.flatMap((name) => now.placesOf(name));
  const isChosen = byChoice && now.choice() !== undefined;
  return [...new Set(isChosen ? [0, ...places] : places)].sort((a, b) => a - b);
}

/** An option offers the pairs it lists; an option of the plan takes precedence over one for all plans. */
function offers(book: Book, now: Place, judgeOf: (text: unknown) => Judge | undefined): readonly Verdict[] {
  const options = book.options
    .filter(({ keys, cells }) => cells.size > 0 && keys.every((key) => now.placesOf(key).length > 0))
    .map((option) => ({ ...option, judge: judgeOf(option.rule) }));
  return [...new Set(options.map(({ name }) => name))].map((name) => {
    const all = options.filter((one) => one.name === name);
    const names = all.flatMap(({ keys, judge }) => [...keys, ...(judge?.names ?? [])]);
    const byChoice = all.some(({ under }) => under !== undefined);
    return {
      on: dimensionsOf(now, names, byChoice),
      isAllowed: () => {
        const choice = now.choice();
        const option =
          all.find(({ under }) => under !== undefined && under === choice) ?? all.find(({ under }) => !under);
        if (!option) return true;
        const isListed = option.cells.has(cellKey(option.keys.map((key) => now.raw(key))));
        return isListed && option.judge?.holds() !== false;
      },
    };
  });
}

/** Caches one verdict per set of values that the rule reads. */
function remembered(tree: Tree, now: Place, today: string): Judge {
  const { names } = operandsUsed(tree);
  const known = new Map<string, boolean | undefined>();
  const functions = ruleFunctionTable([]);
  const holds = () => {
    const key = cellKey(names.map((name) => now.raw(name)));
    if (!known.has(key)) {
      const scope = { root: nestValues(now.given().values), vars: { today, asked: () => undefined } };
      const { isUnknown, value, error } = traceExpression(tree, { scope, functions, work: ruleLimits.work });
      known.set(key, isUnknown || error ? undefined : value === true);
    }
    return known.get(key);
  };
  return { names, holds };
}
