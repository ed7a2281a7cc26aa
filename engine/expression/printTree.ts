import { isPlainName } from './scanText.ts';
import type { BinaryOperator, Tree, TreeKind, TreeOf } from './tree.ts';

/** The canonical text of a tree; parsing it gives the same tree. */
export function printTree(tree: Tree): string {
  return (printers[tree.kind] as (tree: Tree) => string)(tree);
}

/** Binding strength; a weaker part inside a stronger one needs brackets. */
const strengths = {
  bind: 10,
  condition: 20,
  or: 25,
  and: 30,
  compare: 40,
  add: 50,
  multiply: 60,
  negate: 70,
  path: 75,
  whole: 90,
} as const;

const operatorStrength = {
  '+': strengths.add,
  '-': strengths.add,
  '&': strengths.add,
  '*': strengths.multiply,
  '/': strengths.multiply,
  '%': strengths.multiply,
  '=': strengths.compare,
  '!=': strengths.compare,
  '<': strengths.compare,
  '<=': strengths.compare,
  '>': strengths.compare,
  '>=': strengths.compare,
  in: strengths.compare,
} satisfies Record<BinaryOperator, number>;

function strengthOf(tree: Tree): number {
  if (tree.kind === 'binary') return operatorStrength[tree.operator];
  if (tree.kind === 'logic') return strengths[tree.operator];
  if (tree.kind === 'literal' && typeof tree.value === 'number')
    return isNegative(tree.value) ? strengths.negate : strengths.whole;
  if (tree.kind === 'condition' || tree.kind === 'bind' || tree.kind === 'negate' || tree.kind === 'path') {
    return strengths[tree.kind];
  }
  return strengths.whole;
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

function inside(tree: Tree, strength: number): string {
  return strengthOf(tree) < strength ? `(${printTree(tree)})` : printTree(tree);
}

const printers: { [Kind in TreeKind]: (tree: TreeOf<Kind>) => string } = {
  literal: ({ value }) => (Object.is(value, -0) ? '-0' : JSON.stringify(value)),
  name: ({ name }) => printName(name),
  variable: ({ name }) => `$${name}`,
  path: ({ steps }) =>
    steps.map(({ of, filters }, index) => printStep(of, index) + printFilters(filters ?? [])).join('.'),
  filter: ({ of, by }) => inside(of, strengths.whole) + printFilters(by),
  binary: printBinary,
  logic: printLogic,
  negate: ({ of }) => `-${inside(of, strengths.negate)}`,
  list: ({ of }) => `[${of.map(printTree).join(', ')}]`,
  range: ({ from, to }) => `${from}..${to}`,
  object: ({ pairs }) =>
    `{ ${pairs.map(([key, value]) => `${closed(key)}: ${printTree(value)}`).join(', ')} }`,
  condition: printCondition,
  block: ({ of }) => `(${of.map(printTree).join('; ')})`,
  bind: ({ name, value }) => `$${name} := ${inside(value, strengths.bind)}`,
  call: ({ name, args }) => `$${name}(${args.map(printTree).join(', ')})`,
};

/** A name as written in expressions, in backquotes where necessary. */
export function printName(name: string): string {
  return isPlainName(name) ? name : `\`${name}\``;
}

function printFilters(filters: readonly Tree[]): string {
  return filters.map((filter) => `[${printTree(filter)}]`).join('');
}

function printStep(of: Tree, index: number): string {
  // As a later step, a literal or a path would be read as names of the surrounding path.
  const isMisread = of.kind === 'literal' || of.kind === 'path' || (index > 0 && of.kind === 'filter');
  return isMisread ? `(${printTree(of)})` : inside(of, strengths.path);
}

function printBinary({ operator, left, right }: TreeOf<'binary'>): string {
  const strength = operatorStrength[operator];
  return `${inside(left, strength)} ${operator} ${inside(right, strength + 1)}`;
}

function printLogic({ operator, of }: TreeOf<'logic'>): string {
  return of.map((part) => inside(part, strengths[operator] + 1)).join(` ${operator} `);
}

function printCondition({ test, yes, no }: TreeOf<'condition'>): string {
  const start = `${inside(test, strengths.condition + 1)} ? `;
  return no ? `${start}${closed(yes)} : ${printTree(no)}` : start + printTree(yes);
}

/** Before a `:`, a condition without its own `:` would take it. */
function closed(tree: Tree): string {
  return endsOpen(tree) ? `(${printTree(tree)})` : printTree(tree);
}

function endsOpen(tree: Tree): boolean {
  return tree.kind === 'condition' && (tree.no === undefined || endsOpen(tree.no));
}
