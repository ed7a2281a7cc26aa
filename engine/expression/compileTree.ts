import { compileCall } from './compileCall.ts';
import { compileList, compileObject } from './compileConstructors.ts';
import { compileBinary, compileCondition, compileLogic, compileNegate } from './compileOperators.ts';
import { compileFilterOf, compilePath } from './compilePath.ts';
import { Evaluation, type Run, type Scope, Wrapped } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { defaultFunctions, type FunctionTable } from './functions.ts';
import { type Read, readsOf } from './readsOf.ts';
import type { Tree, TreeKind, TreeOf } from './tree.ts';

export type { Read, Scope };

/** An expression ready to run: synchronous, without side effects, and honest about what it reads. */
export type Compiled = {
  readonly text?: string;
  readonly evaluate: (scope: Scope) => unknown;
  readonly reads: readonly Read[];
  /** Names of the functions it calls, without `$`. */
  readonly calls: readonly string[];
};

export type CompileOptions = { readonly functions?: FunctionTable; readonly text?: string };

/** Turns a checked tree into closures that answer as jsonata would. */
export function compileTree(tree: Tree, options: CompileOptions = {}): Compiled {
  const functions = options.functions ?? defaultFunctions;
  const { run, slots } = compileClosures(tree, functions);
  const { reads, calls } = readsOf(tree, functions);
  const tracksSequences = calls.includes('distinct');
  const evaluate = (scope: Scope): unknown => {
    const evaluation = new Evaluation(scope, slots);
    if (tracksSequences) evaluation.sequences = new Set();
    try {
      return run(Array.isArray(scope.root) ? Wrapped.of1(scope.root, true) : scope.root, evaluation);
    } catch (error) {
      throw error instanceof ExpressionError ? error : new ExpressionError('unexpected', evaluation.at);
    }
  };
  return options.text === undefined
    ? { evaluate, reads, calls }
    : { text: options.text, evaluate, reads, calls };
}

type Compilers = { [Kind in TreeKind]: (tree: TreeOf<Kind>) => Run };

function compileClosures(root: Tree, functions: FunctionTable): { run: Run; slots: number } {
  let slots = 0;
  /** Variables bound around the part being compiled, innermost last. */
  const bound: { name: string; slot: number }[] = [];

  const compile = (tree: Tree): Run => (compilers[tree.kind] as (tree: Tree) => Run)(tree);
  /** As a step of a path, a written list must survive the flattening of later steps. */
  const compileStep = (tree: Tree): Run =>
    tree.kind === 'list' ? compileList(tree, compile, true) : compile(tree);

  function compileVariable({ name }: TreeOf<'variable'>): Run {
    if (name === '') return (input) => (input instanceof Wrapped ? input[0] : input);
    if (name === '$') return (_input, evaluation) => evaluation.root;
    const binding = bound.findLast((one) => one.name === name);
    if (binding) return (_input, evaluation) => evaluation.slots[binding.slot];
    return (_input, { vars }) => (Object.hasOwn(vars, name) ? vars[name] : undefined);
  }

  function compileBlock(tree: TreeOf<'block'>): Run {
    const outer = bound.length;
    const runs = tree.of.map(compile);
    bound.length = outer;
    const last = runs.at(-1) as Run;
    if (runs.length === 1) return last;
    return (input, evaluation) => {
      let result: unknown;
      for (const run of runs) result = run(input, evaluation);
      return result;
    };
  }

  function compileBind(tree: TreeOf<'bind'>): Run {
    const value = compile(tree.value);
    const slot = slots++;
    bound.push({ name: tree.name, slot });
    return (input, evaluation) => {
      evaluation.slots[slot] = value(input, evaluation);
      return evaluation.slots[slot];
    };
  }

  const compilers: Compilers = {
    literal: (tree) => () => tree.value,
    name: (tree) => compilePath({ kind: 'path', steps: [{ of: tree }], at: tree.at }, compileStep),
    variable: compileVariable,
    path: (tree) => compilePath(tree, compileStep),
    filter: (tree) => compileFilterOf(tree, compile),
    binary: (tree) => compileBinary(tree, compile(tree.left), compile(tree.right)),
    logic: (tree) => compileLogic(tree, tree.of.map(compile)),
    negate: (tree) => compileNegate(tree, compile(tree.of)),
    list: (tree) => compileList(tree, compile, false),
    range: (tree) => compileList({ kind: 'list', of: [tree], at: tree.at }, compile, false),
    object: (tree) => compileObject(tree, compile),
    condition: (tree) => {
      const parts = { test: compile(tree.test), yes: compile(tree.yes) };
      return compileCondition(tree, tree.no ? { ...parts, no: compile(tree.no) } : parts);
    },
    block: compileBlock,
    bind: compileBind,
    call: (tree) => compileCall(tree, tree.args.map(compile), functions),
  };

  return { run: compile(root), slots };
}
