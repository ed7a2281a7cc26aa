import type { FunctionTable } from './functionTypes.ts';
import { childrenOf, type Read, type Tree, type TreeKind, type TreeOf } from './tree.ts';

export type { Read };

/** What is told while a tree is walked. */
export type ReadVisitor = {
  /** A value whose content matters to the result. */
  readonly onRead?: (read: Read) => void;
  /** A name (or the text naming a field in `$lookup`), and all it may stand for. */
  readonly onName?: (tree: TreeOf<'name'> | TreeOf<'literal'>, meanings: readonly Read[]) => void;
  readonly onCall?: (name: string) => void;
};

/** What an expression reads and calls; a read through a list names the field of its items. */
export function readsOf(tree: Tree, functions: FunctionTable): { reads: Read[]; calls: string[] } {
  const reads = new Map<string, Read>();
  const calls = new Set<string>();
  walkReads(tree, functions, {
    onRead: (read) => reads.set(JSON.stringify([read.from, ...read.path]), read),
    onCall: (name) => calls.add(name),
  });
  return { reads: [...reads.values()], calls: [...calls] };
}

/** The tree with a field renamed wherever a name stands for it, through filters, steps and bindings alike. */
export function renameReads(
  tree: Tree,
  functions: FunctionTable,
  { from, to }: { from: Read; to: string },
): Tree {
  const copy = structuredClone(tree);
  const sought = JSON.stringify([from.from, ...from.path]);
  const found: (TreeOf<'name'> | TreeOf<'literal'>)[] = [];
  walkReads(copy, functions, {
    onName: (name, meanings) => {
      if (meanings.some((read) => JSON.stringify([read.from, ...read.path]) === sought)) found.push(name);
    },
  });
  for (const name of found) Object.assign(name, name.kind === 'name' ? { name: to } : { value: to });
  return copy;
}

/** Functions whose result holds the values of their arguments, so that later names are names of those. */
const passing = new Set(['list', 'append', 'distinct', 'reverse', 'sort', 'default']);

type Walkers = { [Kind in TreeKind]: (tree: TreeOf<Kind>, context: readonly Read[]) => readonly Read[] };

/** Walks a tree knowing at each place what the current value is. */
export function walkReads(root: Tree, functions: FunctionTable, visitor: ReadVisitor): void {
  const bound: { name: string; meanings: readonly Read[] }[] = [];

  /** What the value of a part may be; nothing for values that are computed. */
  const walk = (tree: Tree, context: readonly Read[]): readonly Read[] =>
    (walkers[tree.kind] as (tree: Tree, context: readonly Read[]) => readonly Read[])(tree, context);

  const use = (reads: readonly Read[]) => reads.forEach((read) => void visitor.onRead?.(read));
  const consume = (tree: Tree, context: readonly Read[]) => use(walk(tree, context));

  function consumeChildren(tree: Tree, context: readonly Read[]): readonly Read[] {
    for (const child of childrenOf(tree)) consume(child, context);
    return [];
  }

  function name(
    tree: TreeOf<'name'> | TreeOf<'literal'>,
    field: string,
    context: readonly Read[],
  ): readonly Read[] {
    const meanings = context.map(({ from, path }) => ({ from, path: [...path, field] }));
    visitor.onName?.(tree, meanings);
    return meanings;
  }

  function variable(tree: TreeOf<'variable'>, context: readonly Read[]): readonly Read[] {
    if (tree.name === '') return context;
    return bound.findLast((one) => one.name === tree.name)?.meanings ?? [{ from: tree.name, path: [] }];
  }

  function filters(by: readonly Tree[], of: readonly Read[]): readonly Read[] {
    for (const filter of by) consume(filter, of);
    return of;
  }

  function block(tree: TreeOf<'block'>, context: readonly Read[]): readonly Read[] {
    const outer = bound.length;
    let last: readonly Read[] = [];
    for (const statement of tree.of) last = walk(statement, context);
    bound.length = outer;
    return last;
  }

  function bind(tree: TreeOf<'bind'>, context: readonly Read[]): readonly Read[] {
    bound.push({ name: tree.name, meanings: walk(tree.value, context) });
    return [];
  }

  function condition(tree: TreeOf<'condition'>, context: readonly Read[]): readonly Read[] {
    consume(tree.test, context);
    return [...walk(tree.yes, context), ...(tree.no ? walk(tree.no, context) : [])];
  }

  function call(tree: TreeOf<'call'>, context: readonly Read[]): readonly Read[] {
    const record = functions.get(tree.name);
    const needed = record?.parameters.filter((one) => !one.isOptional).length ?? 0;
    visitor.onCall?.(tree.name);
    use(record?.reads ?? []);
    if (tree.args.length < needed) use(context);
    const [object, key] = tree.args;
    if (tree.name === 'lookup' && object && key?.kind === 'literal')
      return name(key, String(key.value), walk(object, context));
    if (passing.has(tree.name)) return tree.args.flatMap((arg) => walk(arg, context));
    return consumeChildren(tree, context);
  }

  const walkers: Walkers = {
    literal: () => [],
    range: () => [],
    name: (tree, context) => name(tree, tree.name, context),
    variable,
    path: (tree, context) =>
      tree.steps.reduce((current, step) => filters(step.filters ?? [], walk(step.of, current)), context),
    filter: (tree, context) => filters(tree.by, walk(tree.of, context)),
    binary: consumeChildren,
    logic: consumeChildren,
    negate: consumeChildren,
    list: consumeChildren,
    object: consumeChildren,
    condition,
    block,
    bind,
    call,
  };

  consume(root, [{ from: '$', path: [] }]);
}
