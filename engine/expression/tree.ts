export type Trace = TraceStep & { readonly steps: readonly TraceStep[] };

/** The value of one part. Unknown: a required value is missing and the others do not decide. */
export type TraceStep = {
  readonly tree: Tree;
  readonly value: unknown;
  readonly isUnknown: boolean;
  /** Missing names that matter to the result. */
  readonly missing: readonly string[];
  /** Why the part could not be computed. */
  readonly error?: string;
};
/** The checked tree of an expression, as JSON: the server parses, and the browser only compiles. */

type Literal = {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
  readonly at: number;
};
/** A field name; always a step of a path. */
export type Name = { readonly kind: 'name'; readonly name: string; readonly at: number };
/** `$x`; name '' is `$` (the current value) and '$' is `$$` (the root). */
type Variable = { readonly kind: 'variable'; readonly name: string; readonly at: number };
/** Filters of a step apply to the result of each single input, as in `a.b[…]`. */
export type Step = { readonly of: Tree; readonly filters?: readonly Tree[] };
export type Path = { readonly kind: 'path'; readonly steps: readonly Step[]; readonly at: number };
/** `value[…]` where the value is not a path. */
export type Filter = {
  readonly kind: 'filter';
  readonly of: Tree;
  readonly by: readonly Tree[];
  readonly at: number;
};
export type Binary = {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Tree;
  readonly right: Tree;
  readonly at: number;
};
/** `and` / `or` over two or more parts. */
type Logic = {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly of: readonly Tree[];
  readonly at: number;
};
type Negate = { readonly kind: 'negate'; readonly of: Tree; readonly at: number };
export type List = { readonly kind: 'list'; readonly of: readonly Tree[]; readonly at: number };
/** `[1..5]`: only inside a list, with constant ends. */
export type Range = {
  readonly kind: 'range';
  readonly from: number;
  readonly to: number;
  readonly at: number;
};
type ObjectTree = {
  readonly kind: 'object';
  readonly pairs: readonly (readonly [Tree, Tree])[];
  readonly at: number;
};
export type Condition = {
  readonly kind: 'condition';
  readonly test: Tree;
  readonly yes: Tree;
  readonly no?: Tree;
  readonly at: number;
};
/** `( … )`: one expression, or `$x := …;` bindings followed by one. */
export type Block = { readonly kind: 'block'; readonly of: readonly Tree[]; readonly at: number };
export type Bind = {
  readonly kind: 'bind';
  readonly name: string;
  readonly value: Tree;
  readonly at: number;
};
/** `$name(…)`; the name is kept without `$`. */
export type Call = {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Tree[];
  readonly at: number;
};

export type Tree =
  | Literal
  | Name
  | Variable
  | Path
  | Filter
  | Binary
  | Logic
  | Negate
  | List
  | Range
  | ObjectTree
  | Condition
  | Block
  | Bind
  | Call;

export type TreeKind = Tree['kind'];
export type TreeOf<Kind extends TreeKind> = Extract<Tree, { kind: Kind }>;

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '&' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

/** A value an expression reads: from `$` (the root) or a variable, by names, passing through lists. */
export type Read = {
  readonly from: string;
  readonly path: readonly string[];
  /** Only presence and number of items matter, not the content. */
  readonly presence?: true;
};

/** A problem in an expression: a message that says what to do, and its position. */
export type Problem = {
  readonly message: string;
  readonly at: number;
  readonly length?: number;
  readonly code: string;
  /** Replacement for [at, at + length) that fixes it. */
  readonly fix?: string;
  /** A warning marks a likely mistake; an error refuses the expression. */
  readonly level?: 'warning';
};

/** Limits of an expression, checked when parsed or while running. */
export const expressionLimits = {
  textLength: 65_536,
  tokens: 8_000,
  depth: 100,
  nodes: 5_000,
  pathSteps: 100,
  rangeSize: 1_000,
  /** Characters of a text that an expression creates. */
  textResult: 1_000_000,
  /** Work units of one uninterruptible evaluation; a unit is about one visit of a node, 20 to 60 ns. */
  work: 250_000,
} as const;

const childrenByKind: { [Kind in TreeKind]: (tree: TreeOf<Kind>) => readonly Tree[] } = {
  literal: () => [],
  name: () => [],
  variable: () => [],
  range: () => [],
  path: (tree) => tree.steps.flatMap((step) => [step.of, ...(step.filters ?? [])]),
  filter: (tree) => [tree.of, ...tree.by],
  binary: (tree) => [tree.left, tree.right],
  logic: (tree) => tree.of,
  negate: (tree) => [tree.of],
  list: (tree) => tree.of,
  object: (tree) => tree.pairs.flat(),
  condition: (tree) => (tree.no ? [tree.test, tree.yes, tree.no] : [tree.test, tree.yes]),
  block: (tree) => tree.of,
  bind: (tree) => [tree.value],
  call: (tree) => tree.args,
};

/** The children of a node in written order. */
export function childrenOf<Kind extends TreeKind>(tree: TreeOf<Kind>): readonly Tree[] {
  return childrenByKind[tree.kind as Kind](tree);
}

/** The number of nodes of a tree. */
export function countNodes(tree: Tree): number {
  return childrenOf(tree).reduce((sum, child) => sum + countNodes(child), 1);
}

/** Removes brackets without bindings: `((a))` is `a`. */
export function withoutBrackets(tree: Tree): Tree {
  const [only] = tree.kind === 'block' && tree.of.length === 1 ? tree.of : [];
  return only && only.kind !== 'bind' ? withoutBrackets(only) : tree;
}
