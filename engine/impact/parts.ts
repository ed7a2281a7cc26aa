/** Splits a rule into parts, each evaluated once per value of what it reads. */
import { compileTree } from '../expression/compileTree.ts';
import { readsOf } from '../expression/readsOf.ts';
import { booleanOf } from '../expression/semantics.ts';
import { type Tree, withoutBrackets } from '../expression/tree.ts';
import { nestValues } from '../ruleText/operandScope.ts';
import { operandsUsed, usesOperand } from '../ruleText/operandsUsed.ts';
import { ruleFunctionTable } from '../ruleText/ruleFunctions.ts';
import { ruleLimits } from '../ruleText/ruleLimits.ts';
import { type Assignment, type Axis, type ImpactQuestion, impactLimits, TooMany, verdict } from './types.ts';

/** `axes` are ascending indexes of axes; a leaf's table has one entry per combination of them. */
export type Part =
  | { readonly kind: 'leaf'; readonly axes: readonly number[]; readonly table: Uint8Array }
  | { readonly kind: 'and' | 'or'; readonly axes: readonly number[]; readonly of: readonly Part[] }
  | { readonly kind: 'not'; readonly axes: readonly number[]; readonly of: readonly [Part] }
  | { readonly kind: 'if'; readonly axes: readonly number[]; readonly of: readonly [Part, Part, Part] };

export type Reading = {
  readonly question: ImpactQuestion;
  readonly axes: readonly Axis[];
  readonly free: Set<string>;
  /** Remaining trials. */
  trials: number;
};

/** Splits a tree at `and`, `or`, `$not` and conditions; anything else is evaluated as a whole. */
export function partOf(reading: Reading, tree: Tree): Part {
  const bare = withoutBrackets(tree);
  if (bare.kind === 'logic')
    return joined(
      bare.operator,
      bare.of.map((one) => partOf(reading, one)),
    );
  if (bare.kind === 'call' && bare.name === 'not' && bare.args[0]) {
    const of = partOf(reading, bare.args[0]);
    return { kind: 'not', axes: of.axes, of: [of] };
  }
  if (bare.kind === 'condition') {
    const [test, yes] = [partOf(reading, bare.test), partOf(reading, bare.yes)];
    const no: Part = bare.no ? partOf(reading, bare.no) : constant(verdict.no);
    return { kind: 'if', axes: union([test, yes, no]), of: [test, yes, no] };
  }
  return leafOf(reading, bare);
}

/** The union of the axes of several parts. */
export function union(parts: readonly Part[]): readonly number[] {
  return [...new Set(parts.flatMap(({ axes }) => axes))].toSorted((left, right) => left - right);
}

export function joined(kind: 'and' | 'or', of: readonly Part[]): Part {
  return { kind, axes: union(of), of };
}

const constant = (value: number): Part => ({ kind: 'leaf', axes: [], table: Uint8Array.of(value) });

function leafOf(reading: Reading, tree: Tree): Part {
  const { question, axes } = reading;
  const used = operandsUsed(tree);
  const functions = ruleFunctionTable(question.asked.map((name) => ({ name, parameters: [] })));
  const { calls } = readsOf(tree, functions);
  const read = question.operands.filter(({ name }) => usesOperand(used, name)).map(({ name }) => name);
  const placed = new Set(axes.flatMap(({ operands }) => operands));
  const free = [
    ...read.filter((name) => !placed.has(name)),
    ...question.asked.filter((name) => calls.includes(name)).map((name) => `$${name}`),
  ];
  for (const name of free) reading.free.add(name);
  if (free.length > 0) return constant(verdict.open);
  const own = axes.flatMap(({ operands }, index) =>
    operands.some((name) => read.includes(name)) ? [index] : [],
  );
  return { kind: 'leaf', axes: own, table: tableOf(reading, tree, own) };
}

/** Evaluates the part for every combination of its axes; the last axis varies fastest. */
function tableOf(reading: Reading, tree: Tree, own: readonly number[]): Uint8Array {
  const { evaluate } = compileTree(tree, { work: ruleLimits.work });
  const vars = { today: reading.question.today };
  const holds = (values: Assignment): boolean => {
    try {
      return booleanOf(evaluate({ root: nestValues(values), vars }), tree.at) === true;
    } catch {
      return false;
    }
  };
  const lists = own.map((index) => reading.axes[index]?.points ?? []);
  const size = lists.reduce((all, { length }) => all * length, 1);
  if (size > impactLimits.trials) throw new TooMany();
  const table = new Uint8Array(size);
  let place = 0;
  const visit = (depth: number, samples: readonly Assignment[]): void => {
    const points = lists[depth];
    if (!points) table[place++] = outcomeOf(reading, samples, holds);
    else for (const point of points) visit(depth + 1, combine(samples, point));
  };
  visit(0, [{}]);
  return table;
}

function combine(samples: readonly Assignment[], point: readonly Assignment[]): readonly Assignment[] {
  return samples.flatMap((left) => point.map((right) => ({ ...left, ...right })));
}

/** Open when it holds for some sample numbers of a range and not for others. */
function outcomeOf(
  reading: Reading,
  samples: readonly Assignment[],
  holds: (values: Assignment) => boolean,
): number {
  reading.trials -= samples.length;
  if (reading.trials < 0) throw new TooMany();
  const first = holds(samples[0] ?? {});
  if (samples.some((one) => holds(one) !== first)) return verdict.open;
  return first ? verdict.yes : verdict.no;
}
