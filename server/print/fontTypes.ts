/** The fonts that the platform supplies for PDFs, and the used part of fontkit. */
import type { PDFRef } from 'pdf-lib';

export type Weight = 'plain' | 'bold';

/** Absent: sans serif, as the platform's own typeface is. */
export type Family = 'serif' | 'mono';

/** A font file for part of Unicode. */
export type FontSlice = {
  readonly name: string;
  /** First and last code points of its ranges; it need not cover them completely. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly read: (weight: Weight) => Uint8Array;
};

export type FontFiles = {
  readonly plain: Uint8Array;
  readonly bold: Uint8Array;
  /** Fallback fonts in order of preference, read on demand. */
  readonly slices?: readonly FontSlice[];
  /** Used where a text asks for a family; what they lack is in the others. */
  readonly families?: Readonly<Record<Family, readonly FontSlice[]>>;
};

/** Text drawing in one weight. */
export type Letters = {
  readonly width: (text: string, size: number) => number;
  /** The PDF operators that show a text at the current position. */
  readonly show: (text: string, size: number) => string;
};

export type PdfFonts = {
  readonly plain: Letters;
  readonly bold: Letters;
  readonly ofFamily: (family: Family) => Readonly<Record<Weight, Letters>>;
  /** Characters that were used and no font has. */
  readonly missing: ReadonlySet<string>;
  /** The fonts by the names that `show` uses. */
  readonly resources: () => Record<string, PDFRef>;
  /** Writes the used glyphs into the document; call once, before saving. */
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
