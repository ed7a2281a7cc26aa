/** Reads steps and says all that is wrong with them: unknown names, types, circles. In any order they are written. */
import {
  anyType,
  checkTree,
  childrenOf,
  countNodes,
  type ExpressionType,
  operandScope,
  operandsUsed,
  type Problem,
  parseExpression,
  readsOf,
  ruleLimits,
  type Tree,
  textType,
} from '#engine';
import { type ExactRun, exactTree, UnfitTree } from './exactTree.ts';
import { stepFunctions } from './stepFunctions.ts';
import type { LookUp, Step, StepBook, StepProblem } from './types.ts';

/** A step ready to run. */
export type ReadyStep = {
  readonly step: Step;
  readonly tree: Tree;
  readonly run: ExactRun;
} & TreeNeeds;

/** What a tree needs itself: other steps, operands (those of its look-ups too), and whether the choice. */
type TreeNeeds = {
  readonly steps: readonly string[];
  readonly operands: readonly string[];
  readonly needsChoice: boolean;
};

export type StepsCheck = {
  /** Each after what it needs; those with problems are missing. */
  readonly ready: readonly ReadyStep[];
  readonly problems: readonly StepProblem[];
};

/** Names that are taken. */
const reserved = ['today', ''];
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** More than these nobody keeps in view. */
export const mostSteps = 200;

/** Checks all steps of a book together. */
export function checkSteps(steps: readonly Step[], book: StepBook): StepsCheck {
  const problems: StepProblem[] = [...nameProblems(steps, book)];
  const functions = stepFunctions(book);
  const parsed = new Map<string, Parsed>();
  for (const step of steps.slice(0, mostSteps)) {
    const { tree, problems: found } = parse(step);
    problems.push(...found.map((problem) => ({ ...problem, step: step.name })));
    if (tree && !parsed.has(step.name)) parsed.set(step.name, parsedOf(step, tree));
  }
  const { order, circles } = inOrder(parsed);
  problems.push(...circles);
  const types = new Map<string, ExpressionType>();
  const ready: ReadyStep[] = [];
  const { root } = operandScope({ operands: book.operands, functions: [] });
  for (const one of order) {
    // One that cannot be read is there all the same: what refers to it need not be corrected for that.
    const known = steps.map(({ name }) => [name, types.get(name) ?? anyType] as const);
    const vars = { [book.choice]: textType, ...Object.fromEntries(known) };
    const { type, problems: found } = checkTree(one.tree, { root, vars, functions });
    types.set(one.step.name, type);
    const all = [...found, ...resultProblems(one.step, type)];
    const unfit = compiled(one, book, ready);
    problems.push(...[...all, ...unfit].map((problem) => ({ ...problem, step: one.step.name })));
  }
  return { ready, problems };
}

type Parsed = { readonly step: Step; readonly tree: Tree; readonly reads: readonly string[] };

function parse({ text }: Step): { readonly tree?: Tree; readonly problems: readonly Problem[] } {
  if (text.trim() === '')
    return { problems: [{ message: 'Enter the step’s formula.', at: 0, code: 'empty' }] };
  if (text.length > ruleLimits.textLength)
    return { problems: [{ message: 'The step is too long; split it.', at: 0, code: 'limit' }] };
  const { tree, problems } = parseExpression(text, ruleLimits);
  if (tree && countNodes(tree) > ruleLimits.nodes)
    return { problems: [{ message: 'The step has too many parts; split it.', at: 0, code: 'limit' }] };
  return { tree, problems };
}

const parsedOf = (step: Step, tree: Tree): Parsed => ({ step, tree, reads: variablesIn(tree) });

function variablesIn(tree: Tree): readonly string[] {
  const reads = readsOf(tree).reads.map(({ from }) => from);
  return [...new Set(reads.filter((from) => from !== '$'))];
}

function nameProblems(steps: readonly Step[], { choice }: StepBook): readonly StepProblem[] {
  const seen = new Set<string>();
  const found: StepProblem[] = [];
  const note = (step: string, message: string, code: string) => found.push({ step, message, at: 0, code });
  if (steps.length > mostSteps) note('', `There are more than ${mostSteps} steps; join some.`, 'limit');
  for (const { name } of steps) {
    if (!namePattern.test(name) || reserved.includes(name) || name === choice)
      note(
        name,
        `'${name}' cannot be the name of a step: begin with a letter, then letters and digits.`,
        'name',
      );
    if (seen.has(name)) note(name, `There are two steps named ${name}.`, 'name');
    seen.add(name);
  }
  return found;
}

/** Each step after those it needs; steps that need one another are named together. */
function inOrder(parsed: ReadonlyMap<string, Parsed>) {
  const order: Parsed[] = [];
  const circles: StepProblem[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (one: Parsed, path: readonly string[]): void => {
    const { name } = one.step;
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      const around = [...path.slice(path.indexOf(name)), name];
      const message = `The steps need one another in a circle: ${around.join(' → ')}.`;
      circles.push({ step: name, message, at: 0, code: 'circle' });
      return;
    }
    state.set(name, 'open');
    for (const read of one.reads) {
      const needed = parsed.get(read);
      if (needed) visit(needed, [...path, name]);
    }
    state.set(name, 'done');
    order.push(one);
  };
  for (const one of parsed.values()) visit(one, []);
  return { order, circles };
}

function resultProblems({ part, scale }: Step, { kind }: ExpressionType): readonly Problem[] {
  const isAmount = part !== undefined || scale !== undefined;
  if (!isAmount || kind === 'number' || kind === 'any') return [];
  return [{ message: 'A step of a part must come to a number.', at: 0, code: 'type' }];
}

function compiled({ step, tree }: Parsed, book: StepBook, into: ReadyStep[]): readonly Problem[] {
  try {
    into.push({ step, tree, run: exactTree(tree, book.kinds), ...needsOfTree(tree, book) });
    return [];
  } catch (error) {
    if (error instanceof UnfitTree) return [error.problem];
    throw error;
  }
}

/** What a part of a step needs, or the whole of it. */
export function needsOfTree(tree: Tree, book: StepBook): TreeNeeds {
  const asked = lookUpsIn(tree, book);
  const reads = variablesIn(tree);
  return {
    steps: reads.filter((name) => name !== book.choice),
    operands: [...new Set([...operandsUsed(tree).names, ...asked.flatMap(({ keys }) => keys)])],
    needsChoice: reads.includes(book.choice) || asked.some(({ under }) => under !== undefined),
  };
}

function lookUpsIn(tree: Tree, { kinds, lookUps }: StepBook): readonly LookUp[] {
  const calls: LookUp[] = [];
  const visit = (part: Tree): void => {
    if (part.kind === 'call' && kinds.includes(part.name)) {
      const [first] = part.args;
      const name = first?.kind === 'literal' ? String(first.value) : '';
      calls.push(...lookUps.filter((one) => one.kind === part.name && one.name === name));
    }
    for (const child of childrenOf(part)) visit(child);
  };
  visit(tree);
  return calls;
}

/** True when nothing is in the way of using the steps. */
export const areSound = (problems: readonly StepProblem[]): boolean =>
  problems.every(({ level }) => level === 'warning');
