/** Adds columns of different dimensions run by run, without expanding them first. */
import { type Column, exactUpTo, tenTo, UnfitColumn } from '#extensions/pricing/engine';

export type Room = {
  readonly sizes: readonly number[];
  /** The dimensions of the block, ascending; the last one varies fastest. */
  readonly inner: readonly number[];
  readonly size: number;
};

type Addend = {
  readonly values: Float64Array;
  readonly by: number;
  /** The distance between its values along each dimension of the block; 0 when it does not depend on it. */
  readonly strides: readonly number[];
};

/** Where sums are written: directly as prices when they are known to fit. */
type Sums = Float64Array | Int32Array;

/** The sum of all columns for each combination of the block, in hundredths. */
export function sumColumns(all: readonly Column[], sum: Sums, room: Room): void {
  let [base, most] = [0, 0];
  const addends: Addend[] = [];
  for (const { off, scale, values, on, most: mostOfOne } of all) {
    if (off > 0 || scale > 2) throw new UnfitColumn();
    const by = tenTo(2 - scale);
    most += mostOfOne * by;
    if (values.length === 1) base += (values[0] as number) * by;
    else addends.push({ values, by, strides: stridesOf(on, room) });
  }
  if (most > exactUpTo) throw new UnfitColumn();
  if (addends.length === 0) sum.fill(base);
  else walk(addends, sum, { base, ...runOf(addends, room) });
}

function stridesOf(on: readonly number[], { inner, sizes }: Room): readonly number[] {
  let stride = 1;
  return inner.reduceRight<number[]>((strides, dimension) => {
    const isOn = on.includes(dimension);
    strides.unshift(isOn ? stride : 0);
    if (isOn) stride *= sizes[dimension] as number;
    return strides;
  }, []);
}

type Run = {
  /** Consecutive combinations over which each column is constant or advances by one. */
  readonly length: number;
  /** Sizes of the dimensions before them. */
  readonly outer: readonly number[];
};

function runOf(addends: readonly Addend[], { inner, sizes }: Room): Run {
  const counts = inner.map((dimension) => sizes[dimension] as number);
  let [from, length] = [counts.length - 1, counts[counts.length - 1] ?? 1];
  const isAlike = (index: number) =>
    addends.every(({ strides }) => (strides[index] === 0) === (strides[from] === 0));
  while (from > 0 && isAlike(from - 1)) {
    from -= 1;
    length *= counts[from] as number;
  }
  return { length, outer: counts.slice(0, Math.max(0, from)) };
}

type Walk = Run & { readonly base: number };

function walk(addends: readonly Addend[], sum: Sums, { base, length, outer }: Walk): void {
  const still = addends.filter(({ strides }) => strides[strides.length - 1] === 0).map(walkerOf(outer));
  const moving = addends.filter(({ strides }) => strides[strides.length - 1] !== 0).map(walkerOf(outer));
  const places = outer.map(() => 0);
  for (let from = 0; from < sum.length; from += length) {
    let here = base;
    for (const { values, at, by } of still) here += (values[at] as number) * by;
    const [first, ...others] = moving;
    if (first) addFirst(sum, first, { from, length, here });
    else sum.fill(here, from, from + length);
    for (const one of others) addMore(sum, one, { from, length });
    const turned = turn(places, outer);
    for (const one of still) one.at += one.steps[turned] ?? 0;
    for (const one of moving) one.at += one.steps[turned] ?? 0;
  }
}

type Walker = Omit<Addend, 'strides'> & {
  at: number;
  /** The distance to the next value when a dimension advances and those after it start over. */
  readonly steps: readonly number[];
};

const walkerOf =
  (outer: readonly number[]) =>
  ({ values, by, strides }: Addend): Walker => {
    const steps = outer.map((_, index) =>
      outer.reduce(
        (step, count, later) => (later > index ? step - (count - 1) * (strides[later] as number) : step),
        strides[index] as number,
      ),
    );
    return { values, by, at: 0, steps };
  };

/** Advances to the next combination; returns the dimension that advanced. */
function turn(places: number[], counts: readonly number[]): number {
  for (let index = counts.length - 1; index >= 0; index--) {
    const next = (places[index] as number) + 1;
    if (next < (counts[index] as number)) {
      places[index] = next;
      return index;
    }
    places[index] = 0;
  }
  return -1;
}

type Stretch = { readonly from: number; readonly length: number };

function addFirst(
  sum: Sums,
  { values, at, by }: Walker,
  { from, length, here }: Stretch & { readonly here: number },
): void {
  for (let index = 0; index < length; index++) sum[from + index] = here + (values[at + index] as number) * by;
}

function addMore(sum: Sums, { values, at, by }: Walker, { from, length }: Stretch): void {
  for (let index = 0; index < length; index++)
    sum[from + index] = (sum[from + index] as number) + (values[at + index] as number) * by;
}
