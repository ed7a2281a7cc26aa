import { type Evaluation, type Run, Wrapped } from './Evaluation.ts';
import { nameReader, type Outer } from './nameReaders.ts';
import { append, isEqual, isNumeric, isTrue, lookup } from './semantics.ts';
import { countNodes, type Step, type Tree, type TreeOf } from './tree.ts';

type CompileTree = (tree: Tree) => Run;

/** Search results: not a list yet, because a single one stands for itself. */
class Found {
  readonly items: unknown[];
  constructor(items: unknown[]) {
    this.items = items;
  }
}

/** Applies one `[…]` to search results or to a list in the data. */
type FilterRun = (value: unknown, evaluation: Evaluation) => Found | unknown[];

type StepRun = {
  readonly run: Run;
  readonly filters: readonly FilterRun[];
  /** Work charged per input value of the step. */
  readonly weight: number;
};

/** Compiles `a.b[…].c`: plain names on plain objects take a fast path, the rest follows jsonata. */
export function compilePath(tree: TreeOf<'path'>, compile: CompileTree): Run {
  const exact = compileExactPath(tree, compile);
  const [head, ...rest] = tree.steps;
  const names = tree.steps.map(plainNameOf);
  const later = rest.map(plainNameOf);
  if (!names.includes(undefined)) return compileNames(names as string[], exact);
  if (head?.of.kind !== 'variable' || head.filters || later.includes(undefined)) return exact;
  return compileVariablePath(compile(head.of), later as string[], exact);
}

/** The names of a path that consists of field names only. */
export function plainNamesOf(tree: Tree): readonly string[] | undefined {
  if (tree.kind !== 'path') return undefined;
  const names = tree.steps.map(plainNameOf);
  return names.includes(undefined) ? undefined : (names as string[]);
}

function plainNameOf(step: Step): string | undefined {
  return step.of.kind === 'name' && !step.filters ? step.of.name : undefined;
}

function compileNames(names: readonly string[], exact: Run): Run {
  const walk = compileVariablePath((input) => input, names, exact);
  const readName = nameReader(names);
  if (readName === undefined) return walk;
  return (input, evaluation) => {
    if (input === null || typeof input !== 'object' || Array.isArray(input)) return walk(input, evaluation);
    const value = readName(input as Outer);
    return value === undefined || typeof value === 'function' ? walk(input, evaluation) : value;
  };
}

/**
 * Names on Object.prototype are read as own properties only, on the exact path. Other names are read
 * directly: checking for own properties costs half as much again, and values are plain JSON.
 */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Methods of a class instance are not fields. */
function fieldValue(value: unknown): unknown {
  return typeof value === 'function' ? undefined : value;
}

function compileVariablePath(head: Run, names: readonly string[], exact: Run): Run {
  if (names.some(isInherited)) return exact;
  return (input, evaluation) => {
    let value = head(input, evaluation);
    for (const name of names) {
      if (value === null || typeof value !== 'object') return undefined;
      if (Array.isArray(value)) return exact(input, evaluation);
      value = (value as Fields)[name];
    }
    return fieldValue(value);
  };
}

type Fields = Readonly<Record<string, unknown>>;

function compileExactPath(tree: TreeOf<'path'>, compile: CompileTree): Run {
  const steps = tree.steps.map((step) => compileStep(step, compile));
  const first = tree.steps[0]?.of;
  const startsWithVariable = first !== undefined && withoutFilter(first).kind === 'variable';
  const startsWhole = first !== undefined && isWhole(first);
  return (input, evaluation) => {
    let values = (Array.isArray(input) && !startsWithVariable ? input : [input]) as ArrayLike<unknown>;
    let from = 0;
    if (startsWhole) {
      const whole = steps[0]?.run(Array.isArray(input) ? input : Wrapped.of1(input, false), evaluation);
      if (whole === undefined || lengthOf(whole, evaluation) === 0) return whole;
      values = whole as ArrayLike<unknown>;
      from = 1;
    }
    return runSteps({ steps, from, values }, evaluation);
  };
}

/** jsonata iterates any value by its length. */
function lengthOf(value: unknown, evaluation: Evaluation): unknown {
  if (value === null) return evaluation.fail('unexpected');
  return (value as { length?: unknown }).length;
}

type Walk = {
  readonly steps: readonly StepRun[];
  readonly from: number;
  readonly values: ArrayLike<unknown>;
};

function runSteps({ steps, from, values }: Walk, evaluation: Evaluation): unknown {
  let current = values;
  for (let index = from; index < steps.length; index++) {
    const step = steps[index] as StepRun;
    const isLast = index === steps.length - 1;
    if (current.length === 1) {
      evaluation.spend(step.weight);
      const result = runOne(step, current[0], evaluation);
      // The list of a single record stays a list, even when empty or with one item.
      if (result === undefined || (isLast && !(result instanceof Found))) return result;
      current = pour(result, evaluation);
    } else {
      const results = runEach(step, current, evaluation);
      const [only] = results;
      if (isLast && results.length === 1 && Array.isArray(only)) return only;
      current = flatten(results, evaluation);
    }
    if (current.length === 0) return undefined;
  }
  return evaluation.collapse(current as unknown[]);
}

function runOne(step: StepRun, input: unknown, evaluation: Evaluation): unknown {
  let value = step.run(input, evaluation);
  for (const filter of step.filters) value = filter(value, evaluation);
  return value;
}

/** The values of a result, without copying. */
function pour(result: unknown, evaluation: Evaluation): ArrayLike<unknown> {
  if (result instanceof Found) return result.items;
  return Array.isArray(result) && !evaluation.isConstructed(result) ? result : [result];
}

