/** A tree as exact arithmetic: every number is a decimal, and what is missing is said instead of guessed. */
import {
  type BinaryOperator,
  type Decimal,
  divide,
  isTooLong,
  minus,
  operandName,
  type Problem,
  plus,
  readDecimal,
  roundHalfUp,
  type Tree,
  type TreeOf,
  times,
  withoutBrackets,
} from '#engine';
import { StepError } from './StepError.ts';

export type StepValue = Decimal | string | boolean | undefined;

/** Where a step finds what it refers to. */
export type StepSource = {
  readonly operand: (name: string) => StepValue;
  readonly variable: (name: string) => StepValue;
  readonly lookUp: (kind: string, name: string) => StepValue;
};

export type ExactRun = (source: StepSource) => StepValue;

/** What steps cannot say: lists, objects and filters have no place in a price. */
export class UnfitTree extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Decimals of a quotient that is not rounded otherwise. */
const quotientScale = 20;

/** Compiles a checked tree; throws `UnfitTree` for what is no step. */
export function exactTree(tree: Tree, kinds: readonly string[]): ExactRun {
  const compile = (part: Tree): ExactRun => exactTree(part, kinds);
  const name = operandName(tree);
  if (name !== undefined) return ({ operand }) => operand(name);
  switch (tree.kind) {
    case 'literal':
      return literal(tree.value);
    case 'variable':
      return ({ variable }) => variable(tree.name);
    case 'block':
      if (tree.of.length !== 1) return unfit(tree, 'Write what is bound as a step of its own.');
      return compile(tree.of[0] as Tree);
    case 'negate':
      return (
        (of) => (source) =>
          minus(zero, numberOf(of(source), tree.of))
      )(compile(tree.of));
    case 'binary':
      return binary(tree, compile);
    case 'logic':
      return logic(tree, tree.of.map(compile));
    case 'condition':
      return condition(tree, compile);
    case 'call':
      return call(tree, compile, kinds);
    default:
      return unfit(tree, 'Steps use single values: no lists, objects or filters.');
  }
}

const zero: Decimal = { digits: 0n, scale: 0 };

function unfit(tree: Tree, message: string): never {
  throw new UnfitTree({ message, at: tree.at, length: 1, code: 'unfit' });
}

function literal(value: TreeOf<'literal'>['value']): ExactRun {
  const read = typeof value === 'number' ? readDecimal(String(value)) : (value ?? undefined);
  return () => read as StepValue;
}

export const isDecimal = (value: StepValue): value is Decimal => typeof value === 'object';

function numberOf(value: StepValue, part: Tree): Decimal {
  if (isDecimal(value)) return value;
  throw value === undefined ? missing(part) : new StepError('type', { value: String(value) });
}

function missing(part: Tree): StepError {
  return new StepError('missing', { name: operandName(withoutBrackets(part)) ?? '' });
}

const limited = (value: Decimal): Decimal => {
  if (isTooLong(value)) throw new StepError('range');
  return value;
};

const arithmetic: Partial<Record<BinaryOperator, (a: Decimal, b: Decimal) => Decimal>> = {
  '+': (a, b) => limited(plus(a, b)),
  '-': (a, b) => limited(minus(a, b)),
  '*': (a, b) => limited(times(a, b)),
  '/': (a, b) => {
    const result = divide(a, b, quotientScale);
    if (!result) throw new StepError('divide');
    return shortened(result);
  },
};

/** 6 ÷ 2 is 3, not 3 with twenty noughts, which the next product would drag along. */
function shortened({ digits, scale }: Decimal): Decimal {
  let [left, at] = [digits, scale];
  while (at > 0 && left % 10n === 0n) [left, at] = [left / 10n, at - 1];
  return { digits: left, scale: at };
}

const signs: Partial<Record<BinaryOperator, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
};

function binary(tree: TreeOf<'binary'>, compile: (part: Tree) => ExactRun): ExactRun {
  const { operator, left, right } = tree;
  if (operator === 'in') return membership(tree, compile);
  const [a, b] = [compile(left), compile(right)];
  const compute = arithmetic[operator];
  if (compute) return (source) => compute(numberOf(a(source), left), numberOf(b(source), right));
  const holds = signs[operator];
  if (!holds) return unfit(tree, `Steps do not use ${operator}.`);
  return (source) => {
    const [x, y] = [a(source), b(source)];
    if (x === undefined) throw missing(left);
    if (y === undefined) throw missing(right);
    return holds(order(x, y));
  };
}

