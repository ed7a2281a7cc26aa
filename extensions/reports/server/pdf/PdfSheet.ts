/** The paper that the parts of a report are put on. */
import type { SheetValue } from '#engine';
import type { PageNumbers } from '../PageNumbers.ts';
import type { Drawing } from './TaggedPages.ts';

export type PdfSheet = {
  readonly of: Drawing;
  readonly numbers: PageNumbers;
  /** Between the header and the footer. */
  readonly top: number;
  readonly bottom: number;
  /** The left edge and the width of the body: of a page, or of one of its columns. */
  readonly left: number;
  readonly room: number;
  readonly hasColumns: boolean;
  /** Keeps what the text boxes of the page say. */
  readonly note: (name: string | undefined, value: SheetValue) => void;
  /** Others get their turn in long work. */
  readonly rest: () => Promise<void>;
};
