import { type Compiled, compileTree, type Scope } from './compileTree.ts';
import { ExpressionError } from './ExpressionError.ts';
import { type AskedOperator, type FilterOperator, type FilterTree, foldAll, foldNot } from './filterTree.ts';
import { defaultFunctions, type FunctionTable } from './functions.ts';
import { readIsoDate } from './isoDate.ts';
import { hasValue } from './presenceFunctions.ts';
import { type Read, readsOf } from './readsOf.ts';
import { booleanOf } from './semantics.ts';
import { type BinaryOperator, type Problem, type Tree, type TreeOf, withoutBrackets } from './tree.ts';

export type { AskedOperator, FilterOperator, FilterTree };

export type Where = {
  /** The filter for the current values of the `$` variables. */
  readonly bind: (scope: Scope) => FilterTree;
  /** What it reads besides the row: when this changes, the filter changes. */
  readonly reads: readonly Read[];
  /** Dotted fields of the row that it compares. */
  readonly fields: readonly string[];
  /** As its author wrote it, when a declaration was compiled. */
  readonly text?: string;
};

type Plan = (scope: Scope) => FilterTree;

/**
 * Converts an expression about rows of another entity to a filter: bare names are fields of the row, every
 * `$…` is evaluated when bound. A missing bound value with `=` matches rows where the field is empty; in any
 * other comparison it matches no row, as in jsonata.
 */
export function compileWhere(
  tree: Tree,
  options: { readonly functions?: FunctionTable } = {},
): Where | { readonly problems: readonly Problem[]; readonly bind?: undefined } {
  const functions = options.functions ?? defaultFunctions;
  try {
    const bind = planOf(tree, functions);
    const { reads } = readsOf(tree, functions);
    const fields = reads.filter((read) => read.from === '$').map((read) => read.path.join('.'));
    return { bind, reads: reads.filter((read) => read.from !== '$'), fields };
  } catch (error) {
    if (error instanceof NotAFilter) return { problems: [error.problem] };
    if (error instanceof ExpressionError)
      return { problems: [{ message: error.message, at: error.at, code: error.code }] };
    throw error;
  }
}

class NotAFilter extends Error {
  readonly problem: Problem;
  constructor(message: string, at: number) {
    super(message);
    this.problem = { message, at, length: 1, code: 'where' };
  }
}

function planOf(tree: Tree, functions: FunctionTable): Plan {
  const part = withoutBrackets(tree);
  if (!readsRow(part, functions)) {
    const bound = compileTree(part, { functions });
    return (scope) => constant(booleanOf(bound.evaluate(scope), part.at) === true);
  }
  if (part.kind === 'logic') return planLogic(part, functions);
  if (part.kind === 'condition') return planCondition(part, functions);
  if (part.kind === 'binary') return planBinary(part, functions);
  if (part.kind === 'call') return planCall(part, functions);
  const path = rowPath(part);
  if (path === undefined)
    throw new NotAFilter('A filter of rows can only compare fields of the row with values.', part.at);
  return () => compare(path, 'eq', true);
}

function readsRow(tree: Tree, functions: FunctionTable): boolean {
  return readsOf(tree, functions).reads.some((read) => read.from === '$');
}

/** The dotted field of `Brand.Name` or `$.Brand.Name`. */
function rowPath(tree: Tree): string | undefined {
  const part = withoutBrackets(tree);
  if (part.kind !== 'path' || part.steps.some((step) => step.filters)) return undefined;
  const [first, ...rest] = part.steps.map((step) => step.of);
  const isRow = first?.kind === 'variable' && (first.name === '' || first.name === '$') && rest.length > 0;
  const names = isRow ? rest : part.steps.map((step) => step.of);
  return names.every((name) => name.kind === 'name') ? names.map((name) => name.name).join('.') : undefined;
}

function planLogic(tree: TreeOf<'logic'>, functions: FunctionTable): Plan {
  const parts = tree.of.map((part) => planOf(part, functions));
  return (scope) => {
    const of: FilterTree[] = [];
    for (const part of parts) {
      const filter = part(scope);
      of.push(filter);
      // Not bound, because the rest may only make sense when this part holds.
      if (filter.kind === 'constant' && filter.value === (tree.operator === 'or')) return filter;
    }
    return foldAll(tree.operator, of);
  };
}

function planCondition(tree: TreeOf<'condition'>, functions: FunctionTable): Plan {
  const test = planOf(tree.test, functions);
  const yes = planOf(tree.yes, functions);
  const no: Plan = tree.no ? planOf(tree.no, functions) : () => constant(false);
  return (scope) => {
    const asked = test(scope);
    if (asked.kind === 'constant') return asked.value ? yes(scope) : no(scope);
    return foldAll('or', [foldAll('and', [asked, yes(scope)]), foldAll('and', [foldNot(asked), no(scope)])]);
  };
}

type Sides = { readonly path: string; readonly value: Compiled; readonly isFlipped: boolean };

/** One side must be a field of the row, the other independent of the row. */
function sidesOf(tree: Tree, pair: readonly [Tree, Tree], functions: FunctionTable): Sides {
  const [left, right] = pair;
  const isFlipped = !readsRow(left, functions);
  const [field, other] = isFlipped ? [right, left] : [left, right];
  const path = rowPath(field);
  if (path === undefined)
    throw new NotAFilter('Compare a field of the row as it is, without computing with it.', field.at);
  if (readsRow(other, functions))
    throw new NotAFilter('Two fields of the row cannot be compared in a filter.', tree.at);
  return { path, value: compileTree(other, { functions }), isFlipped };
}

