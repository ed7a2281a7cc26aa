/** Which combinations are sold at all: by the eligibility rules of product and plan, and by the options that list pairs. */
import {
  cellKey,
  nestValues,
  operandsUsed,
  parseRule,
  ruleFunctionTable,
  ruleLimits,
  type Tree,
  traceExpression,
} from '#engine';
import type { Place } from './cardPlace.ts';
import type { Book } from './loadBook.ts';

type Judge = () => boolean | undefined;

/** A rule that what is not on the card decides keeps the combination: the sale will know. */
export function createVerdicts(book: Book, now: Place, today: string) {
  const judgeOf = (text: unknown): Judge | undefined => {
    const { tree } = typeof text === 'string' && text.trim() !== '' ? parseRule(text) : { tree: undefined };
    return tree && remembered(tree, now, today);
  };
  const product = judgeOf(book.product.EligibilityRuleText);
  const plans = new Map(book.plans.map(({ choice, rule }) => [choice, judgeOf(rule)]));
  const options = book.options
    .filter(({ keys, cells }) => cells.size > 0 && keys.every((key) => now.placesOf(key).length > 0))
    .map((option) => ({ ...option, judge: judgeOf(option.rule) }));
  const names = [...new Set(options.map(({ name }) => name))];
  const isOffered = (): boolean =>
    names.every((name) => {
      const choice = now.choice();
      const all = options.filter((one) => one.name === name);
      const option =
        all.find(({ under }) => under !== undefined && under === choice) ?? all.find(({ under }) => !under);
      if (!option) return true;
      return option.judge?.() !== false && option.cells.has(cellKey(option.keys.map((key) => now.raw(key))));
    });
  const isFree = !product && names.length === 0 && [...plans.values()].every((judge) => !judge);
  if (isFree) return { isAllowed: () => true };
  return {
    isAllowed: () => product?.() !== false && plans.get(now.choice() ?? '')?.() !== false && isOffered(),
  };
}

/** One verdict for each set of values the rule reads. */
function remembered(tree: Tree, now: Place, today: string): Judge {
  const { names } = operandsUsed(tree);
  const known = new Map<string, boolean | undefined>();
  const functions = ruleFunctionTable([]);
  return () => {
    const key = cellKey(names.map((name) => now.raw(name)));
    if (!known.has(key)) {
      const scope = { root: nestValues(now.given().values), vars: { today, asked: () => undefined } };
      const { isUnknown, value, error } = traceExpression(tree, { scope, functions, work: ruleLimits.work });
      known.set(key, isUnknown || error ? undefined : value === true);
    }
    return known.get(key);
  };
}
