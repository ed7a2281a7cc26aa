/** Arithmetic over columns: exact while whole numbers hold it, and with a known error, which a rounding takes away again, beyond. */
import {
  allDimensions,
  askExactly,
  type Column,
  combinationsOf,
  exactUpTo,
  rounding,
  spread,
  tenTo,
  UnfitColumn,
} from './column.ts';

/** What columns are computed in. */
export type Room = {
  /** Values of each dimension. */
  readonly sizes: readonly number[];
  readonly take: (size: number) => Float64Array;
};

type Pair = {
  readonly on: readonly number[];
  readonly out: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** 0 where one value stands for all. */
  readonly stepA: 0 | 1;
  readonly stepB: 0 | 1;
  readonly doubts: Uint8Array | undefined;
};

/** Both over the same combinations. */
function paired(room: Room, one: Column, other: Column): Pair {
  const on = allDimensions(one.on, other.on);
  const size = combinationsOf(on, room.sizes);
  const [a, b] = [spreadTo(room, one, on), spreadTo(room, other, on)];
  return {
    ...{ on, out: room.take(size), a, b },
    ...{ stepA: a.length === 1 ? 0 : 1, stepB: b.length === 1 ? 0 : 1 },
    doubts: joined(doubtsTo(room, one, on), doubtsTo(room, other, on), size),
  };
}

/** The values over more combinations; one value stays one. */
function spreadTo(room: Room, column: Column, on: readonly number[]): Float64Array {
  if (column.values.length === 1 || column.on.length === on.length) return column.values;
  return spread(column, on, { sizes: room.sizes, out: room.take(combinationsOf(on, room.sizes)) });
}

function doubtsTo({ sizes }: Room, { on: own, doubts }: Column, on: readonly number[]) {
  if (!doubts || doubts.length === 1 || own.length === on.length) return doubts;
  return spread({ on: own, values: doubts }, on, { sizes, out: new Uint8Array(combinationsOf(on, sizes)) });
}

function joined(a: Uint8Array | undefined, b: Uint8Array | undefined, size: number): Uint8Array | undefined {
  if (!a && !b) return undefined;
  const all = new Uint8Array(size);
  for (const one of [a, b])
    if (one)
      for (let index = 0; index < size; index++)
        all[index] = (all[index] as number) | (one[one.length === 1 ? 0 : index] as number);
  return all;
}

type Made = Pick<Column, 'scale' | 'most' | 'off'>;

function made({ on, out, doubts }: Pick<Pair, 'on' | 'out' | 'doubts'>, { scale, most, off }: Made): Column {
  if (!(most < 1e200)) throw new UnfitColumn();
  return { on, values: out, scale, most, off, ...(doubts ? { doubts } : {}) };
}

const isExact = (most: number, ...columns: readonly Column[]): boolean =>
  most <= exactUpTo && columns.every(({ off }) => off === 0);

/** a + b, or a − b. */
export function plusColumn(room: Room, one: Column, other: Column, sign: 1 | -1 = 1): Column {
  const pair = paired(room, one, other);
  const { out, a, b, stepA, stepB } = pair;
  const scale = Math.max(one.scale, other.scale);
  const [byA, byB] = [tenTo(scale - one.scale), sign * tenTo(scale - other.scale)];
  for (let at = 0, i = 0, j = 0; at < out.length; at++, i += stepA, j += stepB)
    out[at] = (a[i] as number) * byA + (b[j] as number) * byB;
  const most = one.most * byA + other.most * Math.abs(byB);
  const off = one.off * byA + other.off * Math.abs(byB) + most * 2 * rounding;
  return made(pair, { scale, most, off: isExact(most, one, other) ? 0 : off });
}

export type SignedColumn = { readonly column: Column; readonly sign: 1 | -1 };

/** All of them added up: what depends on few combinations before it is repeated for what depends on more. */
export function sumColumn(room: Room, all: readonly SignedColumn[]): Column {
  const [first, ...others] = [...all].sort((a, b) => a.column.values.length - b.column.values.length);
  if (!first) throw new UnfitColumn();
  const start = first.sign === 1 ? first.column : plusColumn(room, nothing, first.column, -1);
  return others.reduce((sum, { column, sign }) => plusColumn(room, sum, column, sign), start);
}

const nothing: Column = { on: [], values: new Float64Array(1), scale: 0, most: 0, off: 0 };

