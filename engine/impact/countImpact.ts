import { childrenOf, type Tree } from '../expression/tree.ts';
import { axesOf } from './axesOf.ts';
import { countPart } from './countParts.ts';
import { partOf, type Reading } from './parts.ts';
import { type Impact, type ImpactQuestion, impactLimits, TooMany } from './types.ts';

/** Counts exactly how many combinations of listed values a rule admits; undefined when there are too many. */
export function countImpact(question: ImpactQuestion): Impact | undefined {
  const axes = axesOf(question.operands, numbersIn(question.tree));
  const reading: Reading = { question, axes, free: new Set(), trials: impactLimits.trials };
  try {
    const part = partOf(reading, question.tree);
    const sizes = axes.map(({ points }) => points.length);
    const { no, open, yes } = countPart(part, sizes);
    const others = timesAll(sizes.filter((_, index) => !part.axes.includes(index)));
    const total = (no + open + yes) * others;
    if (!Number.isSafeInteger(total)) return undefined;
    return { total, admitted: yes * others, open: open * others, free: [...reading.free] };
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}

const timesAll = (numbers: readonly number[]): number => numbers.reduce((all, one) => all * one, 1);

/** Numbers in the text, where a range may change its verdict. */
function numbersIn(tree: Tree): readonly number[] {
  if (tree.kind === 'literal') return typeof tree.value === 'number' ? [tree.value] : [];
  return childrenOf(tree).flatMap(numbersIn);
}
