/** The value of a formula for a row or a group; work is bounded by its size and, for aggregates, by the rows once. */
import type { SheetValue } from '#engine';
import { aggregate } from './aggregates.ts';
import type { FormulaMeter } from './FormulaMeter.ts';
import { textIn } from './formatValue.ts';
import type { Formula } from './formula.ts';
import { formulaFunctions } from './formulaFunctions.ts';
import { applyOperator } from './formulaOperators.ts';
import type { Row, Said } from './types.ts';

export type ParameterValue = { readonly values: readonly SheetValue[]; readonly labels: readonly string[] };

/** What is the same all through a run. */
export type Saying = {
  readonly locale: string;
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  /** By its name in small letters. */
  readonly globals: Readonly<Record<string, SheetValue>>;
  readonly today: string;
  readonly now: string;
  /** Absent: formulas work as long as they take. */
  readonly meter?: FormulaMeter;
};

export type Extent = { readonly name: string; readonly rows: readonly Row[] };

export type FormulaScope = {
  readonly saying: Saying;
  /** Name → place in a row. */
  readonly fields: ReadonlyMap<string, number>;
  readonly row: Row | undefined;
  /** The data set first, the innermost group last. */
  readonly extents: readonly Extent[];
};

const longestText = 32_767;

export function runFormula(formula: Formula, scope: FormulaScope): SheetValue {
  const value = run(formula, scope);
  return typeof value === 'string' && value.length > longestText ? value.slice(0, longestText) : value;
}

/** What is said as it stands, or what a formula gives. */
export const saidValue = (said: Said, scope: FormulaScope): SheetValue =>
  typeof said === 'object' && said !== null ? runFormula(said, scope) : said;

function run(formula: Formula, scope: FormulaScope): SheetValue {
  const value = workedOut(formula, scope);
  scope.saying.meter?.count(value);
  return value;
}

function workedOut(formula: Formula, scope: FormulaScope): SheetValue {
  switch (formula.kind) {
    case 'value':
      return formula.value;
    case 'field':
      return scope.row?.[scope.fields.get(formula.name) ?? -1] ?? firstOf(formula.name, scope);
    case 'parameter':
      return parameter(formula, scope);
    case 'global':
      return scope.saying.globals[formula.name] ?? null;
    case 'operator':
      return applyOperator(formula.operator, formula.operands, (operand) =>
        // What becomes part of a text is read by people.
        formula.operator === '&' ? said(run(operand, scope), scope) : run(operand, scope),
      );
    case 'call':
      return call(formula, scope);
    case 'aggregate':
      return aggregated(formula, scope);
  }
}

const said = (value: SheetValue, { saying }: FormulaScope): SheetValue =>
  typeof value === 'string' ? textIn(value, saying.locale) : value;

/** Outside of a row a field is that of the first row there is. */
function firstOf(name: string, { row, extents, fields }: FormulaScope): SheetValue {
  if (row) return null;
  return extents.at(-1)?.rows[0]?.[fields.get(name) ?? -1] ?? null;
}

function parameter(
  { name, member }: Extract<Formula, { kind: 'parameter' }>,
  { saying }: FormulaScope,
): SheetValue {
  const found = saying.parameters.get(name);
  if (member === 'Count') return found?.values.length ?? 0;
  return (member === 'Label' ? found?.labels[0] : found?.values[0]) ?? null;
}

function call({ name, operands }: Extract<Formula, { kind: 'call' }>, scope: FormulaScope): SheetValue {
  const [first, second] = operands;
  // Only the branch that is taken is worked out.
  if (name === 'iif') return run(operands[run(first as Formula, scope) === true ? 1 : 2] as Formula, scope);
  if (name === 'switch') return switched(operands, scope);
  if (name === 'join' || name === 'item') return several(name, first, second && run(second, scope), scope);
  const values = operands.map((operand) => run(operand, scope));
  return formulaFunctions[name]?.(values, scope.saying) ?? null;
}

function switched(operands: readonly Formula[], scope: FormulaScope): SheetValue {
  for (let at = 0; at + 1 < operands.length; at += 2)
    if (run(operands[at] as Formula, scope) === true) return run(operands[at + 1] as Formula, scope);
  return null;
}

/** Of a parameter with several values: all of them as one text, or the one at a place. */
function several(
  name: string,
  of: Formula | undefined,
  second: SheetValue | undefined,
  { saying }: FormulaScope,
): SheetValue {
  const found = of?.kind === 'parameter' ? saying.parameters.get(of.name) : undefined;
  const values = of?.kind === 'parameter' && of.member === 'Label' ? found?.labels : found?.values;
  if (name === 'item') return values?.[Number(second)] ?? null;
  return (values ?? []).join(typeof second === 'string' ? second : ',');
}

/** Worked out once for each group, however many rows ask. */
const known = new WeakMap<readonly Row[], Map<Formula, SheetValue>>();

function aggregated(formula: Extract<Formula, { kind: 'aggregate' }>, scope: FormulaScope): SheetValue {
  const { extents } = scope;
  const extent =
    formula.scope === undefined
      ? extents.at(-1)
      : formula.scope === ''
        ? extents[0]
        : extents.find(({ name }) => name === formula.scope);
  if (!extent) return null;
  if (formula.name === 'rownumber') return rowNumber(extent.rows, scope.row);
  const kept = known.get(extent.rows) ?? new Map<Formula, SheetValue>();
  known.set(extent.rows, kept);
  const before = kept.get(formula);
  if (before !== undefined) return before;
  const { of } = formula;
  const value = aggregate(formula.name, extent.rows, of ? (row) => run(of, { ...scope, row }) : undefined);
  kept.set(formula, value);
  return value;
}

const places = new WeakMap<readonly Row[], Map<Row, number>>();

function rowNumber(rows: readonly Row[], row: Row | undefined): SheetValue {
  let numbers = places.get(rows);
  if (!numbers) {
    numbers = new Map(rows.map((one, index) => [one, index + 1]));
    places.set(rows, numbers);
  }
  return row ? (numbers.get(row) ?? null) : rows.length;
}
