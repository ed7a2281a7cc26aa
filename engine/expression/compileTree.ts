import { compileCall } from './compileCall.ts';
import { compileList, compileObject } from './compileConstructors.ts';
import { compileBinary, compileCondition, compileLogic, compileNegate } from './compileOperators.ts';
import { compileFilterOf, compilePath } from './compilePath.ts';
import { Evaluation, type Run, type Scope, Wrapped } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { defaultFunctions, type FunctionTable } from './functions.ts';
import { type Read, readsOf } from './readsOf.ts';
import { expressionLimits, type Tree, type TreeKind, type TreeOf } from './tree.ts';

export type { Read, Scope };

/** A compiled expression: synchronous, without side effects, and with the complete list of what it reads. */
export type Compiled = {
  readonly text?: string;
  readonly evaluate: (scope: Scope) => unknown;
  readonly reads: readonly Read[];
  /** Names of the functions it calls, without `$`. */
  readonly calls: readonly string[];
  /** For declared expressions: allows a step-by-step explanation of the value (`traceOf`). */
  readonly source?: { readonly tree: Tree; readonly functions: FunctionTable };
};

export type CompileOptions = {
  readonly functions?: FunctionTable;
  readonly text?: string;
  /** Work limit of one evaluation; absent: the default of the profile. */
  readonly work?: number;
};

/** Compiles a checked tree to closures with jsonata's results. */
export function compileTree(tree: Tree, options: CompileOptions = {}): Compiled {
  const functions = options.functions ?? defaultFunctions;
  const compiler = new ClosureCompiler(functions);
  const run = compiler.compile(tree);
  const { slots } = compiler;
  const { reads, calls } = readsOf(tree, functions);
  const tracksSequences = calls.includes('distinct');
  // Reused between evaluations if it keeps no state; a function may evaluate the same expression recursively.
  const isReusable = slots === 0 && !tracksSequences;
  const work = options.work ?? expressionLimits.work;
  let spare: Evaluation | undefined;
  const take = (scope: Scope): Evaluation => {
    const kept = spare;
    if (kept === undefined) return new Evaluation(scope, slots, work);
    spare = undefined;
    kept.reset(scope, work);
    return kept;
  };
  const evaluate = (scope: Scope): unknown => {
    const evaluation = take(scope);
    if (tracksSequences) evaluation.sequences = new Set();
    try {
      return run(Array.isArray(scope.root) ? Wrapped.of1(scope.root, true) : scope.root, evaluation);
    } catch (error) {
      throw error instanceof ExpressionError ? error : new ExpressionError('unexpected', evaluation.at);
    } finally {
      if (isReusable) spare = evaluation;
    }
  };
  return options.text === undefined
    ? { evaluate, reads, calls }
    : { text: options.text, evaluate, reads, calls };
}

type Compilers = { [Kind in TreeKind]: (tree: TreeOf<Kind>) => Run };

class ClosureCompiler {
  /** The number of `$x := …` bindings, each with its own slot at run time. */
  slots = 0;
  private readonly functions: FunctionTable;
  /** Variables in scope of the part being compiled, innermost last. */
  private readonly bound: { name: string; slot: number }[] = [];

  constructor(functions: FunctionTable) {
    this.functions = functions;
  }

  readonly compile = (tree: Tree): Run => (this.compilers[tree.kind] as (tree: Tree) => Run)(tree);

  /** As a path step, a list literal must survive the flattening of later steps. */
  private readonly compileStep = (tree: Tree): Run =>
    tree.kind === 'list' ? compileList(tree, this.compile, true) : this.compile(tree);

  private compileVariable({ name }: TreeOf<'variable'>): Run {
    if (name === '') return (input) => (input instanceof Wrapped ? input[0] : input);
    if (name === '$') return (_input, { scope }) => scope.root;
    const binding = this.bound.findLast((one) => one.name === name);
    if (binding) return (_input, evaluation) => evaluation.slots[binding.slot];
    if (name in Object.prototype)
      return (_input, { scope: { vars } }) => (Object.hasOwn(vars, name) ? vars[name] : undefined);
    return (_input, { scope }) => scope.vars[name];
  }

  private compileBlock(tree: TreeOf<'block'>): Run {
    const outer = this.bound.length;
    const runs = tree.of.map(this.compile);
    this.bound.length = outer;
    const last = runs.at(-1) as Run;
    if (runs.length === 1) return last;
    return (input, evaluation) => {
      let result: unknown;
      for (const run of runs) result = run(input, evaluation);
      return result;
    };
  }

  private compileBind(tree: TreeOf<'bind'>): Run {
    const value = this.compile(tree.value);
    const slot = this.slots++;
    this.bound.push({ name: tree.name, slot });
    return (input, evaluation) => {
      evaluation.slots[slot] = value(input, evaluation);
      return evaluation.slots[slot];
    };
  }

  private readonly compilers: Compilers = {
    literal: (tree) => () => tree.value,
    name: (tree) => compilePath({ kind: 'path', steps: [{ of: tree }], at: tree.at }, this.compileStep),
    variable: (tree) => this.compileVariable(tree),
    path: (tree) => compilePath(tree, this.compileStep),
    filter: (tree) => compileFilterOf(tree, this.compile),
    binary: (tree) => compileBinary(tree, this.compile(tree.left), this.compile(tree.right)),
    logic: (tree) => compileLogic(tree, tree.of.map(this.compile)),
    negate: (tree) => compileNegate(tree, this.compile(tree.of)),
    list: (tree) => compileList(tree, this.compile, false),
    range: (tree) => compileList({ kind: 'list', of: [tree], at: tree.at }, this.compile, false),
    object: (tree) => compileObject(tree, this.compile),
    condition: (tree) => {
      const parts = { test: this.compile(tree.test), yes: this.compile(tree.yes) };
      return compileCondition(tree, tree.no ? { ...parts, no: this.compile(tree.no) } : parts);
    },
    block: (tree) => this.compileBlock(tree),
    bind: (tree) => this.compileBind(tree),
    call: (tree) => compileCall(tree, tree.args.map(this.compile), this.functions),
  };
}