/** NaN for what has no order, which no sign but `!=` holds for. */
function order(x: Exclude<StepValue, undefined>, y: Exclude<StepValue, undefined>): number {
  if (isDecimal(x) && isDecimal(y)) return Number(minus(x, y).digits > 0n) - Number(minus(x, y).digits < 0n);
  if (typeof x !== typeof y) return Number.NaN;
  return x === y ? 0 : x < y ? -1 : 1;
}

function membership({ left, right }: TreeOf<'binary'>, compile: (part: Tree) => ExactRun): ExactRun {
  const list = withoutBrackets(right);
  const value = compile(left);
  const members = (list.kind === 'list' ? list.of : [list]).map(compile);
  return (source) => {
    const sought = value(source);
    if (sought === undefined) throw missing(left);
    return members.some((member) => {
      const one = member(source);
      return one !== undefined && order(sought, one) === 0;
    });
  };
}

function truth(value: StepValue, part: Tree): boolean {
  if (typeof value === 'boolean') return value;
  throw value === undefined ? missing(part) : new StepError('type', { value: String(value) });
}

function logic({ operator, of }: TreeOf<'logic'>, runs: readonly ExactRun[]): ExactRun {
  const decides = operator === 'or';
  const at = (index: number) => of[index] as Tree;
  return (source) => runs.some((run, index) => truth(run(source), at(index)) === decides) === decides;
}

function condition(tree: TreeOf<'condition'>, compile: (part: Tree) => ExactRun): ExactRun {
  if (!tree.no) return unfit(tree, 'Say what holds otherwise, behind a colon.');
  const [test, yes, no] = [compile(tree.test), compile(tree.yes), compile(tree.no)];
  return (source) => (truth(test(source), tree.test) ? yes(source) : no(source));
}

type Exact = (args: readonly Decimal[]) => Decimal;

const exact: Readonly<Record<string, Exact>> = {
  money: ([a = zero, scale]) => roundHalfUp(a, scaleOf(scale, 2)),
  floor: ([a = zero, scale]) => towards(a, scaleOf(scale, 0), -1n),
  ceil: ([a = zero, scale]) => towards(a, scaleOf(scale, 0), 1n),
  abs: ([a = zero]) => (a.digits < 0n ? minus(zero, a) : a),
  least: (all) => all.reduce((a, b) => (minus(b, a).digits < 0n ? b : a)),
  greatest: (all) => all.reduce((a, b) => (minus(b, a).digits > 0n ? b : a)),
};

function scaleOf(given: Decimal | undefined, otherwise: number): number {
  const scale = given ? Number(given.digits) / 10 ** given.scale : otherwise;
  if (!Number.isInteger(scale) || scale < 0 || scale > 10) throw new StepError('range');
  return scale;
}

function towards({ digits, scale }: Decimal, wanted: number, side: 1n | -1n): Decimal {
  if (scale <= wanted) return { digits, scale };
  const unit = 10n ** BigInt(scale - wanted);
  const whole = digits / unit;
  const isBeyond = digits % unit !== 0n && digits > 0n === side > 0n;
  return { digits: isBeyond ? whole + side : whole, scale: wanted };
}

function call(tree: TreeOf<'call'>, compile: (part: Tree) => ExactRun, kinds: readonly string[]): ExactRun {
  const { name, args } = tree;
  const [first] = args;
  if (kinds.includes(name)) {
    if (first?.kind !== 'literal') return unfit(tree, `Write the name of the ${name} in quotation marks.`);
    const asked = String(first.value);
    return ({ lookUp }) => lookUp(name, asked);
  }
  const runs = args.map(compile);
  const [one, other] = runs;
  if (!one || !first) return unfit(tree, `$${name} needs something to work on.`);
  if (name === 'has') return (source) => one(source) !== undefined;
  if (name === 'default') return (source) => one(source) ?? other?.(source);
  if (name === 'not') return (source) => !truth(one(source), first);
  const work = exact[name];
  if (!work) return unfit(tree, `Steps do not use $${name}.`);
  return (source) => limited(work(runs.map((run, index) => numberOf(run(source), args[index] as Tree))));
}
