import * as fontkit from 'fontkit';
import { expect, it } from 'vitest';
import { readFonts } from '../node/readFonts.ts';
import { withEvenGlyphs } from './evenGlyphs.ts';

const letters = 'Maple Ridge, 12 mois : 349,50 $ — à très bientôt';

type Glyph = { readonly path: { readonly commands: readonly unknown[] } };
type Subset = {
  readonly includeGlyph: (glyph: Glyph) => number;
  readonly encode: () => Uint8Array;
};
type Font = {
  readonly layout: (text: string) => { readonly glyphs: readonly Glyph[] };
  readonly createSubset: () => Subset;
  readonly getGlyph: (id: number) => Glyph;
};

const open = (bytes: Uint8Array): Font => fontkit.create(bytes) as never;

it('letters embedded alone keep their shapes', async () => {
  const { plain, bold } = await readFonts();
  for (const file of [plain, bold]) {
    const even = withEvenGlyphs(file);
    expect(withEvenGlyphs(file)).toBe(even);
    expect(withEvenGlyphs(even)).toBe(even);
    const font = open(even);
    const subset = font.createSubset();
    const wanted = font.layout(letters).glyphs;
    const places = wanted.map((glyph) => subset.includeGlyph(glyph));
    const alone = open(Buffer.from(subset.encode()));
    const shapes = open(file)
      .layout(letters)
      .glyphs.map(({ path }) => path.commands);
    expect(places.map((place) => alone.getGlyph(place).path.commands)).toEqual(shapes);
  }
});
