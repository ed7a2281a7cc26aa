/** The axes of combinations: listed values by themselves, groupings and ranges through their base. */
import type { Operand, OperandRange, OperandValue } from '../types/ruleTextTypes.ts';
import type { Assignment, Axis } from './types.ts';

/** One axis per operand with values, and per number that ranges divide. */
export function axesOf(operands: readonly Operand[], numbers: readonly number[]): readonly Axis[] {
  const known = new Map(operands.map((operand) => [operand.name, operand]));
  const roots = operands.filter(({ follows }) => follows === undefined || !known.has(follows));
  return roots.flatMap((root) => {
    const derived = operands.filter((one) => one.follows === root.name && (one.values?.length ?? 0) > 0);
    const points = pointsOf(root, derived, numbers);
    return points ? [{ operands: [root, ...derived].map(({ name }) => name), points }] : looseAxes(derived);
  });
}

function pointsOf(
  root: Operand,
  derived: readonly Operand[],
  numbers: readonly number[],
): Axis['points'] | undefined {
  const listed = root.values?.length ? root.values : root.type === 'boolean' ? bothWays : undefined;
  if (listed) return listed.map(({ value }) => [assign(root, derived, value)]);
  const ranges = derived.find((one) => one.values?.some(({ range }) => range));
  if (!ranges || root.type !== 'number') return undefined;
  return (ranges.values ?? []).flatMap(({ range }) =>
    range ? [samplesOf(range, numbers).map((value) => assign(root, derived, value))] : [],
  );
}

const bothWays = [{ value: true }, { value: false }];

/** Groupings whose base has no values are used as they are. */
function looseAxes(derived: readonly Operand[]): readonly Axis[] {
  return derived.map(({ name, values = [] }) => ({
    operands: [name],
    points: values.map(({ value }) => [{ [name]: value }]),
  }));
}

function assign(root: Operand, derived: readonly Operand[], value: OperandValue['value']): Assignment {
  const follows = derived.map(({ name, values = [] }) => {
    const found = values.find(
      (one) => one.members?.includes(value) || (one.range && isWithin(one.range, value)),
    );
    return [name, found?.value];
  });
  return { [root.name]: value, ...Object.fromEntries(follows) };
}

function isWithin({ low, high, includesLow, includesHigh }: OperandRange, value: unknown): boolean {
  if (typeof value !== 'number') return false;
  const isAbove = low === undefined || value > low || (includesLow && value === low);
  return isAbove && (high === undefined || value < high || (includesHigh && value === high));
}

/** Sample points: the ends, the middle, and values around each number the rule compares with. */
function samplesOf(range: OperandRange, numbers: readonly number[]): readonly number[] {
  const { low, high } = range;
  const ends = [low, high].filter((end) => end !== undefined);
  const middle = low !== undefined && high !== undefined ? [(low + high) / 2] : ends.flatMap(beyond);
  const around = [...ends, ...numbers].flatMap((one) => [one, one - step(one), one + step(one)]);
  const samples = [...middle, ...around].filter((value) => isWithin(range, value));
  return samples.length > 0 ? [...new Set(samples)] : [low ?? high ?? 0];
}

const beyond = (end: number): readonly number[] => [end - 1e9, end + 1e9];
const step = (value: number): number => Math.max(Math.abs(value), 1) * 1e-6;