type Comparing = (path: string, value: unknown, at: number) => FilterTree;

function planBinary(tree: TreeOf<'binary'>, functions: FunctionTable): Plan {
  const comparing = Object.hasOwn(comparisons, tree.operator) ? comparisons[tree.operator] : undefined;
  if (!comparing)
    throw new NotAFilter('A filter of rows cannot compute; compare a field with a value.', tree.at);
  const { path, value, isFlipped } = sidesOf(tree, [tree.left, tree.right], functions);
  if (isFlipped && tree.operator === 'in')
    throw new NotAFilter('Write the field before in, and the values after it.', tree.at);
  const used = isFlipped ? (comparisons[flipped[tree.operator] ?? tree.operator] as Comparing) : comparing;
  return (scope) => used(path, value.evaluate(scope), tree.at);
}

const flipped: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const bySize =
  (operator: FilterOperator): Comparing =>
  (path, value, at) => {
    if (value === undefined) return constant(false);
    if (typeof value !== 'string' && typeof value !== 'number') throw new ExpressionError('T2010', at);
    return compare(path, operator, value);
  };

const comparisons: Partial<Record<BinaryOperator, Comparing>> = {
  '=': (path, value) => equal(path, value),
  '!=': (path, value) => {
    if (value === undefined) return constant(false);
    return isScalar(value) ? compare(path, 'ne', value) : constant(true);
  },
  '<': bySize('lt'),
  '<=': bySize('le'),
  '>': bySize('gt'),
  '>=': bySize('ge'),
  in: (path, value) => within(path, value),
};

function equal(path: string, value: unknown): FilterTree {
  return isScalar(value) ? compare(path, 'eq', value ?? null) : constant(false);
}

function within(path: string, value: unknown): FilterTree {
  if (value === undefined) return constant(false);
  const values = (Array.isArray(value) ? value : [value]).filter(isScalar);
  const filled = values.filter((item) => item !== null && item !== undefined);
  const parts = filled.length > 0 ? [compare(path, 'in', filled)] : [];
  return foldAll('or', values.includes(null) ? [...parts, compare(path, 'eq', null)] : parts);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function planCall(tree: TreeOf<'call'>, functions: FunctionTable): Plan {
  const [first, second] = tree.args;
  if (first && tree.args.length === 1) return planOneArgument(tree, first, functions);
  const calling = Object.hasOwn(calls, tree.name) ? calls[tree.name] : undefined;
  if (!calling || !first || !second || tree.args.length !== 2) throw cannotFilter(tree);
  const { path, value, isFlipped } = sidesOf(tree, [first, second], functions);
  const used = isFlipped ? calling.flipped : calling.direct;
  if (!used) throw new NotAFilter(`Write the field as the first argument of $${tree.name}.`, tree.at);
  return (scope) => used(path, value.evaluate(scope), tree.at);
}

function planOneArgument(tree: TreeOf<'call'>, argument: Tree, functions: FunctionTable): Plan {
  if (tree.name === 'not') {
    const plan = planOf(argument, functions);
    return (scope) => foldNot(plan(scope));
  }
  if (tree.name === 'boolean') return planOf(argument, functions);
  const path = rowPath(argument);
  const operator = Object.hasOwn(presence, tree.name) ? presence[tree.name] : undefined;
  if (path === undefined || !operator) throw cannotFilter(tree);
  return () => compare(path, operator, null);
}

const presence: Readonly<Record<string, FilterOperator>> = { exists: 'ne', has: 'ne', empty: 'eq' };

function cannotFilter(tree: TreeOf<'call'>): NotAFilter {
  return new NotAFilter(`$${tree.name} cannot be applied to fields of the row in a filter.`, tree.at);
}

const byDate =
  (operator: FilterOperator): Comparing =>
  (path, value, at) => {
    if (!hasValue(value)) return constant(true);
    if (typeof value !== 'string' || !readIsoDate(value)) throw new ExpressionError('date.invalid', at);
    return foldAll('or', [compare(path, 'eq', null), compare(path, operator, value)]);
  };

const byText =
  (operator: FilterOperator): Comparing =>
  (path, value, at) => {
    if (value === undefined) return constant(false);
    if (typeof value !== 'string') throw new ExpressionError('T0410', at);
    return compare(path, operator, value);
  };

const different: Comparing = (path, value) => {
  if (!hasValue(value)) return compare(path, 'ne', null);
  if (!isScalar(value)) return constant(true);
  return foldAll('or', [compare(path, 'eq', null), compare(path, 'ne', value)]);
};

const calls: Readonly<Record<string, { readonly direct: Comparing; readonly flipped?: Comparing }>> = {
  ne: { direct: different, flipped: different },
  after: { direct: byDate('gt'), flipped: byDate('lt') },
  before: { direct: byDate('lt'), flipped: byDate('gt') },
  onOrAfter: { direct: byDate('ge'), flipped: byDate('le') },
  onOrBefore: { direct: byDate('le'), flipped: byDate('ge') },
  contains: { direct: byText('contains') },
  startsWith: { direct: byText('startsWith') },
};

function compare(path: string, operator: FilterOperator, value: unknown): FilterTree {
  return { kind: 'compare', path, operator, value };
}

function constant(value: boolean): FilterTree {
  return { kind: 'constant', value };
}