export function timesColumn(room: Room, one: Column, other: Column): Column {
  const pair = paired(room, one, other);
  const { out, a, b, stepA, stepB } = pair;
  for (let at = 0, i = 0, j = 0; at < out.length; at++, i += stepA, j += stepB)
    out[at] = (a[i] as number) * (b[j] as number);
  const most = one.most * other.most;
  const off = one.most * other.off + other.most * one.off + one.off * other.off + most * rounding;
  return made(pair, { scale: one.scale + other.scale, most, off: isExact(most, one, other) ? 0 : off });
}

/** Decimals of a quotient that exact arithmetic keeps. */
const quotientScale = 20;

export function divideColumn(room: Room, one: Column, other: Column): Column {
  const shift = other.values.length === 1 ? shiftOf(other) : undefined;
  if (shift !== undefined && one.off === 0 && one.scale + shift <= quotientScale && !other.doubts)
    return { ...one, scale: one.scale + shift };
  const { doubts: known, ...pair } = paired(room, one, other);
  const { out, a, b, stepA, stepB } = pair;
  const doubts = known ?? new Uint8Array(out.length);
  const by = tenTo(Math.max(0, other.scale - one.scale));
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0, i = 0, j = 0; at < out.length; at++, i += stepA, j += stepB) {
    const size = Math.abs(b[j] as number) - other.off;
    if (size <= 0) doubts[at] = (doubts[at] as number) | askExactly;
    if (doubts[at] !== 0) {
      out[at] = 0;
      continue;
    }
    least = Math.min(least, size);
    const value = ((a[i] as number) / (b[j] as number)) * by;
    most = Math.max(most, Math.abs(value));
    out[at] = value;
  }
  const scale = Math.max(0, one.scale - other.scale);
  // Of the parts, of the quotient itself, and of what exact arithmetic cuts off.
  const off = ((one.off + (most / by) * other.off) / least) * by + most * 2 * rounding;
  return made({ ...pair, doubts }, { scale, most, off: off + 10 ** (scale - quotientScale) });
}

/** How many places a division by 10, 100 … moves the point. */
function shiftOf({ values, scale, off }: Column): number | undefined {
  const found = off === 0 ? Math.round(Math.log10(values[0] as number)) : Number.NaN;
  if (!(found >= 0 && found <= 15) || tenTo(found) !== values[0]) return undefined;
  return found - scale >= 0 ? found - scale : undefined;
}

export type Rounding = 'half' | 'floor' | 'ceil';

/** To so many decimals, halves away from zero. */
export function roundColumn(room: Room, column: Column, wanted: number, how: Rounding = 'half'): Column {
  if (column.isTruth || (column.off === 0 && column.scale <= wanted)) return column;
  if (column.off > 0) return roundRough(room, column, wanted, how);
  const unit = tenTo(column.scale - wanted);
  const { values } = column;
  const out = room.take(values.length);
  if (column.most + unit > exactUpTo) throw new UnfitColumn();
  if (how === 'half') {
    const half = unit / 2;
    for (let at = 0; at < out.length; at++) {
      const value = values[at] as number;
      out[at] = value < 0 ? -Math.floor((half - value) / unit) : Math.floor((value + half) / unit);
    }
  } else {
    const toWhole = how === 'floor' ? Math.floor : Math.ceil;
    for (let at = 0; at < out.length; at++) out[at] = toWhole((values[at] as number) / unit);
  }
  return { ...column, values: out, scale: wanted, most: Math.ceil(column.most / unit) + 1 };
}

/** What lies too near to where the rounding turns is left to exact arithmetic; everything else is exact from here on. */
function roundRough(room: Room, column: Column, wanted: number, how: Rounding): Column {
  const { values, scale, most, off } = column;
  const by = wanted >= scale ? tenTo(wanted - scale) : 1 / tenTo(scale - wanted);
  if (most * by + 1 > exactUpTo) throw new UnfitColumn();
  const out = room.take(values.length);
  const doubts = column.doubts?.slice() ?? new Uint8Array(values.length);
  const near = off * by + most * by * 2 * rounding;
  let isDoubtful = column.doubts !== undefined;
  for (let at = 0; at < out.length; at++) {
    const value = (values[at] as number) * by;
    const size = how === 'half' ? Math.abs(value) + 0.5 : value;
    const whole = how === 'ceil' ? Math.ceil(size) : Math.floor(size);
    const away = Math.abs(size - whole);
    if (!(away > near && away < 1 - near)) {
      doubts[at] = (doubts[at] as number) | askExactly;
      isDoubtful = true;
    }
    out[at] = how === 'half' && value < 0 ? -whole : whole;
  }
  const { doubts: _, ...rest } = column;
  return {
    ...rest,
    values: out,
    scale: wanted,
    most: most * by + 1,
    off: 0,
    ...(isDoubtful ? { doubts } : {}),
  };
}

