import type { Evaluation, Run } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { Operand } from './Operand.ts';
import { isDeepEqual, isNumeric, isTrue, limitText, textOf } from './semantics.ts';
import type { BinaryOperator, Tree, TreeOf } from './tree.ts';

type Compile = (tree: TreeOf<'binary'>, left: Operand, right: Operand) => Run;

/** Compiles a binary operator; both sides are evaluated, left first, before their types are checked. */
export function compileBinary(tree: TreeOf<'binary'>, left: Run, right: Run): Run {
  return binaries[tree.operator](tree, new Operand(tree.left, left), new Operand(tree.right, right));
}

/** Handles everything but two numbers, which the operator computes itself. */
function computeOthers(at: number, a: unknown, b: unknown): number | undefined {
  if (a !== undefined && !isNumeric(a, at)) throw new ExpressionError('T2001', at);
  if (b !== undefined && !isNumeric(b, at)) throw new ExpressionError('T2002', at);
  return undefined;
}

// Operators are written out one by one, so that each closure is optimized for numbers; a shared function
// parameter would be called on every evaluation instead of inlined.

/** Tests for two finite numbers: a finite number minus itself is 0, any other is NaN. */
const plus: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number' && a - a === 0 && b - b === 0) return a + b;
  return computeOthers(tree.at, a, b);
};

const minus: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number' && a - a === 0 && b - b === 0) return a - b;
  return computeOthers(tree.at, a, b);
};

const times: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number' && a - a === 0 && b - b === 0) return a * b;
  return computeOthers(tree.at, a, b);
};

const over: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number' && a - a === 0 && b - b === 0) return a / b;
  return computeOthers(tree.at, a, b);
};

const rest: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number' && a - a === 0 && b - b === 0) return a % b;
  return computeOthers(tree.at, a, b);
};

type Comparable = string | number;
type Comparison = '<' | '<=' | '>' | '>=';

function isOrdered(operator: Comparison, a: Comparable, b: Comparable): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

const isLess: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return compareValues({ a, b, at: tree.at, operator: '<' }, evaluation);
};

const isLessOrSame: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number') return a <= b;
  return compareValues({ a, b, at: tree.at, operator: '<=' }, evaluation);
};

const isMore: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number') return a > b;
  return compareValues({ a, b, at: tree.at, operator: '>' }, evaluation);
};

const isMoreOrSame: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  if (typeof a === 'number' && typeof b === 'number') return a >= b;
  return compareValues({ a, b, at: tree.at, operator: '>=' }, evaluation);
};

type Compared = {
  readonly a: unknown;
  readonly b: unknown;
  readonly at: number;
  readonly operator: Comparison;
};

/** Types are checked before missing sides, so `missing < true` is an error. */
function compareValues({ a, b, at, operator }: Compared, evaluation: Evaluation): boolean | undefined {
  if (!isComparable(a) || !isComparable(b)) throw new ExpressionError('T2010', at);
  if (a === undefined || b === undefined) return undefined;
  if (typeof a !== typeof b) throw new ExpressionError('T2009', at);
  evaluation.spendText(a as string);
  return isOrdered(operator, a, b);
}

function isComparable(value: unknown): value is Comparable | undefined {
  return value === undefined || typeof value === 'string' || typeof value === 'number';
}

const equality =
  (wanted: boolean): Compile =>
  (tree, left, right) => {
    const fixed = shortLiteral(tree.right);
    return fixed ? compileFixedEquality(left, fixed.value, wanted) : compileEquality(left, right, wanted);
  };

/** A constant that is free to compare. */
function shortLiteral(tree: Tree): TreeOf<'literal'> | undefined {
  return tree.kind === 'literal' && String(tree.value).length <= 32 ? tree : undefined;
}

function compileFixedEquality(left: Operand, value: unknown, wanted: boolean): Run {
  return (input, evaluation) => {
    const found = left.read(input, evaluation);
    return found === undefined ? false : (found === value) === wanted;
  };
}

