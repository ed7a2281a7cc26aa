/** The value of a formula for a row or a group; work is bounded by its size and, for aggregates, by the rows once. */
import type { SheetValue } from '#engine';
import type { FormulaScope, ParameterValue, Saying } from './formulaScope.ts';
import type { Formula } from './formulaTypes.ts';
import { inTable } from './inTable.ts';
import { type Run, runAggregate } from './runAggregate.ts';
import { runLookup } from './runLookup.ts';
import type { Said } from './types.ts';
import { isArrayFunction } from './vb/arrays.ts';
import { binaryOperators, negated, opposite } from './vb/compare.ts';
import { toBoolean, toNumber, toText } from './vb/convert.ts';
import { cultureOf } from './vb/culture.ts';
import { formulaFunctions } from './vb/functions.ts';
import type { Own } from './vb/functionTypes.ts';
import { isLike } from './vb/like.ts';
import { itemAt, memberOf } from './vb/members.ts';
import { bounded, errorText, type FormulaValue, momentOf, sheetValue, VbError } from './vb/values.ts';

export type { Extent, FormulaScope, ParameterValue, Saying } from './formulaScope.ts';

/** What cannot be worked out shows #Error, as the designer of the report knows it. */
export function runFormula(formula: Formula, scope: FormulaScope): SheetValue {
  try {
    const value = sheetValue(run(formula, scope));
    return typeof value === 'string' ? bounded(value) : value;
  } catch (error) {
    if (error instanceof VbError || error instanceof RangeError) return errorText;
    throw error;
  }
}

/** What is said as it stands, or what a formula gives. */
export const saidValue = (said: Said, scope: FormulaScope): SheetValue =>
  typeof said === 'object' && said !== null ? runFormula(said, scope) : said;

/** Whether something is so: True, `true`, or a number that is not 0. What cannot be worked out is not. */
export function isSaid(said: Said, scope: FormulaScope): boolean {
  const value = saidValue(said, scope);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.trim().toLowerCase() === 'true';
  return value !== null && value !== 0;
}

const run: Run = (formula, scope) => {
  const value = workedOut(formula, scope);
  scope.saying.meter?.count(value);
  return value;
};

function workedOut(formula: Formula, scope: FormulaScope): FormulaValue {
  switch (formula.kind) {
    case 'value':
      return formula.value;
    case 'field':
      return field(formula.name, scope);
    case 'missing':
      return !scope.fields.has(formula.name);
    case 'parameter':
      return parameter(formula, scope);
    case 'global':
      return typed(inTable(scope.saying.globals, formula.name) ?? null);
    case 'own':
      return typed(scope.own ?? null);
    case 'operator':
      return operator(formula, scope);
    case 'call':
      return call(formula, scope);
    case 'member':
      return member(formula, scope);
    case 'aggregate':
      return runAggregate(formula, scope, run);
    case 'lookup':
      return runLookup(formula, scope, run);
    default:
      return named(formula, scope);
  }
}

/** Dates are texts in data. */
const typed = (value: SheetValue): FormulaValue =>
  typeof value === 'string' ? (momentOf(value) ?? value) : value;

/** Outside of a row a field is that of the first row there is. */
function field(name: string, { row, extents, fields }: FormulaScope): FormulaValue {
  const place = fields.get(name) ?? -1;
  return typed((row ?? extents.at(-1)?.rows[0])?.[place] ?? null);
}

function operator(
  { operator: sign, operands }: Extract<Formula, { kind: 'operator' }>,
  scope: FormulaScope,
): FormulaValue {
  const [left, right] = operands as [Formula, Formula];
  const culture = cultureOf(scope.saying.locale);
  if (sign === 'andalso')
    return toBoolean(run(left, scope), culture) && toBoolean(run(right, scope), culture);
  if (sign === 'orelse') return toBoolean(run(left, scope), culture) || toBoolean(run(right, scope), culture);
  const value = run(left, scope);
  if (sign === 'not') return opposite(value, culture);
  if (sign === 'negate') return negated(value, culture);
  const other = run(right, scope);
  if (sign === 'like') {
    const [text, pattern] = [toText(value, culture), toText(other, culture)];
    scope.saying.meter?.spend((text.length * Math.min(200, pattern.length)) / 16);
    return isLike(text, pattern);
  }
  const apply = binaryOperators[sign];
  if (!apply) throw new VbError(sign);
  return apply(value, other, culture);
}

export const ownOf = ({ locale, today, now }: Saying): Own => ({ culture: cultureOf(locale), today, now });

function call({ name, operands }: Extract<Formula, { kind: 'call' }>, scope: FormulaScope): FormulaValue {
  const own = ownOf(scope.saying);
  const isTrue = (value: FormulaValue | undefined) => toBoolean(value ?? null, own.culture);
  // `If` works out only the branch that is taken, the function IIf both.
  if (name === 'if') return coalesced(operands, scope, isTrue);
  const values = operands.map((operand, at) => {
    // Functions give an operand that is not there its usual value.
    if (operand.kind === 'value' && operand.isOmitted) return undefined as unknown as FormulaValue;
    return at <= 1 && isArrayFunction(name) ? listOr(operand, scope) : run(operand, scope);
  });
  if (name === 'iif') return values[isTrue(values[0]) ? 1 : 2] ?? null;
  if (name === 'switch') {
    const at = values.findIndex((value, index) => index % 2 === 0 && isTrue(value));
    return at < 0 ? null : (values[at + 1] ?? null);
  }
  if (name === 'choose') {
    const at = Math.trunc(toNumber(values[0] ?? null, own.culture));
    return at < 1 ? null : (values[at] ?? null);
  }
  if (name === 'array') return values;
  if (name === 'item') return itemAt(values[0] ?? null, values[1] ?? null, own);
  const found = inTable(formulaFunctions, name);
  if (!found) throw new VbError(name);
  return found.run(values, own);
}

