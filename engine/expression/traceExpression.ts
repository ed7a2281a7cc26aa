/** Explains the value of an expression: the value of each part, and what is unknown. */

import { compileCall } from './compileCall.ts';
import { compileBinary, compileNegate } from './compileOperators.ts';
import { type Compiled, compileTree } from './compileTree.ts';
import { Evaluation, type Run, type Scope } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { defaultFunctions, type FunctionTable } from './functions.ts';
import { booleanOf } from './semantics.ts';
import type { Trace, TraceStep } from './tree.ts';
import { childrenOf, expressionLimits, type Tree, type TreeOf } from './tree.ts';

type TraceOptions = {
  readonly scope: Scope;
  readonly functions?: FunctionTable;
  readonly work?: number;
};

/** Traces a tree over possibly missing values: each part once, both branches of a condition. */
export function traceExpression(tree: Tree, options: TraceOptions): Trace {
  const tracer = new Tracer(options);
  const whole = tracer.visit(tree);
  return { ...whole, steps: tracer.steps };
}

/** Explains a declared expression over a scope; undefined when it has no source. */
export function traceOf({ source }: Pick<Compiled, 'source'>, scope: Scope): Trace | undefined {
  return source && traceExpression(source.tree, { scope, functions: source.functions });
}

type State = Omit<TraceStep, 'tree'>;

/** Presence functions have an answer even when the value is missing. */
const presence = new Set(['has', 'empty', 'exists']);

class Tracer {
  readonly steps: TraceStep[] = [];
  private readonly options: TraceOptions;
  private readonly functions: FunctionTable;
  private readonly evaluation: Evaluation;
  private bound: Readonly<Record<string, State>> = {};

  constructor(options: TraceOptions) {
    this.options = options;
    this.functions = options.functions ?? defaultFunctions;
    this.evaluation = new Evaluation(options.scope, 0, options.work ?? expressionLimits.work);
  }

  visit(tree: Tree): TraceStep {
    const step = { tree, ...this.stateOf(tree) };
    this.steps.push(step);
    return step;
  }

  private stateOf(tree: Tree): State {
    if (tree.kind === 'logic') return this.logic(tree);
    if (tree.kind === 'condition') return this.condition(tree);
    if (tree.kind === 'block') return this.block(tree);
    if (tree.kind === 'binary') return this.binary(tree);
    if (tree.kind === 'negate') return this.negate(tree);
    if (tree.kind === 'call' && takesAll(tree, this.functions)) return this.call(tree);
    if (tree.kind === 'variable' && Object.hasOwn(this.bound, tree.name))
      return this.bound[tree.name] as State;
    return this.leaf(tree);
  }

  /** A deciding part decides, even if other parts are missing. */
  private logic(tree: TreeOf<'logic'>): State {
    const deciding = tree.operator === 'or';
    const parts = tree.of.map((part) => this.visit(part));
    const decided = parts.some((part) => !part.isUnknown && holds(part) === deciding);
    if (decided) return known(deciding);
    const open = parts.filter((part) => part.isUnknown);
    return open.length === 0 ? known(!deciding) : unknown(open);
  }

  private condition(tree: TreeOf<'condition'>): State {
    const test = this.visit(tree.test);
    const yes = this.visit(tree.yes);
    const no = tree.no && this.visit(tree.no);
    if (test.isUnknown) return unknown([test]);
    const taken = holds(test) ? yes : no;
    return taken ? withoutTree(taken) : known(undefined);
  }

  private block(tree: TreeOf<'block'>): State {
    const outer = this.bound;
    let last: State = known(undefined);
    for (const statement of tree.of) {
      const step = this.visit(statement.kind === 'bind' ? statement.value : statement);
      if (statement.kind === 'bind') this.bound = { ...this.bound, [statement.name]: withoutTree(step) };
      last = withoutTree(step);
    }
    this.bound = outer;
    return last;
  }

  private binary(tree: TreeOf<'binary'>): State {
    const [left, right] = [this.visit(tree.left), this.visit(tree.right)];
    return this.compute([left, right], () => compileBinary(tree, fixed(left), fixed(right)));
  }

  private negate(tree: TreeOf<'negate'>): State {
    const of = this.visit(tree.of);
    return this.compute([of], () => compileNegate(tree, fixed(of)));
  }

  private call(tree: TreeOf<'call'>): State {
    const args = tree.args.map((arg) => this.visit(arg));
    if (tree.name === 'default' && args[0]?.isUnknown && args[1]) return withoutTree(args[1]);
    const isAnswered = presence.has(tree.name);
    return this.compute(isAnswered ? [] : args, () => compileCall(tree, args.map(fixed), this.functions));
  }

  private compute(parts: readonly TraceStep[], compile: () => Run): State {
    const open = parts.filter((part) => part.isUnknown);
    if (open.length > 0) return unknown(open);
    return this.attempt(() => compile()(this.options.scope.root, this.evaluation));
  }

  /** Names and row-by-row searches count as a single value. */
  private leaf(tree: Tree): State {
    const { scope, functions, work } = this.options;
    const values = Object.fromEntries(Object.entries(this.bound).map(([name, { value }]) => [name, value]));
    const isGuarded = presence.has(tree.kind === 'call' ? tree.name : '');
    const state = this.attempt(() =>
      compileTree(tree, { functions, work }).evaluate({ ...scope, vars: { ...scope.vars, ...values } }),
    );
    if (state.isUnknown || state.value !== undefined || isGuarded) return state;
    const missing = namesIn(tree);
    return missing.length > 0 ? { value: undefined, isUnknown: true, missing } : state;
  }

  private attempt(work: () => unknown): State {
    try {
      return known(work());
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { value: undefined, isUnknown: true, missing: [], error: error.message };
    }
  }
}

/** True when all arguments are given, so that none is the current value. */
function takesAll(tree: TreeOf<'call'>, functions: FunctionTable): boolean {
  const needed = functions.get(tree.name)?.parameters.filter((one) => !one.isOptional).length ?? 0;
  return tree.args.length >= needed;
}

function holds(step: State): boolean {
  return booleanOf(step.value, 0) === true;
}

const fixed =
  ({ value }: State): Run =>
  () =>
    value;

function known(value: unknown): State {
  return { value, isUnknown: false, missing: [] };
}

function unknown(parts: readonly State[]): State {
  const error = parts.find((part) => part.error)?.error;
  const missing = [...new Set(parts.flatMap((part) => part.missing))];
  return { value: undefined, isUnknown: true, missing, ...(error ? { error } : {}) };
}

function withoutTree({ value, isUnknown, missing, error }: State): State {
  return { value, isUnknown, missing, ...(error ? { error } : {}) };
}

/** `Policy.TermMonth`, as a person writes it; empty for computed values. */
function namesIn(tree: Tree): readonly string[] {
  if (tree.kind === 'name') return [tree.name];
  if (tree.kind !== 'path') return childrenOf(tree).flatMap(namesIn);
  const names = tree.steps.map(({ of }) => (of.kind === 'name' ? of.name : undefined));
  return names.includes(undefined) ? tree.steps.flatMap(({ of }) => namesIn(of)) : [names.join('.')];
}
