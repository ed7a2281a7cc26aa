import { defaultFunctions } from './functions.ts';
import type { FunctionTable } from './functionTypes.ts';
import { childrenOf, type Read, type Tree, type TreeKind, type TreeOf } from './tree.ts';

export type { Read };

/** Callbacks of the walk over a tree. */
type ReadVisitor = {
  /** A value whose content affects the result. */
  readonly onRead?: (read: Read) => void;
  /** A name (or the text naming a field in `$lookup`) and everything it may refer to. */
  readonly onName?: (tree: TreeOf<'name'> | TreeOf<'literal'>, meanings: readonly Read[]) => void;
  readonly onCall?: (name: string) => void;
};

/** What an expression reads and calls; a read through a list names the field of its items. */
export function readsOf(tree: Tree, functions: FunctionTable = defaultFunctions): Reads {
  const known = knownReads.get(functions) ?? new WeakMap<Tree, Reads>();
  knownReads.set(functions, known);
  const found = known.get(tree) ?? findReads(tree, functions);
  known.set(tree, found);
  return found;
}

type Reads = { readonly reads: readonly Read[]; readonly calls: readonly string[] };

/** Cached, because compiler, reviewer and look-ups all need it. */
const knownReads = new WeakMap<FunctionTable, WeakMap<Tree, Reads>>();

function findReads(tree: Tree, functions: FunctionTable): Reads {
  const reads = new Map<string, Read>();
  const calls = new Set<string>();
  walkReads(tree, functions, {
    onRead: (read) => {
      const key = JSON.stringify([read.from, ...read.path]);
      if (!read.presence || !reads.has(key)) reads.set(key, read);
    },
    onCall: (name) => calls.add(name),
  });
  return { reads: [...reads.values()], calls: [...calls] };
}

/** Renames a field wherever a name refers to it, through filters, steps and bindings. */
export function renameReads(
  tree: Tree,
  from: Read,
  to: string,
  functions: FunctionTable = defaultFunctions,
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

/** Functions that pass argument values through, so that later names are names of those values. */
const passing = new Set(['list', 'append', 'distinct', 'reverse', 'sort', 'default']);

type Walkers = { [Kind in TreeKind]: (tree: TreeOf<Kind>, context: readonly Read[]) => readonly Read[] };

/** Walks a tree, tracking the current value at each place. */
function walkReads(root: Tree, functions: FunctionTable, visitor: ReadVisitor): void {
  new ReadWalker(functions, visitor).consume(root, [{ from: '$', path: [] }]);
}

class ReadWalker {
  private readonly functions: FunctionTable;
  private readonly visitor: ReadVisitor;
  private readonly bound: { name: string; meanings: readonly Read[] }[] = [];

  constructor(functions: FunctionTable, visitor: ReadVisitor) {
    this.functions = functions;
    this.visitor = visitor;
  }

  /** What the value of a part may refer to; nothing for computed values. */
  private walk(tree: Tree, context: readonly Read[]): readonly Read[] {
    return (this.walkers[tree.kind] as (tree: Tree, context: readonly Read[]) => readonly Read[])(
      tree,
      context,
    );
  }

  private use(reads: readonly Read[]): void {
    for (const read of reads) this.visitor.onRead?.(read);
  }

  consume(tree: Tree, context: readonly Read[]): void {
    this.use(this.walk(tree, context));
  }

  private consumeChildren(tree: Tree, context: readonly Read[]): readonly Read[] {
    for (const child of childrenOf(tree)) this.consume(child, context);
    return [];
  }

  private name(
    tree: TreeOf<'name'> | TreeOf<'literal'>,
    field: string,
    context: readonly Read[],
  ): readonly Read[] {
    const meanings = context.map(({ from, path }) => ({ from, path: [...path, field] }));
    this.visitor.onName?.(tree, meanings);
    return meanings;
  }

  private variable(tree: TreeOf<'variable'>, context: readonly Read[]): readonly Read[] {
    if (tree.name === '') return context;
    return this.bound.findLast((one) => one.name === tree.name)?.meanings ?? [{ from: tree.name, path: [] }];
  }

  private filters(by: readonly Tree[], of: readonly Read[]): readonly Read[] {
    for (const filter of by) this.consume(filter, of);
    return of;
  }

  private path(tree: TreeOf<'path'>, context: readonly Read[]): readonly Read[] {
    let current = context;
    for (const [index, { of, filters }] of tree.steps.entries()) {
      // A computed step runs once per previous value, whatever its content.
      if (index > 0 && of.kind !== 'name') this.use(current.map((read) => ({ ...read, presence: true })));
      current = this.filters(filters ?? [], this.walk(of, current));
    }
    return current;
  }

  private block(tree: TreeOf<'block'>, context: readonly Read[]): readonly Read[] {
    const outer = this.bound.length;
    let last: readonly Read[] = [];
    for (const statement of tree.of) last = this.walk(statement, context);
    this.bound.length = outer;
    return last;
  }

  private bind(tree: TreeOf<'bind'>, context: readonly Read[]): readonly Read[] {
    this.bound.push({ name: tree.name, meanings: this.walk(tree.value, context) });
    return [];
  }

  private condition(tree: TreeOf<'condition'>, context: readonly Read[]): readonly Read[] {
    this.consume(tree.test, context);
    return [...this.walk(tree.yes, context), ...(tree.no ? this.walk(tree.no, context) : [])];
  }

  private call(tree: TreeOf<'call'>, context: readonly Read[]): readonly Read[] {
    const record = this.functions.get(tree.name);
    const needed = record?.parameters.filter((one) => !one.isOptional).length ?? 0;
    this.visitor.onCall?.(tree.name);
    this.use(record?.reads ?? []);
    if (tree.args.length < needed) this.use(context);
    const [object, key] = tree.args;
    if (tree.name === 'lookup' && object && key?.kind === 'literal')
      return this.name(key, String(key.value), this.walk(object, context));
    if (passing.has(tree.name)) return tree.args.flatMap((arg) => this.walk(arg, context));
    return this.consumeChildren(tree, context);
  }

  private readonly walkers: Walkers = {
    literal: () => [],
    range: () => [],
    name: (tree, context) => this.name(tree, tree.name, context),
    variable: (tree, context) => this.variable(tree, context),
    path: (tree, context) => this.path(tree, context),
    filter: (tree, context) => this.filters(tree.by, this.walk(tree.of, context)),
    binary: (tree, context) => this.consumeChildren(tree, context),
    logic: (tree, context) => this.consumeChildren(tree, context),
    negate: (tree, context) => this.consumeChildren(tree, context),
    list: (tree, context) => this.consumeChildren(tree, context),
    object: (tree, context) => this.consumeChildren(tree, context),
    condition: (tree, context) => this.condition(tree, context),
    block: (tree, context) => this.block(tree, context),
    bind: (tree, context) => this.bind(tree, context),
    call: (tree, context) => this.call(tree, context),
  };
}
