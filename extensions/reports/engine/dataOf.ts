/** Filters, sorts and groups rows as a definition says; long work yields between batches. */
import type { SheetValue } from '#engine';
import { compareValues, textOf } from './compareValues.ts';
import type { Formula } from './formula.ts';
import { type Around, type FormulaScope, scopeAt } from './formulaScope.ts';
import { runFormula, saidValue } from './runFormula.ts';
import type { DataRows, Filter, Row, Said, Sort } from './types.ts';
import { isLike } from './vb/like.ts';
import { VbError } from './vb/values.ts';

export const fieldPlaces = ({ fields }: Pick<DataRows, 'fields'>): ReadonlyMap<string, number> =>
  new Map(fields.map(({ name }, index) => [name, index]));

/** Long work that yields between batches and returns its result. */
export type InParts<Result> = Generator<undefined, Result, undefined>;

/** Rows per batch. */
const part = 128;

/** Runs all batches without yielding: for short work. */
export function atOnce<Result>(parts: InParts<Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value as Result;
  }
}

/** What each row gives. */
function* mapRows<Result>(rows: readonly Row[], to: (row: Row) => Result): InParts<Result[]> {
  const found: Result[] = [];
  for (const row of rows) {
    found.push(to(row));
    if (found.length % part === 0) yield;
  }
  return found;
}

export function* filterRows(
  rows: readonly Row[],
  filters: readonly Filter[],
  around: Around,
): InParts<readonly Row[]> {
  if (filters.length === 0) return rows;
  const kept = yield* mapRows(rows, (row) =>
    filters.every((filter) => passes(filter, scopeAt(around, { row, isDetail: true }))),
  );
  return rows.filter((_, index) => kept[index]);
}

/** A parameter with every value selected does not filter. */
export const everyValue = '00000000-0000-0000-0000-000000000000';

function passes({ by, operator, values }: Filter, scope: FormulaScope): boolean {
  const value = saidValue(by, scope);
  const against = values.flatMap((each) => valuesOf(each, scope));
  if (against.includes(everyValue)) return true;
  const compare = comparisons[operator];
  // Nothing chosen narrows nothing either.
  return !compare || against.length === 0 || compare(value, against);
}

function valuesOf(said: Said, scope: FormulaScope): readonly SheetValue[] {
  const isParameter = typeof said === 'object' && said?.kind === 'parameter' && said.member === 'Value';
  if (isParameter) return scope.saying.parameters.get(said.name)?.values ?? [];
  return [saidValue(said, scope)];
}

type Comparison = (value: SheetValue, against: readonly SheetValue[]) => boolean;
const one =
  (holds: (order: number) => boolean): Comparison =>
  (value, [first = null]) =>
    holds(compareValues(value, first));

const comparisons: Readonly<Record<string, Comparison>> = {
  Equal: one((order) => order === 0),
  NotEqual: one((order) => order !== 0),
  GreaterThan: one((order) => order > 0),
  GreaterThanOrEqual: one((order) => order >= 0),
  LessThan: one((order) => order < 0),
  LessThanOrEqual: one((order) => order <= 0),
  Like: (value, [first = null]) => matches(textOf(value), textOf(first)),
  In: (value, against) => against.some((each) => compareValues(value, each) === 0),
  Between: (value, [low = null, high = null]) =>
    compareValues(value, low) >= 0 && compareValues(value, high) <= 0,
};

/** A malformed pattern matches nothing. */
function matches(text: string, pattern: string): boolean {
  try {
    return isLike(text, pattern, true);
  } catch (error) {
    if (error instanceof VbError) return false;
    throw error;
  }
}

/** Equal rows keep their order. */
export function* sortRows(
  rows: readonly Row[],
  sorts: readonly Sort[],
  around: Around,
): InParts<readonly Row[]> {
  if (sorts.length === 0) return rows;
  const keyed = yield* mapRows(rows, (row) => ({
    row,
    keys: sorts.map(({ by }) => runFormula(by, scopeAt(around, { row, isDetail: true }))),
  }));
  return keyed.sort((a, b) => order(a.keys, b.keys, sorts)).map(({ row }) => row);
}

function order(a: readonly SheetValue[], b: readonly SheetValue[], sorts: readonly Sort[]): number {
  for (const [index, { isDescending }] of sorts.entries()) {
    const found = compareValues(a[index] ?? null, b[index] ?? null);
    if (found !== 0) return isDescending ? -found : found;
  }
  return 0;
}

/** In the order of their first rows. */
export function* groupRows(
  rows: readonly Row[],
  by: readonly Formula[],
  around: Around,
): InParts<readonly (readonly Row[])[]> {
  const groups = new Map<string, Row[]>();
  const keys = yield* mapRows(rows, (row) =>
    JSON.stringify(by.map((formula) => runFormula(formula, scopeAt(around, { row, isDetail: true })))),
  );
  for (const [index, row] of rows.entries()) {
    const key = keys[index] as string;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