export function eachValue(room: Room, column: Column, work: (value: number) => number): Column {
  const out = room.take(column.values.length);
  for (let at = 0; at < out.length; at++) out[at] = work(column.values[at] as number);
  return { ...column, values: out };
}

/** The lesser of both, or the greater. */
export function extremeColumn(room: Room, one: Column, other: Column, which: 'least' | 'greatest'): Column {
  const less = plusColumn(room, one, other, -1);
  const test = { ...less, off: 0, isTruth: true };
  const isFirst =
    which === 'least' ? (value: number) => Number(value < 0) : (value: number) => Number(value > 0);
  return selectColumn(room, eachValue(room, test, isFirst), one, other);
}

const holds: Readonly<Record<string, (difference: number) => boolean>> = {
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '=': (difference) => difference === 0,
  '!=': (difference) => difference !== 0,
};

export function compareColumn(room: Room, operator: string, one: Column, other: Column): Column {
  const test = holds[operator];
  if (!test || one.isTruth !== other.isTruth) throw new UnfitColumn();
  const difference = plusColumn(room, one, other, -1);
  const { off } = difference;
  const truth = { ...eachValue(room, difference, (value) => Number(test(value))), ...truthBounds };
  if (off === 0) return truth;
  const doubts = new Uint8Array(difference.values.length);
  difference.values.forEach((value, at) => {
    if (Math.abs(value) <= off) doubts[at] = askExactly;
  });
  return { ...truth, doubts: joined(doubts, difference.doubts, doubts.length) as Uint8Array };
}

const truthBounds = { isTruth: true, scale: 0, most: 1, off: 0 };

/** One where the test holds, the other where not; what is not taken raises no doubt. */
export function selectColumn(room: Room, test: Column, yes: Column, no: Column): Column {
  if (yes.isTruth !== no.isTruth) throw new UnfitColumn();
  const on = allDimensions(test.on, allDimensions(yes.on, no.on));
  const out = room.take(combinationsOf(on, room.sizes));
  const scale = Math.max(yes.scale, no.scale);
  const [byYes, byNo] = [tenTo(scale - yes.scale), tenTo(scale - no.scale)];
  const [t, y, n] = [test, yes, no].map((one) => spreadTo(room, one, on)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const step = ({ length }: Float64Array): 0 | 1 => (length === 1 ? 0 : 1);
  const [stepT, stepY, stepN] = [step(t), step(y), step(n)];
  for (let at = 0; at < out.length; at++)
    out[at] = t[at * stepT] === 1 ? (y[at * stepY] as number) * byYes : (n[at * stepN] as number) * byNo;
  const most = Math.max(yes.most * byYes, no.most * byNo);
  const off = Math.max(yes.off * byYes, no.off * byNo) + most * rounding;
  const doubts = selectedDoubts(room, { on, t, stepT, size: out.length }, [test, yes, no]);
  const column = made({ on, out, doubts }, { scale, most, off: isExact(most, yes, no) ? 0 : off });
  return yes.isTruth ? { ...column, isTruth: true } : column;
}

type Selecting = {
  readonly on: readonly number[];
  readonly t: Float64Array;
  readonly stepT: 0 | 1;
  readonly size: number;
};

function selectedDoubts(
  room: Room,
  { on, t, stepT, size }: Selecting,
  columns: readonly Column[],
): Uint8Array | undefined {
  if (columns.every(({ doubts }) => !doubts)) return undefined;
  const [test, yes, no] = columns.map((one) => doubtsTo(room, one, on));
  const at = (doubts: Uint8Array | undefined, index: number) =>
    doubts ? (doubts[doubts.length === 1 ? 0 : index] as number) : 0;
  const doubts = new Uint8Array(size);
  for (let index = 0; index < size; index++)
    doubts[index] = at(test, index) || at(t[index * stepT] === 1 ? yes : no, index);
  return doubts;
}
