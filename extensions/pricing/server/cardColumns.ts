/** Computes formula steps as columns over a card's dimensions: small ones once, large ones per block. */

import { operandName, readDecimal, type Tree } from '#engine';
import {
  askExactly,
  type Column,
  type ColumnSource,
  cellKey,
  chosenLookUp,
  columnOf,
  columnTree,
  combinationsOf,
  type Doubtful,
  exactTree,
  indexLookUps,
  type LookUp,
  needsOfTree,
  noCell,
  type ReadyStep,
  roundColumn,
  StepError,
  type StepsCheck,
  type StepValue,
  UnfitColumn,
} from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { type Dimension, planDimension } from './cardLayout.ts';
import { createPlace, type Place } from './cardPlace.ts';
import { createStepValues, needsOf } from './createPricer.ts';

/** The position of a block of combinations: dimensions before `from` have a fixed place. */
export type Frame = {
  readonly from: number;
  readonly places: readonly number[];
  readonly take: (size: number) => Float64Array;
  /** Steps already computed for this block. */
  readonly steps: Map<string, Column>;
};

export type CardColumns = ReturnType<typeof createCardColumns>;

export type Limits = {
  /** A column with more values is computed per block. */
  readonly kept: number;
  /** Combinations per block; at least the size of the last dimension. */
  readonly block: number;
};

const usualLimits: Limits = { kept: 131_072, block: 16_384 };
/** Values of columns held at the same time, 8 bytes each. */
const mostHeld = 2_500_000;
/** Above this number, combinations are not computed one by one. */
const mostSingle = 65_536;

export function createCardColumns(
  book: Book,
  check: StepsCheck,
  dimensions: readonly Dimension[],
  limits: Limits = usualLimits,
) {
  const now = createPlace(book, dimensions);
  const sizes = dimensions.map(({ Values }) => Values.length);
  const exact = createStepValues(book, check, now);
  const needs = needsOf(check.ready, book, dimensions);
  const ready = new Map(check.ready.map((one) => [one.step.name, one]));
  const kept = new Map<string, Column>();
  const unfit = new Set<Tree>();
  const sources = createSources({ book, dimensions, now, exact, needs, sizes });
  const whole: Frame = { from: 0, places: [], take: (size) => new Float64Array(size), steps: new Map() };

  const sourceIn = (frame: Frame): ColumnSource => ({
    ...{ sizes, take: frame.take, kinds: book.kinds, unfit },
    operand: (name) => viewOf(sources.operand(name), frame, sizes),
    variable: (name) => stepIn(name, frame),
    lookUp: (kind, name) => viewOf(sources.lookUp(kind, name), frame, sizes),
    kept: (tree) => {
      const column = frame === whole ? undefined : narrow(tree);
      return column && viewOf(column, frame, sizes);
    },
    oneByOne: (tree) => viewOf(sources.oneByOne(tree), frame, sizes),
  });
  const dimensionsOf = (name: string) => [...(needs.get(name) ?? [])].sort((a, b) => a - b);
  const isKept = (name: string) =>
    combinationsOf(dimensionsOf(name), sizes) <= limits.kept && sources.hasRoom();

  function stepIn(name: string, frame: Frame): Column {
    const known = kept.get(name);
    if (known) return viewOf(known, frame, sizes);
    const one = ready.get(name);
    // The choice is a text, which columns cannot hold.
    if (!one) throw new UnfitColumn();
    if (isKept(name)) {
      const make = () => computed(one, sourceIn(whole));
      const exactly = () => exact.valueOfStep(name);
      kept.set(name, keep(sources, { on: dimensionsOf(name), make, exactly }));
      return stepIn(name, frame);
    }
    const made = frame.steps.get(name) ?? computed(one, sourceIn(frame));
    frame.steps.set(name, made);
    return made;
  }

  const treeIn = (tree: Tree, frame: Frame) => columnTree(tree, sourceIn(frame));
  const narrow = createNarrow({
    ...{ book, limits, sizes, sources, exact },
    make: (tree) => treeIn(tree, whole),
  });
  return {
    ...{ sizes, whole, now, limits, stepIn, dimensionsOf, treeIn, narrow, onOf: sources.onOf },
    stepOf: (name: string) => ready.get(name),
    view: (column: Column, frame: Frame) => viewOf(column, frame, sizes),
    ...{ hold: sources.hold, hasRoom: sources.hasRoom, single: sources.single },
  };
}

