/** A print with its values: all texts in the language of the reader, nothing left to look up. */
import type { PaperModel, PrintLogoModel, Stroke } from '#engine';

export type DrawnField = {
  readonly label: string;
  readonly text: string;
  readonly isWide: boolean;
  /** A drawn signature, above its text. */
  readonly strokes?: readonly Stroke[];
};

export type DrawnHead = { readonly label: string; readonly share: number; readonly isNumber: boolean };

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

export type DrawnTable = {
  readonly kind: 'table';
  readonly title: string;
  readonly heads: readonly DrawnHead[];
  readonly rows: Rows;
  /** Read after the rows; empty where nothing is added up. */
  readonly totals: () => readonly string[];
  /** Said instead of rows. */
  readonly none: string;
};

export type DrawnPicture = {
  readonly kind: 'picture';
  readonly media: 'image/png' | 'image/jpeg';
  readonly content: Uint8Array;
  /** In millimetres. */
  readonly width: number;
  readonly label: string;
  /** Height divided by width. */
  readonly ratio: number;
};

export type DrawnBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'fields';
      readonly title: string;
      readonly columns: 1 | 2 | 3;
      readonly fields: readonly DrawnField[];
    }
  | DrawnTable
  | DrawnPicture
  | { readonly kind: 'divider' }
  | { readonly kind: 'signature'; readonly text: string }
  | { readonly kind: 'break' };

export type DrawnEdge = { readonly left: string; readonly middle: string; readonly hasPages: boolean };

export type Drawn = {
  /** The title of the document, and the start of its file name. */
  readonly title: string;
  readonly paper: PaperModel;
  readonly logo?: PrintLogoModel | undefined;
  readonly header: DrawnEdge;
  readonly footer: DrawnEdge;
  /** With the JSON pointer of each block in its declaration. */
  readonly blocks: readonly (DrawnBlock & { readonly pointer: string })[];
  readonly warnings: readonly string[];
};