function coalesced(
  [first, second, third]: readonly Formula[],
  scope: FormulaScope,
  isTrue: (value: FormulaValue) => boolean,
): FormulaValue {
  const value = run(first as Formula, scope);
  if (!third) return value ?? run(second as Formula, scope);
  return run((isTrue(value) ? second : third) as Formula, scope);
}

function member(
  { name, of, operands }: Extract<Formula, { kind: 'member' }>,
  scope: FormulaScope,
): FormulaValue {
  const own = ownOf(scope.saying);
  const isList = ['length', 'count', 'getvalue', 'getupperbound'].includes(name);
  const value = isList && isMulti(of, scope) ? listOr(of, scope) : run(of, scope);
  // A day of the week is a number that says its name.
  if (name === 'tostring' && operands.length === 0 && of.kind === 'member' && of.name === 'dayofweek')
    return cultureOf('en-US').days[Number(value)] ?? '';
  return memberOf(
    value,
    name,
    operands.map((operand) => run(operand, scope)),
    own,
  );
}

const found = (formula: Formula, { saying }: FormulaScope): ParameterValue | undefined =>
  formula.kind === 'parameter' ? saying.parameters.get(formula.name) : undefined;

const severalIn = ({ isMulti: declared, values }: ParameterValue): boolean => declared ?? values.length > 1;

const isMulti = (formula: Formula, scope: FormulaScope): boolean => {
  const one = found(formula, scope);
  return one !== undefined && severalIn(one);
};

/** Of a parameter all that is chosen, however many. */
function listOr(formula: Formula, scope: FormulaScope): FormulaValue {
  const one = found(formula, scope);
  if (!one || formula.kind !== 'parameter') return run(formula, scope);
  if (formula.member === 'Label') return one.labels;
  return formula.member === 'Value'
    ? (one.all ?? one.values).map((value) => ofType(value, one.type))
    : run(formula, scope);
}

function parameter(
  { name, member: of }: Extract<Formula, { kind: 'parameter' }>,
  { saying }: FormulaScope,
): FormulaValue {
  const one = saying.parameters.get(name);
  if (of === 'Count') return (one?.all ?? one?.values)?.length ?? 0;
  if (of === 'IsMultiValue') return one !== undefined && severalIn(one);
  if (one && severalIn(one))
    return of === 'Label' ? one.labels : (one.all ?? one.values).map((value) => ofType(value, one.type));
  return of === 'Label' ? (one?.labels[0] ?? null) : ofType(one?.values[0] ?? null, one?.type);
}

/** Choices come as texts. */
function ofType(value: SheetValue, type: string | undefined): FormulaValue {
  if (typeof value !== 'string') return value;
  if (type === 'Integer' || type === 'Float') {
    const number = Number(value);
    return value.trim() === '' || Number.isNaN(number) ? value : number;
  }
  if (type === 'Boolean')
    return /^(true|1)$/i.test(value) ? true : /^(false|0)$/i.test(value) ? false : value;
  return type === 'String' ? value : typed(value);
}

/** The value of another text box, where it stands; or of a variable. */
function named(formula: Extract<Formula, { kind: 'item' | 'variable' }>, scope: FormulaScope): FormulaValue {
  const { report } = scope.saying;
  const key = `${formula.kind} ${formula.name}`;
  if (!report || report.open.has(key)) throw new VbError(formula.name);
  report.open.add(key);
  try {
    if (formula.kind === 'variable') return worth(report.variables.get(formula.name) ?? null, scope);
    // In a head or a foot: of the page, or nothing where the page has none.
    if (report.pageItems) return typed(report.pageItems.get(formula.name)?.[0] ?? null);
    const item = report.items.get(formula.name);
    if (!item) throw new VbError(formula.name);
    const { values } = item.text;
    const [only = null] = values;
    const place = placeOf(item.group, scope);
    if (values.length === 1) return worth(only, place);
    return values.map((value) => toText(worth(value, place), cultureOf(scope.saying.locale))).join('');
  } finally {
    report.open.delete(key);
  }
}

const worth = (said: Said, scope: FormulaScope): FormulaValue =>
  typeof said === 'object' && said !== null ? run(said, scope) : said;

/** A text box of a group around is of that group, not of the row that names it. */
function placeOf(group: string | undefined, scope: FormulaScope): FormulaScope {
  const at = scope.extents.findLastIndex(({ name, kind }) => kind === 'group' && name === group);
  if (at < 0 || at === scope.extents.length - 1) return scope;
  const extents = scope.extents.slice(0, at + 1);
  return { ...scope, extents, row: extents.at(-1)?.rows[0], isDetail: false };
}
