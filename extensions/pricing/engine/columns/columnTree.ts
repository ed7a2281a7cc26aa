/** Computes a tree for all combinations at once, with the answers exact arithmetic gives for each of them. */
import { operandName, readDecimal, type Tree, type TreeOf, withoutBrackets } from '#engine';
import { type Column, columnOf, UnfitColumn } from './column.ts';
import {
  compareColumn,
  divideColumn,
  eachValue,
  extremeColumn,
  type Room,
  type Rounding,
  roundColumn,
  selectColumn,
  sumColumn,
  timesColumn,
} from './columnMath.ts';
import { sumTerms } from './sumTerms.ts';

/** Where columns come from; each gives what it knows over the combinations of the room. */
export type ColumnSource = Room & {
  readonly operand: (name: string) => Column;
  readonly variable: (name: string) => Column;
  readonly lookUp: (kind: string, name: string) => Column;
  readonly kinds: readonly string[];
  /** A tree that depends on few combinations, where it was computed for all of them at once. */
  readonly kept: (tree: Tree) => Column | undefined;
  /** A tree that columns cannot say, value by value; throws `UnfitColumn` where that would be too many. */
  readonly oneByOne: (tree: Tree) => Column;
  /** Trees that were found to be unfit. */
  readonly unfit: Set<Tree>;
};

export function columnTree(tree: Tree, source: ColumnSource): Column {
  const kept = source.kept(tree);
  if (kept) return kept;
  if (source.unfit.has(tree)) return source.oneByOne(tree);
  try {
    return computed(tree, source);
  } catch (error) {
    if (!(error instanceof UnfitColumn)) throw error;
    const column = source.oneByOne(tree);
    source.unfit.add(tree);
    return column;
  }
}

function computed(tree: Tree, source: ColumnSource): Column {
  const of = (part: Tree) => columnTree(part, source);
  const name = operandName(tree);
  if (name !== undefined) return source.operand(name);
  switch (tree.kind) {
    case 'literal':
      return columnOf([], [literalOf(tree)]);
    case 'variable':
      return source.variable(tree.name);
    case 'block':
      return of(withoutBrackets(tree) === tree ? unfit() : withoutBrackets(tree));
    case 'negate':
      return eachValue(source, amount(of(tree.of)), (value) => -value);
    case 'binary':
      return binary(tree, source);
    case 'logic':
      return tree.of
        .map((part) => truth(of(part)))
        .reduceRight((rest, one) => joinTruths(tree, source, one, rest));
    case 'condition':
      return selectColumn(source, truth(of(tree.test)), of(tree.yes), of(tree.no ?? unfit()));
    case 'call':
      return call(tree, source);
    default:
      return unfit();
  }
}

function unfit(): never {
  throw new UnfitColumn();
}

const literalOf = ({ value }: TreeOf<'literal'>) =>
  typeof value === 'number' ? readDecimal(String(value)) : (value ?? undefined);

const amount = (column: Column): Column => (column.isTruth ? unfit() : column);
const truth = (column: Column): Column => (column.isTruth ? column : unfit());

function joinTruths({ operator }: TreeOf<'logic'>, source: ColumnSource, one: Column, rest: Column): Column {
  return operator === 'and' ? selectColumn(source, one, rest, one) : selectColumn(source, one, one, rest);
}

function binary(tree: TreeOf<'binary'>, source: ColumnSource): Column {
  const { operator, left, right } = tree;
  if (operator === 'in') return unfit();
  if (operator === '+' || operator === '-') return sum(tree, source);
  const [a, b] = [columnTree(left, source), columnTree(right, source)];
  switch (operator) {
    case '*':
      return timesColumn(source, amount(a), amount(b));
    case '/':
      return divideColumn(source, amount(a), amount(b));
    default:
      return compareColumn(source, operator, a, b);
  }
}

function sum(tree: Tree, source: ColumnSource): Column {
  const terms = sumTerms(tree).map(({ tree: part, sign }) => ({
    column: amount(columnTree(part, source)),
    sign,
  }));
  return sumColumn(source, terms);
}

const roundings: Readonly<Record<string, readonly [Rounding, number]>> = {
  money: ['half', 2],
  floor: ['floor', 0],
  ceil: ['ceil', 0],
};

/** What a tree rounds, and to how many decimals; undefined of what does not, or not to a number that is written there. */
export function roundingOf(tree: Tree): { readonly of: Tree; readonly scale: number } | undefined {
  if (tree.kind !== 'call' || !Object.hasOwn(roundings, tree.name)) return undefined;
  const [of, scale] = tree.args;
  const wanted = scale ? literalScale(scale) : roundings[tree.name]?.[1];
  return of && wanted !== undefined ? { of, scale: wanted } : undefined;
}

function call({ name, args }: TreeOf<'call'>, source: ColumnSource): Column {
  const [first, second] = args;
  if (!first) return unfit();
  if (source.kinds.includes(name))
    return first.kind === 'literal' ? source.lookUp(name, String(first.value)) : unfit();
  const rounded = roundings[name];
  if (rounded) {
    const [how, otherwise] = rounded;
    const column = amount(columnTree(first, source));
    return roundColumn(source, column, second ? wantedScale(second) : otherwise, how);
  }
  const columns = args.map((part) => columnTree(part, source));
  if (name === 'not') return eachValue(source, truth(columns[0] as Column), (value) => 1 - value);
  if (name === 'abs') return eachValue(source, amount(columns[0] as Column), Math.abs);
  if (name === 'least' || name === 'greatest')
    return columns.map(amount).reduce((one, other) => extremeColumn(source, one, other, name));
  return unfit();
}

const wantedScale = (tree: Tree): number => literalScale(tree) ?? unfit();

function literalScale(tree: Tree): number | undefined {
  if (tree.kind !== 'literal' || typeof tree.value !== 'number') return undefined;
  return Number.isInteger(tree.value) && tree.value >= 0 && tree.value <= 10 ? tree.value : undefined;
}
