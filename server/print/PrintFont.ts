/** One font file in a document: shapes text and embeds only the glyphs in use. */
import type { PDFContext, PDFRef } from 'pdf-lib';
import { withEvenGlyphs } from './evenGlyphs.ts';
import type { Fontkit, FontSubset, Glyph, GlyphPosition, OpenFont } from './fontTypes.ts';

type PdfLib = typeof import('pdf-lib');

/** A glyph as written to the page; lengths in thousandths of the font size. */
type Mark = { readonly code: string; readonly before: number; readonly after: number; readonly rise: number };

export type Shaped = { readonly width: number; readonly marks: readonly Mark[] };

export class PrintFont {
  readonly name: string;
  readonly ref: PDFRef;
  private readonly font: OpenFont;
  private readonly subset: FontSubset;
  private readonly scale: number;
  /** The used glyphs with text and width, by index in the subset. */
  private readonly used = new Map<number, { readonly glyph: Glyph; readonly width: number }>();

  constructor(
    fontkit: Fontkit,
    bytes: Uint8Array,
    { name, ref }: { readonly name: string; readonly ref: PDFRef },
  ) {
    this.name = name;
    this.ref = ref;
    this.font = fontkit.create(withEvenGlyphs(bytes));
    this.subset = this.font.createSubset();
    this.scale = 1000 / this.font.unitsPerEm;
  }

  has(codePoint: number): boolean {
    return this.font.hasGlyphForCodePoint(codePoint);
  }

  shape(text: string, direction: 'ltr' | 'rtl' = 'ltr'): Shaped {
    const { glyphs, positions } = this.font.layout(text, undefined, undefined, undefined, direction);
    const placed = direction === 'ltr' ? withNarrowMarks(glyphs, positions) : positions;
    const marks = glyphs.map((glyph, index) => this.mark(glyph, placed[index]));
    const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * this.scale;
    return { width, marks };
  }

  private mark(glyph: Glyph, position: GlyphPosition | undefined): Mark {
    const id = this.subset.includeGlyph(glyph);
    const width = Math.round(glyph.advanceWidth * this.scale);
    if (!this.used.has(id)) this.used.set(id, { glyph, width });
    const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = position ?? {};
    const before = Math.round(xOffset * this.scale);
    const after = Math.round(xAdvance * this.scale) - width - before;
    return { code: hex(id), before, after, rise: Math.round(yOffset * this.scale) };
  }

  embed({ PDFString }: PdfLib, context: PDFContext): void {
    const { font, subset, scale } = this;
    const file = subset.encode();
    const isCff = subset.cff !== undefined;
    const name = `${subsetTag(this.name)}+${font.postscriptName ?? this.name}`.replace(/[^\w+-]/g, '');
    const { minX, minY, maxX, maxY } = font.bbox;
    const descriptor = context.obj({
      ...{ Type: 'FontDescriptor', FontName: name, Flags: 4, ItalicAngle: font.italicAngle, StemV: 0 },
      FontBBox: [minX, minY, maxX, maxY].map((one) => Math.round(one * scale)),
      Ascent: Math.round(font.ascent * scale),
      Descent: Math.round(font.descent * scale),
      CapHeight: Math.round((font.capHeight || font.ascent) * scale),
      [isCff ? 'FontFile3' : 'FontFile2']: context.register(
        context.flateStream(file, isCff ? { Subtype: 'CIDFontType0C' } : {}),
      ),
    });
    const descendant = context.obj({
      ...{ Type: 'Font', Subtype: isCff ? 'CIDFontType0' : 'CIDFontType2', BaseFont: name },
      ...(isCff ? {} : { CIDToGIDMap: 'Identity' }),
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      DW: 0,
      W: [...this.used].flatMap(([id, { width }]) => [id, [width]]),
    });
    context.assign(
      this.ref,
      context.obj({
        ...{ Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: 'Identity-H' },
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(this.unicode())),
      }),
    );
  }

  /** Maps glyphs to text, for search, copying and screen readers. */
  private unicode(): string {
    const lines = [...this.used].map(([id, { glyph }]) => {
      // Part of a character whose text another glyph carries.
      const text = String.fromCodePoint(...glyph.codePoints) || '\u2060';
      return `<${hex(id)}> <${[...utf16(text)].map(hex).join('')}>`;
    });
    const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => {
      const some = lines.slice(at * 100, at * 100 + 100);
      return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
    });
    return [...cmapHead, ...blocks, ...cmapFoot].join('\n');
  }
}

/**
 * The library positions a second combining mark as if the first one took up room, although it has no width,
 * so the mark would appear before its letter.
 */
function withNarrowMarks(
  glyphs: readonly Glyph[],
  positions: readonly GlyphPosition[],
): readonly GlyphPosition[] {
  let lost = 0;
  return positions.map((position, index) => {
    if (position.xAdvance !== 0) {
      lost = 0;
      return position;
    }
    const moved =
      lost === 0 || position.xOffset === 0 ? position : { ...position, xOffset: position.xOffset + lost };
    lost += glyphs[index]?.advanceWidth ?? 0;
    return moved;
  });
}

const cmapHead = [
  '/CIDInit /ProcSet findresource begin',
  '12 dict begin',
  'begincmap',
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
  '/CMapName /Adobe-Identity-UCS def',
  '/CMapType 2 def',
  '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
];
const cmapFoot = ['endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end'];

const hex = (number: number): string => number.toString(16).padStart(4, '0').toUpperCase();

function* utf16(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}

/** Six capital letters, the prefix of subset font names. */
const subsetTag = (name: string): string =>
  [...name.padEnd(6, 'A').slice(-6)]
    .map((letter) => String.fromCharCode(65 + (letter.charCodeAt(0) % 26)))
    .join('');
