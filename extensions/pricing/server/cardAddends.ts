/** The addends of each combination's price: the parts that count, each rounded and adjusted as declared. */

import { readDecimal } from '#engine';
import {
  allDimensions,
  applies,
  type Column,
  columnOf,
  combinationsOf,
  type PartChange,
  plusColumn,
  roundColumn,
  type StepsCheck,
  selectColumn,
  timesColumn,
  UnfitColumn,
} from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import type { CardColumns, Frame } from './cardColumns.ts';
import { apartIn, type Priced, splitPart } from './cardTerms.ts';
import { changesOf, layoutOf as partsOf } from './priceOf.ts';

type Addends = {
  /** Over all combinations. */
  readonly kept: readonly Column[];
  /** True when there are no others. */
  readonly isKept: boolean;
  /** The remaining addends of one block. */
  readonly inBlock: (frame: Frame) => readonly Column[];
};

/** Addends over few dimensions are computed once; those over the same dimensions are merged. */
export function createAddends(book: Book, check: StepsCheck, columns: CardColumns): Addends {
  const mostKept = columns.limits.kept;
  const parts = pricedParts(book, check, columns);
  const wide: ((frame: Frame) => readonly Column[])[] = [];
  let kept: readonly Column[] = [];
  const keep = (made: readonly Column[]): void => {
    kept = made.reduce((all, column) => merged(all, column, columns), kept);
  };
  for (const one of parts) {
    const on = [...one.steps.map(columns.dimensionsOf), ...one.changes.map(({ isMeant }) => isMeant.on)];
    const isSmall =
      combinationsOf(on.reduce(allDimensions, []), columns.sizes) <= mostKept && columns.hasRoom();
    const isKept = one.steps.every(
      (name) => combinationsOf(columns.dimensionsOf(name), columns.sizes) <= mostKept,
    );
    const made =
      isSmall || (isKept && one.changes.length === 0) ? amountsOf(one, columns, columns.whole) : undefined;
    // Their sum would be a column too large to keep, but each of them is small.
    if (made?.every(({ values }) => values.length <= mostKept)) {
      keep(made);
      continue;
    }
    const split = splitPart(one, columns);
    if (split && split.wide.length === 0) keep(split.kept);
    else wide.push((frame) => (split && apartIn(split, frame, columns)) ?? amountsOf(one, columns, frame));
  }
  for (const column of kept) columns.hold(column);
  return {
    kept,
    isKept: wide.length === 0,
    inBlock: (frame) => wide.flatMap((amountsIn) => amountsIn(frame)),
  };
}

/** Adds the column to one whose dimensions include its own or are included in them; otherwise appends it. */
function merged(all: readonly Column[], column: Column, { whole, sizes }: CardColumns): readonly Column[] {
  const room = { sizes, take: whole.take };
  const at = all.findIndex(
    ({ on }) => on.every((one) => column.on.includes(one)) || column.on.every((one) => on.includes(one)),
  );
  if (at < 0) return [...all, column];
  return all.map((one, index) => (index === at ? plusColumn(room, one, column) : one));
}

function pricedParts(book: Book, check: StepsCheck, columns: CardColumns): readonly Priced[] {
  const counting = partsOf(book).filter(({ counts }) => counts);
  return counting.flatMap((part, index) => {
    const steps = check.ready.filter(({ step }) => step.part === part.id).map(({ step }) => step.name);
    const changes = changesOf(book)
      .filter((one) => one.part === part.id || (one.part === undefined && (one.isPercent || index === 0)))
      .map((one) => ({ ...one, isMeant: meantColumn(one, columns) }));
    return steps.length + changes.length === 0 ? [] : [{ part, steps, changes }];
  });
}

/** The combinations to which a change applies. */
function meantColumn(change: PartChange, { now, single }: CardColumns): Column {
  const byChoice = change.choice !== undefined && now.choice() !== undefined ? [0] : [];
  const on = change.operand === undefined ? byChoice : allDimensions(byChoice, now.placesOf(change.operand));
  return single(on, () => applies(change, now.given()));
}

function amountsOf({ part, steps, changes }: Priced, columns: CardColumns, frame: Frame): readonly Column[] {
  const amounts = steps.map((name) => columns.stepIn(name, frame)).filter(({ isTruth }) => !isTruth);
  const isPlain = amounts.every(({ off, scale }) => off === 0 && scale <= part.scale);
  if (isPlain && changes.length === 0) return amounts;
  const room = { sizes: columns.sizes, take: frame.take };
  const [first = columnOf([], [readDecimal('0')]), ...others] = amounts;
  const sum = others.reduce((all, one) => plusColumn(room, all, one), first);
  const changed = changes.reduce(
    (before, { isMeant, isPercent, by }) => {
      const change = columnOf([], [readDecimal(isPercent ? `${by}e-2` : by) ?? readDecimal('0')]);
      const more = isPercent ? timesColumn(room, before, change) : change;
      const after = plusColumn(room, before, roundColumn(room, more, part.scale));
      return selectColumn(room, columns.view(isMeant, frame), after, before);
    },
    roundColumn(room, sum, part.scale),
  );
  if (changed.off > 0) throw new UnfitColumn();
  return [changed];
}
