import type { Evaluation, Run } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { append } from './semantics.ts';
import { countNodes, type Tree, type TreeOf } from './tree.ts';

type CompileTree = (tree: Tree) => Run;

/** Compiles `[…]`: lists found by paths are flattened, nested list literals stay lists. */
export function compileList(tree: TreeOf<'list'>, compile: CompileTree, isStep: boolean): Run {
  const constant = isStep ? undefined : constantList(tree);
  if (constant) return () => constant;
  const items = tree.of.map((item) => ({ run: compileItem(item, compile), isNested: isWrittenList(item) }));
  return (input, evaluation) => {
    const list: unknown[] = [];
    for (const { run, isNested } of items) {
      const value = run(input, evaluation);
      if (Array.isArray(value) && !isNested) append(list, value, evaluation);
      else if (value !== undefined) list.push(value);
    }
    if (isStep) evaluation.markConstructed(list);
    return list;
  };
}

function compileItem(item: Tree, compile: CompileTree): Run {
  if (item.kind !== 'range') return compile(item);
  const numbers = Object.freeze(numbersOf(item));
  return () => numbers;
}

function numbersOf(range: TreeOf<'range'>): number[] {
  return Array.from({ length: Math.max(0, range.to - range.from + 1) }, (_, index) => range.from + index);
}

function isWrittenList(item: Tree): boolean {
  return item.kind === 'list' || (item.kind === 'filter' && item.of.kind === 'list');
}

/** A constant list is built once and frozen, because all evaluations share it. */
function constantList(tree: TreeOf<'list'>): readonly unknown[] | undefined {
  const values: unknown[] = [];
  for (const item of tree.of) {
    if (item.kind === 'literal') values.push(item.value);
    else if (item.kind === 'range') values.push(...numbersOf(item));
    else return undefined;
  }
  return Object.freeze(values);
}

type Pair = { readonly key: Run; readonly value: Run };
type Group = { data: unknown; readonly pair: Pair };

/** Compiles `{ name: value }`; over a list it groups items by name, as jsonata does. */
export function compileObject(tree: TreeOf<'object'>, compile: CompileTree): Run {
  const pairs = tree.pairs.map(([key, value]) => ({ key: compile(key), value: compile(value) }));
  const weight = countNodes(tree);
  return (input, evaluation) => {
    const items =
      Array.isArray(input) && input.length > 0 ? input : [Array.isArray(input) ? undefined : input];
    evaluation.spend(items.length * weight);
    const groups = new Map<string, Group>();
    for (const item of items)
      for (const pair of pairs) addToGroup({ groups, item, pair, at: tree.at }, evaluation);
    const result: Record<string, unknown> = {};
    for (const [key, { data, pair }] of groups) setField(result, key, pair.value(data, evaluation));
    return result;
  };
}

type Grouping = {
  readonly groups: Map<string, Group>;
  readonly item: unknown;
  readonly pair: Pair;
  readonly at: number;
};

function addToGroup({ groups, item, pair, at }: Grouping, evaluation: Evaluation): void {
  const key = pair.key(item, evaluation);
  if (key === undefined) return;
  if (typeof key !== 'string') throw new ExpressionError('T1003', at);
  if (key === '_jsonata_lambda' || key === '_jsonata_function') throw new ExpressionError('D1013', at);
  // A key is copied and hashed.
  evaluation.spend(key.length >> 2);
  const group = groups.get(key);
  if (!group) {
    groups.set(key, { data: item, pair });
    return;
  }
  if (group.pair !== pair) throw new ExpressionError('D1009', at);
  group.data = joined(group.data, item, evaluation);
}

function joined(first: unknown, second: unknown, evaluation: Evaluation): unknown {
  if (first === undefined) return second;
  if (second === undefined) return first;
  const list = Array.isArray(first) ? first : [first];
  evaluation.spend(list.length);
  return list.concat(second);
}

function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return;
  // Assigning `__proto__` would change the prototype instead of adding a field.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