function runEach(step: StepRun, values: ArrayLike<unknown>, evaluation: Evaluation): unknown[] {
  const results: unknown[] = [];
  const count = Number(values.length) || 0;
  evaluation.spend(count * step.weight);
  for (let index = 0; index < count; index++) {
    const value = runOne(step, values[index], evaluation);
    if (value !== undefined) results.push(value);
  }
  return results;
}

function flatten(results: readonly unknown[], evaluation: Evaluation): unknown[] {
  const flat: unknown[] = [];
  for (const result of results) {
    if (result instanceof Found) append(flat, result.items, evaluation);
    else if (Array.isArray(result) && !evaluation.isConstructed(result)) append(flat, result, evaluation);
    else flat.push(result);
  }
  return flat;
}

function compileStep(step: Step, compile: CompileTree): StepRun {
  const { of } = step;
  return {
    run: of.kind === 'name' ? (input, evaluation) => lookup(input, of.name, evaluation) : compile(of),
    filters: (step.filters ?? []).map((filter) => compileFilter(filter, compile)),
    weight: countNodes(of),
  };
}

function withoutFilter(tree: Tree): Tree {
  return tree.kind === 'filter' ? tree.of : tree;
}

/** A path that starts with a list literal evaluates it once, not per item of the current value. */
function isWhole(tree: Tree): boolean {
  const start = withoutFilter(tree);
  if (start.kind === 'list') return true;
  return start.kind === 'block' && start.of.some(startsWhole);
}

function startsWhole(statement: Tree): boolean {
  const inner = withoutFilter(statement);
  if (inner.kind === 'block') return isWhole(inner);
  const first = inner.kind === 'path' ? inner.steps[0]?.of : undefined;
  return first !== undefined && isWhole(first);
}

/** Compiles `value[…]` for a value other than a path. */
export function compileFilterOf(tree: TreeOf<'filter'>, compile: CompileTree): Run {
  const of = compile(tree.of);
  const filters = tree.by.map((filter) => compileFilter(filter, compile));
  return (input, evaluation) => {
    let value = of(input, evaluation);
    for (const filter of filters) value = filter(value, evaluation);
    return value instanceof Found ? evaluation.collapse(value.items) : value;
  };
}

function compileFilter(tree: Tree, compile: CompileTree): FilterRun {
  if (tree.kind === 'literal' && typeof tree.value === 'number') return compilePlace(tree.value);
  if (tree.kind === 'binary' && tree.operator === '=' && isApart(tree.right))
    return compileSearch(tree, compile);
  const predicate = compile(tree);
  const weight = countNodes(tree);
  return (value, evaluation) => {
    const list = listOf(value);
    const kept: unknown[] = [];
    evaluation.spend(list.length * weight);
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const result = predicate(item, evaluation);
      if (result === true) kept.push(item);
      else if (result !== false) keep(kept, { result, index, list, at: tree.at }, evaluation);
    }
    return new Found(kept);
  };
}

/** True for a part that is the same for every item: a constant, or a variable and names. */
function isApart(tree: Tree): boolean {
  if (tree.kind === 'literal') return true;
  if (tree.kind === 'variable') return tree.name !== '';
  if (tree.kind !== 'path') return false;
  const [head, ...names] = tree.steps;
  return (
    head !== undefined &&
    isApart(head.of) &&
    [head, ...names].every((step) => !step.filters) &&
    names.every((step) => step.of.kind === 'name')
  );
}

/** `list[Id = $record.BrandId]`, the most common filter: the sought value is computed once. */
function compileSearch(tree: TreeOf<'binary'>, compile: CompileTree): FilterRun {
  const field = compile(tree.left);
  const sought = compile(tree.right);
  const weight = countNodes(tree.left) + 1;
  return (value, evaluation) => {
    const list = listOf(value);
    const kept: unknown[] = [];
    evaluation.spend(list.length * weight);
    const wanted = list.length > 0 ? sought(undefined, evaluation) : undefined;
    for (let index = 0; index < list.length; index++) {
      const found = field(list[index], evaluation);
      if (isEqual(found, wanted, evaluation)) kept.push(list[index]);
    }
    return new Found(kept);
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (value instanceof Found) return value.items;
  return Array.isArray(value) ? value : [value];
}

/** `list[0]`, `list[-1]`: an index, counted from the end when negative. */
function compilePlace(place: number): FilterRun {
  const whole = Math.floor(place);
  return (value) => {
    const list = listOf(value);
    const item = list[whole < 0 ? list.length + whole : whole];
    if (Array.isArray(item)) return item;
    return new Found(item === undefined ? [] : [item]);
  };
}

type Kept = {
  readonly result: unknown;
  readonly index: number;
  readonly list: readonly unknown[];
  readonly at: number;
};

/** A numeric result is compared with the item's index; anything else is a condition. */
function keep(kept: unknown[], { result, index, list, at }: Kept, evaluation: Evaluation): void {
  const places = placesOf(result, at, evaluation);
  if (places === undefined) {
    if (isTrue(result, at)) kept.push(list[index]);
    return;
  }
  for (const place of places) {
    const whole = Math.floor(place);
    if ((whole < 0 ? list.length + whole : whole) === index) kept.push(list[index]);
  }
}

function placesOf(result: unknown, at: number, evaluation: Evaluation): readonly number[] | undefined {
  if (isNumeric(result, at)) return [result];
  if (!Array.isArray(result)) return undefined;
  evaluation.spend(result.length);
  // Checks every item, because a number out of range is an error wherever it is.
  const numbers = result.filter((item) => isNumeric(item, at));
  return numbers.length === result.length ? numbers : undefined;
}
