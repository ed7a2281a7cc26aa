/** The fonts of PDFs as the platform hands them over, and the part of fontkit that is used of them. */
import type { PDFRef } from 'pdf-lib';

export type Weight = 'plain' | 'bold';

/** A font file for some letters only. */
export type FontSlice = {
  readonly name: string;
  /** Where its letters lie: first and last code points. It need not have all of them. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly read: (weight: Weight) => Uint8Array;
};

export type FontFiles = {
  readonly plain: Uint8Array;
  readonly bold: Uint8Array;
  /** For letters that the first two lack, the preferred ones first; read when they are needed. */
  readonly slices?: readonly FontSlice[];
};

/** Letters of one weight as the pages of a file write them. */
export type Letters = {
  readonly width: (text: string, size: number) => number;
  /** The operators that show a text where the pen stands. */
  readonly show: (text: string, size: number) => string;
};

export type PdfFonts = {
  readonly plain: Letters;
  readonly bold: Letters;
  /** What was asked for and no font has. */
  readonly missing: ReadonlySet<string>;
  /** The fonts by the names that `show` gives them. */
  readonly resources: () => Record<string, PDFRef>;
  /** Writes the letters that were used into the document; to be called once, before it is saved. */
  readonly embed: () => void;
};

export type Glyph = {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly advanceWidth: number;
};

export type GlyphPosition = {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
};

export type FontSubset = {
  readonly cff?: unknown;
  includeGlyph(glyph: Glyph): number;
  encode(): Uint8Array;
};

export type OpenFont = {
  readonly postscriptName: string | null;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly bbox: {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  };
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(
    text: string,
    features?: readonly string[],
    script?: string,
    language?: string,
    direction?: 'ltr' | 'rtl',
  ): { readonly glyphs: readonly Glyph[]; readonly positions: readonly GlyphPosition[] };
  createSubset(): FontSubset;
};

export type Fontkit = { create(bytes: Uint8Array): OpenFont };
