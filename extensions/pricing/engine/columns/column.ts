/** A value for every combination of some dimensions, side by side in one array: what steps are computed over at once. */
import type { Decimal } from '#engine';
import type { StepValue } from '../exactTree.ts';

export type Column = {
  /** The dimensions it depends on, rising; the last one turns fastest. Without any it is one value. */
  readonly on: readonly number[];
  /** Of the value, so many decimals: 12.50 is 1250 at scale 2. Yes and no are 1 and 0. */
  readonly values: Float64Array;
  readonly scale: number;
  readonly isTruth?: boolean;
  /** No value is larger, whatever its sign. */
  readonly most: number;
  /** 0: the values are whole and exact. Otherwise no value is further off than this, in units of its scale. */
  readonly off: number;
  /** Where there is no value to rely on. */
  readonly doubts?: Uint8Array;
};

/** A look-up has no cell. */
export const noCell = 1;
/** Only exact arithmetic can tell: the error there is, or a rounding that is too close to call. */
export const askExactly = 2;

/** Columns cannot say it: anyone who asks computes it value by value. */
export class UnfitColumn extends Error {}

/** Whole numbers up to here are exact. */
export const exactUpTo = Number.MAX_SAFE_INTEGER;
/** Twice the error of one rounding. */
export const rounding = 2 ** -52;
const powers = Array.from({ length: 23 }, (_, index) => Number(`1e${index}`));

/** A power of ten that is exact. */
export function tenTo(exponent: number): number {
  const power = powers[exponent];
  if (power === undefined) throw new UnfitColumn();
  return power;
}

export const combinationsOf = (on: readonly number[], sizes: readonly number[]): number =>
  on.reduce((all, dimension) => all * (sizes[dimension] as number), 1);

/** The dimensions of both, rising. */
export function allDimensions(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.every((one) => a.includes(one))) return a;
  return [...new Set([...a, ...b])].sort((one, other) => one - other);
}

export type Numbers = Float64Array | Uint8Array;

/** Repeats the values of some dimensions for each combination of more of them. */
export function spread<Values extends Numbers>(
  from: { readonly on: readonly number[]; readonly values: Values },
  to: readonly number[],
  { sizes, out }: { readonly sizes: readonly number[]; readonly out: Values },
): Values {
  const { on, values } = from;
  const strides = to.map(() => 0);
  let stride = 1;
  for (let index = on.length - 1; index >= 0; index--) {
    strides[to.indexOf(on[index] as number)] = stride;
    stride *= sizes[on[index] as number] as number;
  }
  const counts = to.map((dimension) => sizes[dimension] as number);
  const last = to.length - 1;
  const [run, step] = [counts[last] ?? 1, strides[last] ?? 0];
  const places = to.map(() => 0);
  let [at, base] = [0, 0];
  while (at < out.length) {
    if (step === 1) for (let index = 0; index < run; index++) out[at++] = values[base + index] as number;
    else {
      const value = values[base] as number;
      for (let index = 0; index < run; index++) out[at++] = value;
    }
    for (let index = last - 1; index >= 0; index--) {
      const next = (places[index] as number) + 1;
      const isRound = next === counts[index];
      places[index] = isRound ? 0 : next;
      base += (strides[index] as number) * (isRound ? 1 - next : 1);
      if (!isRound) break;
    }
  }
  return out;
}

export type Doubtful = { readonly doubt: number };

/** The column of values that were computed one by one; a text among them does not fit. */
export function columnOf(on: readonly number[], cells: readonly (StepValue | Doubtful)[]): Column {
  const doubts = new Uint8Array(cells.length);
  const found: (Decimal | boolean)[] = [];
  let [scale, isTruth, isDoubtful] = [0, false, false];
  cells.forEach((cell, index) => {
    if (cell === undefined || isDoubt(cell)) {
      doubts[index] = isDoubt(cell) ? cell.doubt : askExactly;
      isDoubtful = true;
      return;
    }
    if (typeof cell === 'string') throw new UnfitColumn();
    if (typeof cell === 'boolean') isTruth = true;
    else scale = Math.max(scale, cell.scale);
    found.push(cell);
  });
  if (isTruth && found.some((cell) => typeof cell !== 'boolean')) throw new UnfitColumn();
  const values = new Float64Array(cells.length);
  const isRough = fillDecimals(values, cells, Math.min(scale, 15));
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return {
    ...{ on, values, most, scale: isRough ? 0 : scale, off: isRough ? most * rounding : 0 },
    ...(isTruth ? { isTruth } : {}),
    ...(isDoubtful ? { doubts } : {}),
  };
}

const isDoubt = (cell: StepValue | Doubtful): cell is Doubtful => typeof cell === 'object' && 'doubt' in cell;

/** Whole numbers of the scale; where one of them is too long all of them are as near as can be, and true is said. */
function fillDecimals(
  values: Float64Array,
  cells: readonly (StepValue | Doubtful)[],
  scale: number,
): boolean {
  const limit = BigInt(exactUpTo);
  const isFit = cells.every((cell, index) => {
    if (typeof cell === 'boolean') values[index] = Number(cell);
    if (typeof cell !== 'object' || isDoubt(cell)) return true;
    if (cell.scale > scale) return false;
    const digits = cell.digits * 10n ** BigInt(scale - cell.scale);
    values[index] = Number(digits);
    return digits <= limit && digits >= -limit;
  });
  if (isFit) return false;
  cells.forEach((cell, index) => {
    if (typeof cell === 'object' && !isDoubt(cell)) values[index] = Number(`${cell.digits}e-${cell.scale}`);
  });
  return true;
}
