/** Which outcomes of a rule's conditions its examples cover. */
import { spansOf, type Tree, withoutBrackets } from '#engine';
import type { RuleResult } from './ruleTypes.ts';

export type Branch = { readonly text: string; readonly outcome: boolean };
export type Coverage = { readonly total: number; readonly open: readonly Branch[] };

/** Each condition should be true in one example and false in another. */
export function coverageOf(tree: Tree, text: string, results: readonly RuleResult[]): Coverage {
  const spans = spansOf(tree, text);
  const parts = conditionsIn(tree).map((part) => spans.get(part) ?? { start: 0, end: 0 });
  const open = parts.flatMap(({ start, end }) => {
    const seen = results.flatMap(({ Trace }) =>
      Trace.filter((step) => step.At === start && step.End === end && !step.IsUnknown),
    );
    return [true, false]
      .filter((outcome) => !seen.some(({ Value }) => (Value === true) === outcome))
      .map((outcome) => ({ text: text.slice(start, end), outcome }));
  });
  return { total: parts.length * 2, open };
}

function conditionsIn(tree: Tree): readonly Tree[] {
  const bare = withoutBrackets(tree);
  if (bare.kind === 'logic') return bare.of.flatMap(conditionsIn);
  if (bare.kind === 'condition')
    return [bare.test, bare.yes, ...(bare.no ? [bare.no] : [])].flatMap(conditionsIn);
  if (bare.kind === 'call' && bare.name === 'not') return bare.args.flatMap(conditionsIn);
  return bare.kind === 'literal' ? [] : [bare];
}
