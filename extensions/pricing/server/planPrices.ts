/** All prices of a card in row order: nested loops over columns, and exact arithmetic where needed. */
import {
  askExactly,
  type Column,
  checkSteps,
  combinationsOf,
  spread,
  UnfitColumn,
} from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { createAddends } from './cardAddends.ts';
import { type CardColumns, createCardColumns, type Frame, type Limits } from './cardColumns.ts';
import type { Dimension } from './cardLayout.ts';
import { createPlace } from './cardPlace.ts';
import { createVerdicts } from './cardVerdicts.ts';
import { excluded, highest, hole } from './cents.ts';
import { createPricer, type Pricer } from './createPricer.ts';
import { type Room, sumColumns } from './sumColumns.ts';

/** The input; plain data, so that it can be sent to a thread. */
export type Pricing = {
  readonly book: Book;
  readonly dimensions: readonly Dimension[];
  readonly today: string;
};

type Turn = () => Promise<void>;

export type Plan = {
  /** Prices per block; the rows of a block are consecutive. */
  readonly size: number;
  /** The prices of a block, valid until the next call; `ask` prices a row exactly. */
  readonly block: (index: number, ask: (row: number) => number) => Int32Array;
};

type Mask = { readonly on: readonly number[]; readonly values: Uint8Array };

/** Values that the buffers of one block may hold. */
const mostInRoom = 1_500_000;
const leastInBlock = 512;
const sumsOnly = 8;

/** Undefined when columns cannot express the formula: every row is then priced exactly. */
export async function planPrices(
  { book, dimensions, today }: Pricing,
  turn: Turn,
  limits?: Limits,
): Promise<Plan | undefined> {
  const check = checkSteps(book.steps, book);
  try {
    const columns = createCardColumns(book, check, dimensions, limits);
    for (const { step } of check.ready) {
      await turn();
      if (combinationsOf(columns.dimensionsOf(step.name), columns.sizes) <= columns.limits.block)
        tryStep(columns, step.name);
    }
    await turn();
    const addends = createAddends(book, check, columns);
    const masks = await masksOf({ book, dimensions, today }, turn);
    const nodes = check.ready.reduce((sum, { step }) => sum + step.text.length / 4 + 2, 0);
    const { block } = columns.limits;
    // When only sums remain, a block needs no columns of its own.
    const most = addends.isKept
      ? block * sumsOnly
      : Math.min(Math.max(mostInRoom / nodes, leastInBlock), block);
    const from = innerFrom(columns.sizes, most);
    return planOf({ columns, addends, masks, from });
  } catch (error) {
    if (error instanceof UnfitColumn) return undefined;
    throw error;
  }
}

/** A step with a text value cannot be a column; the steps that use it will find out. */
function tryStep({ stepIn, whole }: CardColumns, name: string): void {
  try {
    stepIn(name, whole);
  } catch (error) {
    if (!(error instanceof UnfitColumn)) throw error;
  }
}

/** Combinations that are not sold, evaluated once per set of values each rule depends on. */
async function masksOf({ book, dimensions, today }: Pricing, turn: Turn): Promise<readonly Mask[]> {
  const now = createPlace(book, dimensions);
  const sizes = dimensions.map(({ Values }) => Values.length);
  const masks: Mask[] = [];
  for (const { on, isAllowed } of createVerdicts(book, now, today)) {
    const values = new Uint8Array(combinationsOf(on, sizes));
    for (let index = 0; index < values.length; index++) {
      if (index % 256 === 0) await turn();
      now.stand(on, index);
      values[index] = Number(isAllowed());
    }
    if (values.includes(0)) masks.push({ on, values });
  }
  return masks;
}

/** The first dimension of those that together form one block. */
function innerFrom(sizes: readonly number[], most: number): number {
  let [from, size] = [sizes.length, 1];
  while (from > 0 && (size * (sizes[from - 1] as number) <= most || from === sizes.length)) {
    from -= 1;
    size *= sizes[from] as number;
  }
  return from;
}

type Planning = {
  readonly columns: CardColumns;
  readonly addends: ReturnType<typeof createAddends>;
  readonly masks: readonly Mask[];
  readonly from: number;
};