function compileEquality(left: Operand, right: Operand, wanted: boolean): Run {
  return (input, evaluation) => {
    const a = left.read(input, evaluation);
    const b = right.read(input, evaluation);
    // Missing neither equals nor differs: both = and != are false.
    if (a === undefined || b === undefined) return false;
    if (typeof a === 'number' || typeof a === 'boolean') return (a === b) === wanted;
    return isDeepEqual(a, b, evaluation) === wanted;
  };
}

const join: Compile = (tree, left, right) => (input, evaluation) => {
  const a = left.read(input, evaluation);
  const b = right.read(input, evaluation);
  const start = a === undefined ? '' : textOf(a, evaluation, tree.at);
  const end = b === undefined ? '' : textOf(b, evaluation, tree.at);
  return limitText(start + end, tree.at);
};

const includes: Compile = (tree, left, right) => {
  const fixed = fixedValues(tree.right);
  if (fixed) return (input, evaluation) => isAmong(left.read(input, evaluation), fixed);
  return (input, evaluation) => {
    const a = left.read(input, evaluation);
    const b = right.read(input, evaluation);
    if (a === undefined || b === undefined) return false;
    return Array.isArray(b) ? isListed(a, b, evaluation) : isSameValue(a, b, evaluation);
  };
};

/** The values of a list literal, which is free to search: its items already count as nodes. */
function fixedValues(tree: Tree): readonly unknown[] | undefined {
  if (tree.kind !== 'list' || !tree.of.every((item) => item.kind === 'literal')) return undefined;
  return tree.of.map((item) => (item as TreeOf<'literal'>).value);
}

function isAmong(value: unknown, values: readonly unknown[]): boolean {
  for (let index = 0; index < values.length; index++) if (values[index] === value) return true;
  return false;
}

/** Membership compares identity, not deep equality: two lists with the same items differ. */
function isListed(value: unknown, list: readonly unknown[], evaluation: Evaluation): boolean {
  evaluation.spend(list.length >> 3);
  for (const item of list) if (isSameValue(value, item, evaluation)) return true;
  return false;
}

function isSameValue(left: unknown, right: unknown, evaluation: Evaluation): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length)
    evaluation.spendText(left);
  return left === right;
}

const binaries = {
  '+': plus,
  '-': minus,
  '*': times,
  '/': over,
  '%': rest,
  '&': join,
  '=': equality(true),
  '!=': equality(false),
  '<': isLess,
  '<=': isLessOrSame,
  '>': isMore,
  '>=': isMoreOrSame,
  in: includes,
} satisfies Record<BinaryOperator, Compile>;

/** `and` and `or` stop at the first deciding part and always return a boolean. */
export function compileLogic(tree: TreeOf<'logic'>, parts: readonly Run[]): Run {
  const deciding = tree.operator === 'or';
  const sides = parts.map((part, index) => new Operand(tree.of[index] as Tree, part));
  const [first, second] = sides;
  if (sides.length === 2 && first && second) {
    return (input, evaluation) =>
      isTrue(first.read(input, evaluation), tree.at) === deciding
        ? deciding
        : isTrue(second.read(input, evaluation), tree.at);
  }
  return (input, evaluation) => {
    for (const side of sides) if (isTrue(side.read(input, evaluation), tree.at) === deciding) return deciding;
    return !deciding;
  };
}

/** `-x`. */
export function compileNegate(tree: TreeOf<'negate'>, of: Run): Run {
  return (input, evaluation) => {
    const value = of(input, evaluation);
    if (value === undefined) return undefined;
    if (!isNumeric(value, tree.at)) throw new ExpressionError('D1002', tree.at);
    return -value;
  };
}

/** `test ? yes : no`; without `no`, missing when the test fails. */
export function compileCondition(tree: TreeOf<'condition'>, parts: { test: Run; yes: Run; no?: Run }): Run {
  const { test, yes, no } = parts;
  return (input, evaluation) => {
    if (isTrue(test(input, evaluation), tree.at)) return yes(input, evaluation);
    return no?.(input, evaluation);
  };
}
