import type { FunctionCall } from './Evaluation.ts';
import { type FunctionRecord, needs, numberType, orCurrent, takes } from './functionTypes.ts';

/** A function of one number; a missing number gives a missing result. */
function ofNumber(name: string, compute: (value: number) => number, help: string): FunctionRecord {
  return {
    name,
    parameters: [orCurrent('number', 'number')],
    result: numberType,
    isStrict: true,
    evaluate: ([value]) => (typeof value === 'number' ? compute(value) : undefined),
    help,
  };
}

type Reduce = (numbers: readonly number[]) => number | undefined;

/** A function of a list of numbers; a missing list gives a missing result. */
function ofNumbers(name: string, reduce: Reduce, help: string): FunctionRecord {
  return {
    name,
    parameters: [needs('numbers', 'numbers')],
    result: numberType,
    isStrict: true,
    evaluate: ([list], call) => {
      if (list === undefined) return undefined;
      call.spend((list as readonly number[]).length);
      return reduce(list as readonly number[]);
    },
    help,
  };
}

/** Numbers as in jsonata: binary fractions, halves rounded to even. */
export const numberFunctions: readonly FunctionRecord[] = [
  {
    name: 'number',
    parameters: [orCurrent('value', 'scalar')],
    result: numberType,
    isStrict: true,
    evaluate: ([value], call) => numberOf(value, call),
    help: 'The number a text stands for; true is 1, false is 0.',
  },
  ofNumber('abs', Math.abs, 'The number without its sign.'),
  ofNumber('floor', Math.floor, 'The whole number at or below.'),
  ofNumber('ceil', Math.ceil, 'The whole number at or above.'),
  {
    name: 'round',
    parameters: [orCurrent('number', 'number'), takes('precision', 'number')],
    result: numberType,
    isStrict: true,
    evaluate: ([value, precision]) =>
      typeof value === 'number' ? round(value, precision as number | undefined) : undefined,
    help: 'Rounded to a number of decimals, halves to the even neighbour; for money use $money.',
  },
  ofNumbers('sum', sum, 'The sum; nothing for a missing list. $total gives 0 and adds exactly.'),
  ofNumbers('max', (numbers) => extreme(numbers, Math.max), 'The largest number.'),
  ofNumbers('min', (numbers) => extreme(numbers, Math.min), 'The smallest number.'),
  ofNumbers(
    'average',
    (numbers) => (numbers.length === 0 ? undefined : sum(numbers) / numbers.length),
    'The mean.',
  ),
];

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}

function extreme(numbers: readonly number[], pick: (a: number, b: number) => number): number | undefined {
  const [first, ...rest] = numbers;
  return first === undefined ? undefined : rest.reduce((found, one) => pick(found, one), first);
}

const decimalText = /^-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?$/;
// As in jsonata, only the first and last alternatives are anchored.
const prefixedText = /^(0[xX][0-9A-Fa-f]+)|(0[oO][0-7]+)|(0[bB][0-1]+)$/;

function numberOf(value: unknown, call: FunctionCall): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = String(value);
  call.spendText(text);
  if (decimalText.test(text) && Number.isFinite(Number(text))) return Number.parseFloat(text);
  return prefixedText.test(text) ? Number(text) : call.fail('D3030');
}

const scales = Array.from({ length: 16 }, (_, precision) => 10 ** precision);

function round(value: number, precision: number | undefined): number {
  const scale = precision ? scales[precision] : undefined;
  return (scale && roundPlainly(value, scale)) ?? roundExactly(value, precision);
}

/** If the shifted number is small and clearly not a half, binary arithmetic is safe and much faster. */
function roundPlainly(value: number, scale: number): number | undefined {
  const shifted = value * scale;
  const nearest = Math.round(shifted);
  if (!(Math.abs(shifted) < 1e9 && Math.abs(shifted - nearest) < 0.499_999)) return undefined;
  return nearest === 0 ? 0 : nearest / scale;
}

function roundExactly(value: number, precision: number | undefined): number {
  const shifted = precision ? shift(value, precision) : value;
  const nearest = Math.round(shifted);
  const isHalf = Math.abs(nearest - shifted) === 0.5;
  const even = isHalf && Math.abs(nearest % 2) === 1 ? nearest - 1 : nearest;
  const result = precision ? shift(even, -precision) : even;
  return Object.is(result, -0) ? 0 : result;
}

/** Moves the decimal point in the text of the number, to avoid binary fractions. */
function shift(value: number, places: number): number {
  const [digits, exponent] = value.toString().split('e');
  return Number(`${digits}e${exponent ? Number(exponent) + places : places}`);
}