function planOf({ columns, addends, masks, from }: Planning): Plan {
  const { sizes } = columns;
  const inner = sizes.map((_, index) => index).slice(from);
  const size = combinationsOf(inner, sizes);
  const pool = createPool();
  const sums = new Float64Array(size);
  const out = new Int32Array(size);
  return {
    size,
    block: (index, ask) => {
      const frame: Frame = {
        from,
        places: placesOf(index, sizes.slice(0, from)),
        take: pool.take,
        steps: new Map(),
      };
      pool.empty();
      const views = addends.kept.map((column) => columns.view(column, frame));
      const all = [...views, ...addends.inBlock(frame)];
      const room = { sizes, inner, size };
      const doubts = doubtsOf(all, room);
      const allowed = allowedIn(masks, frame, room);
      const askAt = (at: number) => ask(index * size + at);
      if (doubts || mayBeTooHigh(all)) {
        sumColumns(all, sums, room);
        settle({ sums, doubts, allowed, out }, askAt);
      } else {
        sumColumns(all, out, room);
        if (allowed) for (let at = 0; at < size; at++) if (allowed[at] === 0) out[at] = excluded;
      }
      return out;
    },
  };
}

type Unsettled = {
  readonly sums: Float64Array;
  readonly doubts?: Uint8Array | undefined;
  readonly allowed?: Uint8Array | undefined;
  readonly out: Int32Array;
};

/** Converts sums to prices; doubtful or excessive ones are computed exactly. */
function settle({ sums, doubts, allowed, out }: Unsettled, ask: (at: number) => number): void {
  for (let at = 0; at < out.length; at++) {
    const doubt = doubts?.[at] ?? 0;
    const sum = sums[at] as number;
    if (allowed?.[at] === 0) out[at] = excluded;
    else if ((doubt & askExactly) !== 0 || !(Math.abs(sum) <= highest)) out[at] = ask(at);
    else out[at] = doubt === 0 ? sum : hole;
  }
}

const mayBeTooHigh = (all: readonly Column[]): boolean =>
  all.reduce((sum, { most, scale }) => sum + most * 10 ** (2 - scale), 0) > highest;

function placesOf(index: number, sizes: readonly number[]): readonly number[] {
  const places: number[] = [];
  let rest = index;
  for (let at = sizes.length - 1; at >= 0; at--) {
    places[at] = rest % (sizes[at] as number);
    rest = Math.floor(rest / (sizes[at] as number));
  }
  return places;
}

function doubtsOf(all: readonly Column[], { sizes, inner, size }: Room): Uint8Array | undefined {
  const found = all.flatMap(({ on, doubts }) => (doubts ? [{ on, values: doubts }] : []));
  if (found.length === 0) return undefined;
  const joined = new Uint8Array(size);
  for (const one of found) {
    const values = spread(one, inner, { sizes, out: new Uint8Array(size) });
    for (let at = 0; at < size; at++) joined[at] = (joined[at] as number) | (values[at] as number);
  }
  return joined;
}

function allowedIn(
  masks: readonly Mask[],
  { from, places }: Frame,
  { sizes, inner, size }: Room,
): Uint8Array | undefined {
  if (masks.length === 0) return undefined;
  const allowed = new Uint8Array(size).fill(1);
  for (const { on, values } of masks) {
    const own = on.filter((one) => one >= from);
    const length = combinationsOf(own, sizes);
    const outer = on.filter((one) => one < from);
    const start =
      outer.reduce((at, one) => at * (sizes[one] as number) + (places[one] as number), 0) * length;
    const here = { on: own, values: values.subarray(start, start + length) };
    const all = spread(here, inner, { sizes, out: new Uint8Array(size) });
    for (let at = 0; at < size; at++) allowed[at] = (allowed[at] as number) & (all[at] as number);
  }
  return allowed;
}

/** A pool of arrays reused for each block. */
function createPool() {
  const bySize = new Map<number, { readonly arrays: Float64Array[]; used: number }>();
  return {
    empty: () => {
      for (const one of bySize.values()) one.used = 0;
    },
    take: (size: number): Float64Array => {
      const one = bySize.get(size) ?? { arrays: [], used: 0 };
      bySize.set(size, one);
      one.arrays[one.used] ??= new Float64Array(size);
      return one.arrays[one.used++] as Float64Array;
    },
  };
}

export const exactPricer = ({ book, dimensions, today }: Pricing): Pricer =>
  createPricer(book, checkSteps(book.steps, book), dimensions, today);
