/** The parts of a report from top to bottom, as writers place them on pages. */
import type { SheetValue } from '#engine';
import type { ShownJumps } from './actions.ts';
import type { ChartData } from './chartData.ts';
import type { Line } from './line.ts';
import type { ShownImage } from './shownImage.ts';
import type { ShownParagraph } from './shownText.ts';
import type { Box, ShownStyle } from './types.ts';

type PlacedText = {
  readonly kind: 'text';
  readonly text: string;
  readonly paragraphs?: readonly ShownParagraph[];
  readonly style: ShownStyle;
  /** Of the text box, for those of a page's head and foot that name it. */
  readonly name?: string;
  readonly value?: SheetValue;
  /** What it shows and hides, and whether that is shown. */
  readonly toggle?: { readonly key: string; readonly isOpen: boolean };
};
type PlacedShape = { readonly kind: 'shape'; readonly style: ShownStyle };
export type Placed = { readonly box: Box; readonly jumps?: ShownJumps } & {
  readonly what:
    | PlacedText
    | ShownImage
    | PlacedShape
    | { readonly kind: 'chart'; readonly chart: ChartData };
};

export type Piece =
  | { readonly kind: 'items'; readonly items: readonly Placed[]; readonly gap: number }
  | {
      readonly kind: 'table';
      readonly left: number;
      readonly gap: number;
      readonly widths: readonly number[];
      /** So many of the widths are of row headers. */
      readonly headers?: number;
      /** Its columns depend on the rows. */
      readonly isMatrix?: boolean;
      readonly heads: readonly Line[];
      /** The heads do not stand again on further pages. */
      readonly headsOnce?: boolean;
      /** A rule is under every line. */
      readonly isRuled?: boolean;
      readonly name: string;
    }
  /** `together`: lines after it that belong on the same page. */
  | { readonly kind: 'line'; readonly line: Line; readonly together?: readonly Line[] }
  /** Another report, which the server runs with the rights of the reader. */
  | {
      readonly kind: 'subreport';
      readonly report: string;
      readonly filters: Readonly<Record<string, string>>;
      readonly left: number;
    }
  /** Regions beside each other, which continue on further pages each for itself. */
  | Beside
  /** What follows begins a page, which `resets` numbers 1 again. */
  | { readonly kind: 'break'; readonly resets?: boolean }
  /** Nothing is here: others may come between. */
  | { readonly kind: 'pause' }
  /** The table has no row: what it says instead. */
  | { readonly kind: 'none'; readonly text: string; readonly left?: number };

/** The next piece begins below all of them. */
export type Beside = {
  readonly kind: 'beside';
  readonly gap: number;
  /** In the definition, before anything grew. */
  readonly height: number;
  readonly flows: readonly Flow[];
};

export type Flow = {
  /** In the definition, from the top of all of them. */
  readonly box: Box;
  /** Those above it, by their place: it begins below each of them, as far as the definition has it. */
  readonly after: readonly number[];
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
};
