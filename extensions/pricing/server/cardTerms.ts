/** Splits large steps that are sums: each term becomes an addend of the price with its own dimensions. */
import {
  type Column,
  combinationsOf,
  type Part,
  type PartChange,
  roundingOf,
  type SignedColumn,
  sumColumn,
  sumTerms,
  type Term,
} from '#extensions/pricing/engine';
import { type CardColumns, type Frame, fitOr } from './cardColumns.ts';

/** A part that counts: the steps added to it, and its changes with where they apply. */
export type Priced = {
  readonly part: Part;
  readonly steps: readonly string[];
  readonly changes: readonly (PartChange & { readonly isMeant: Column })[];
};

/** A term with the number of decimals up to which nothing is rounded on its way into the price. */
type ScaledTerm = Term & { readonly scale: number };

type Split = {
  /** Over all combinations, merged by dimensions. */
  readonly kept: readonly Column[];
  /** Terms over too many combinations to keep. */
  readonly wide: readonly ScaledTerm[];
};

/** Undefined when splitting gains nothing, or when rounding the sum differs from summing the terms. */
export function splitPart(one: Priced, columns: CardColumns): Split | undefined {
  if (one.changes.length > 0) return undefined;
  return fitOr(
    () => split(one, columns),
    () => undefined,
  );
}

function split({ part, steps }: Priced, columns: CardColumns): Split | undefined {
  const sums = new Map<string, Column>();
  const room = { sizes: columns.sizes, take: columns.whole.take };
  const keep = ({ column, sign }: SignedColumn): void => {
    const alike = column.on.join();
    const before = sums.get(alike);
    sums.set(
      alike,
      sumColumn(room, [...(before ? [{ column: before, sign: 1 as const }] : []), { column, sign }]),
    );
  };
  const wide: ScaledTerm[] = [];
  for (const term of steps.flatMap((name) => termsOfStep(name, part.scale, columns))) {
    const column = keptColumn(term, columns);
    if (!column) wide.push(term);
    else if (isPlain(column, term)) keep({ column, sign: term.sign });
    else return undefined;
  }
  const kept = [...sums.values()];
  if (kept.length === 0 || kept.some(({ off }) => off > 0)) return undefined;
  if (wide.length > 0) for (const column of kept) columns.hold(column);
  return { kept, wide };
}

/** The addends of a block; undefined when one of them would be rounded after all. */
export function apartIn(
  { kept, wide }: Split,
  frame: Frame,
  columns: CardColumns,
): readonly Column[] | undefined {
  const room = { sizes: columns.sizes, take: frame.take };
  const found: Column[] = kept.map((column) => columns.view(column, frame));
  for (const term of wide) {
    const column = fitOr<Column | undefined>(
      () => columns.treeIn(term.tree, frame),
      () => undefined,
    );
    if (!column || !isPlain(column, term)) return undefined;
    found.push(sumColumn(room, [{ column, sign: term.sign }]));
  }
  return found;
}

const isPlain = ({ isTruth, off, scale }: Column, term: ScaledTerm): boolean =>
  !isTruth && off === 0 && scale <= term.scale;

/** The terms of a step and of the large steps it adds; a small step is a term itself. */
function termsOfStep(name: string, most: number, columns: CardColumns): readonly ScaledTerm[] {
  const ready = columns.stepOf(name);
  const isSmall = combinationsOf(columns.dimensionsOf(name), columns.sizes) <= columns.limits.kept;
  // The choice is a name, not a step.
  if (isSmall || !ready) return [{ tree: { kind: 'variable', name, at: 0 }, sign: 1, scale: most }];
  return termsOf(ready.tree, Math.min(most, ready.step.scale ?? most), columns);
}

function termsOf(tree: Term['tree'], scale: number, columns: CardColumns): readonly ScaledTerm[] {
  return sumTerms(tree).flatMap(({ tree: part, sign }) => {
    const inner = isLarge(part, columns) ? insideOf(part, scale, columns) : undefined;
    if (!inner) return [{ tree: part, sign, scale }];
    return inner.map((term) => ({ ...term, sign: term.sign === sign ? 1 : -1 }) as ScaledTerm);
  });
}

/** The terms inside a term: another step, or a rounded sum. */
function insideOf(tree: Term['tree'], scale: number, columns: CardColumns) {
  if (tree.kind === 'variable') return termsOfStep(tree.name, scale, columns);
  const rounded = roundingOf(tree);
  return rounded && termsOf(rounded.of, Math.min(scale, rounded.scale), columns);
}

const isLarge = (tree: Term['tree'], { onOf, sizes, limits }: CardColumns): boolean =>
  combinationsOf(onOf(tree), sizes) > limits.kept;

function keptColumn({ tree }: Term, columns: CardColumns): Column | undefined {
  if (isLarge(tree, columns) || !columns.hasRoom()) return undefined;
  return columns.narrow(tree) ?? columns.treeIn(tree, columns.whole);
}