type Keeping = {
  readonly on: readonly number[];
  readonly make: () => Column;
  readonly exactly: () => StepValue;
};

/** Computes over all combinations: by columns if possible, otherwise one by one. */
function keep(sources: ReturnType<typeof createSources>, { on, make, exactly }: Keeping): Column {
  const made = fitOr(make, () => sources.single(on, exactly));
  const column = settled(made, (on, at) => sources.exactlyAt(on, at, exactly));
  sources.hold(column);
  return column;
}

type Narrowing = {
  readonly book: Book;
  readonly limits: Limits;
  readonly sizes: readonly number[];
  readonly sources: ReturnType<typeof createSources>;
  readonly exact: ReturnType<typeof createStepValues>;
  /** The column of a tree over all combinations. */
  readonly make: (tree: Tree) => Column;
};

/** Subtrees of large steps that depend on few combinations, computed once instead of once per block. */
function createNarrow({ book, limits, sizes, sources, exact, make }: Narrowing) {
  const found = new Map<Tree, Column | undefined>();
  const once = (tree: Tree): Column | undefined => {
    // These are already cached by their source.
    if (isSource(tree, book)) return undefined;
    const on = sources.onOf(tree);
    if (combinationsOf(on, sizes) > limits.kept || !sources.hasRoom()) return undefined;
    const run = exactTree(tree, book.kinds);
    return fitOr<Column | undefined>(
      () => keep(sources, { on, make: () => make(tree), exactly: () => run(exact.source) }),
      () => undefined,
    );
  };
  return (tree: Tree): Column | undefined => {
    if (!found.has(tree)) found.set(tree, once(tree));
    return found.get(tree);
  };
}

const isSource = (tree: Tree, { kinds }: Book): boolean =>
  tree.kind === 'literal' ||
  tree.kind === 'variable' ||
  operandName(tree) !== undefined ||
  (tree.kind === 'call' && kinds.includes(tree.name));

/** Runs the column computation, or the fallback where columns cannot express it. */
export function fitOr<Made>(work: () => Made, otherwise: () => Made): Made {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnfitColumn)) throw error;
    return otherwise();
  }
}

/** Resolves values that need exact arithmetic once, instead of for each combination that uses the step. */
function settled(
  column: Column,
  ask: (on: readonly number[], index: number) => StepValue | Doubtful,
): Column {
  const { doubts, values, on, scale } = column;
  if (!doubts?.some((doubt) => (doubt & askExactly) !== 0)) return column;
  let most = column.most;
  const clear = Uint8Array.from(doubts);
  doubts.forEach((doubt, index) => {
    if ((doubt & askExactly) === 0) return;
    const value = ask(on, index);
    const found = columnOf([], [typeof value === 'string' ? undefined : value]);
    clear[index] = found.doubts?.[0] ?? (found.scale > scale || found.off > 0 ? askExactly : 0);
    values[index] = (found.values[0] as number) * 10 ** Math.max(0, scale - found.scale);
    most = Math.max(most, Math.abs(values[index] as number));
  });
  const { doubts: _, ...rest } = column;
  return { ...rest, most, ...(clear.some((doubt) => doubt !== 0) ? { doubts: clear } : {}) };
}

function computed({ tree, step }: ReadyStep, source: ColumnSource): Column {
  const column = columnTree(tree, source);
  return step.scale === undefined ? column : roundColumn(source, column, step.scale);
}

/** The part of a column within a frame. */
function viewOf(column: Column, { from, places }: Frame, sizes: readonly number[]): Column {
  const { on, values, doubts } = column;
  if (from === 0 || on.every((one) => one >= from)) return column;
  const inner = on.filter((one) => one >= from);
  const size = combinationsOf(inner, sizes);
  const outer = on.filter((one) => one < from);
  const offset = outer.reduce((at, one) => at * (sizes[one] as number) + (places[one] as number), 0) * size;
  const part = <Values extends Float64Array | Uint8Array>(all: Values) =>
    all.subarray(offset, offset + size) as Values;
  return { ...column, on: inner, values: part(values), ...(doubts ? { doubts: part(doubts) } : {}) };
}

