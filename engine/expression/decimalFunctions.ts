import {
  type Decimal,
  divide,
  isTooLong,
  minus,
  plus,
  readDecimal,
  roundHalfUp,
  times,
  writeDecimal,
  writeFixed,
} from './decimal.ts';
import type { FunctionCall } from './Evaluation.ts';
import {
  type ExpressionType,
  type FunctionRecord,
  needs,
  numberType,
  type Parameter,
  takes,
  textType,
} from './functionTypes.ts';
import { listOf } from './presenceFunctions.ts';

const rest: Parameter = { name: 'more', type: 'amount', isOptional: true, isRest: true };
const amount = needs('amount', 'amount');

/** Exact decimals: numbers give a number; if any argument is a text, the result is a text. */
export const decimalFunctions: readonly FunctionRecord[] = [
  chained('plus', plus, 'The exact sum; nothing when one of them is missing.'),
  chained('times', times, 'One times the other, exactly; nothing when one of them is missing.'),
  {
    name: 'minus',
    parameters: [amount, needs('less', 'amount')],
    result: decimalType,
    evaluate: ([a, b], call) => compute([a, b], (x, y) => minus(x, y), call),
    help: 'The exact difference; nothing when one of them is missing.',
  },
  {
    name: 'divide',
    parameters: [amount, needs('by', 'amount'), takes('scale', 'number')],
    result: ([a, b]) => decimalType([a, b]),
    evaluate: ([a, b, scale], call) =>
      compute([a, b], (x, y) => divide(x, y, scaleOf(scale, 10, call)) ?? call.fail('decimal.divide'), call),
    help: 'The quotient at a number of decimals (10 unless given), halves rounded up.',
  },
  {
    name: 'money',
    parameters: [amount, takes('scale', 'number')],
    result: ([given]) => decimalType([given]),
    evaluate: ([value, scale], call) => money(value, scaleOf(scale, 2, call), call),
    help: 'Rounded to a number of decimals (2 unless given), halves up: 2.345 is 2.35.',
  },
  {
    name: 'total',
    parameters: [needs('amounts', 'any')],
    result: numberType,
    evaluate: ([list], call) => total(list, call),
    help: 'The exact sum of a list; 0 when there is nothing, and missing amounts count as 0.',
  },
];

/** Cost of parsing, computing and formatting one decimal. */
const unitsPerDecimal = 20;

type Operation = (a: Decimal, b: Decimal) => Decimal;

function chained(name: string, operation: Operation, help: string): FunctionRecord {
  return {
    name,
    parameters: [amount, needs('by', 'amount'), rest],
    result: decimalType,
    evaluate: (values, call) => compute(values, operation, call),
    help,
  };
}

function decimalType(args: readonly (ExpressionType | undefined)[]): ExpressionType {
  if (args.some((one) => one?.kind === 'any')) return { kind: 'any' };
  return args.some((one) => one?.kind === 'text') ? textType : numberType;
}

function compute(values: readonly unknown[], operation: Operation, call: FunctionCall): unknown {
  if (values.some(isNothing)) return undefined;
  const result = values.map((value) => decimalOf(value, call)).reduce((a, b) => limit(operation(a, b), call));
  return values.some((value) => typeof value === 'string') ? writeDecimal(result) : numberOf(result, call);
}

function money(value: unknown, scale: number, call: FunctionCall): unknown {
  if (isNothing(value)) return undefined;
  if (typeof value === 'string') return writeFixed(roundHalfUp(decimalOf(value, call), scale));
  return numberOf(roundHalfUp(decimalOf(withoutNoise(value), call), scale), call);
}

/** Binary arithmetic gives 3.0149999999999997 for 1.005 * 3; rounding to 15 digits restores 3.015. */
function withoutNoise(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(15)) : value;
}

function total(list: unknown, call: FunctionCall): number | string {
  const amounts = listOf(list).filter((value) => !isNothing(value));
  const sum = amounts
    .map((value) => decimalOf(value, call))
    .reduce((a, b) => limit(plus(a, b), call), { digits: 0n, scale: 0 });
  return amounts.some((value) => typeof value === 'string') ? writeDecimal(sum) : numberOf(sum, call);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function decimalOf(value: unknown, call: FunctionCall): Decimal {
  if (typeof value !== 'number' && typeof value !== 'string') return call.fail('decimal.invalid');
  const text = String(value);
  call.spend(unitsPerDecimal + text.length);
  return limit(readDecimal(text) ?? call.fail('decimal.invalid'), call);
}

function limit(value: Decimal, call: FunctionCall): Decimal {
  return isTooLong(value) ? call.fail('decimal.range') : value;
}

function numberOf(value: Decimal, call: FunctionCall): number {
  const number = Number(writeDecimal(value));
  return Number.isFinite(number) ? number : call.fail('D1001');
}

function scaleOf(value: unknown, otherwise: number, call: FunctionCall): number {
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 20) return value;
  return call.fail('decimal.scale');
}