type Sources = {
  readonly book: Book;
  readonly dimensions: readonly Dimension[];
  readonly now: Place;
  readonly exact: ReturnType<typeof createStepValues>;
  readonly needs: ReadonlyMap<string, ReadonlySet<number>>;
  readonly sizes: readonly number[];
};

/** The input columns of steps, each built once. */
function createSources({ book, dimensions, now, exact, needs, sizes }: Sources) {
  const index = indexLookUps(book);
  const known = new Map<string | Tree, Column>();
  let held = 0;
  const hold = ({ values }: Column): void => {
    held += values.length;
  };
  const once = (key: string | Tree, make: () => Column): Column => {
    const column = known.get(key) ?? make();
    if (!known.has(key)) hold(column);
    known.set(key, column);
    return column;
  };
  const exactlyAt = (on: readonly number[], at: number, work: () => StepValue) => {
    now.stand(on, at);
    exact.forget();
    return orDoubt(work);
  };
  const each = (on: readonly number[], work: () => StepValue, most: number): Column => {
    const size = combinationsOf(on, sizes);
    if (size > most) throw new UnfitColumn();
    return columnOf(
      on,
      Array.from({ length: size }, (_, at) => exactlyAt(on, at, work)),
    );
  };
  const placesOf = (names: readonly string[], needsChoice: boolean) =>
    dimensionsOfNames({ now, dimensions }, names, needsChoice);
  const onOf = (tree: Tree): readonly number[] => {
    const { operands, steps, needsChoice } = needsOfTree(tree, book);
    const through = steps.flatMap((name) => [...(needs.get(name) ?? [])]);
    return sorted([...placesOf(operands, needsChoice), ...through]);
  };
  return {
    ...{ exactlyAt, hold, onOf },
    hasRoom: () => held < mostHeld,
    single: (on: readonly number[], work: () => StepValue) => each(on, work, mostSingle),
    operand: (name: string) =>
      once(`operand ${name}`, () => each(now.placesOf(name), () => now.operand(name), mostHeld)),
    lookUp: (kind: string, name: string) =>
      once(cellKey([kind, name]), () => {
        const all = index.get(cellKey([kind, name])) ?? [];
        const keys = all.flatMap((one) => one.keys);
        const on = placesOf(
          keys,
          all.some(({ under }) => under !== undefined),
        );
        const cell = cellsOf(() => chosenLookUp(index, { kind, name }, now.choice()), now);
        return each(on, cell, mostHeld - held);
      }),
    oneByOne: (tree: Tree) =>
      once(tree, () => {
        const run = exactTree(tree, book.kinds);
        return each(onOf(tree), () => run(exact.source), mostSingle);
      }),
  };
}

function orDoubt(work: () => StepValue): StepValue | Doubtful {
  try {
    return work();
  } catch (error) {
    if (error instanceof StepError) return { doubt: error.code === 'cell' ? noCell : askExactly };
    throw error;
  }
}

function dimensionsOfNames(
  { now, dimensions }: Pick<Sources, 'now' | 'dimensions'>,
  names: readonly string[],
  needsChoice: boolean,
): readonly number[] {
  const isChosen = needsChoice && dimensions[0]?.Name === planDimension;
  return sorted([...(isChosen ? [0] : []), ...names.flatMap((name) => now.placesOf(name))]);
}

/** The look-up cell for the current values; each text is parsed once. */
function cellsOf(chosen: () => LookUp | undefined, now: Place): () => StepValue {
  const decimals = new Map<string, StepValue>();
  return () => {
    const found = chosen();
    const text = found?.cells.get(cellKey(found.keys.map(now.raw)));
    if (text === undefined) throw new StepError('cell');
    if (!decimals.has(text)) decimals.set(text, readDecimal(text));
    return decimals.get(text);
  };
}

const sorted = (dimensions: readonly number[]): readonly number[] =>
  [...new Set(dimensions)].sort((a, b) => a - b);
