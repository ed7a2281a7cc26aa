import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { readFonts } from '../../server/node/readFonts.ts';
import { missingLetters, openFonts } from '../../server/print/openFonts.ts';
import { textOfPages } from '../support/textOfPages.ts';

/** A text of each script, as a foreign reader extracts it. */
const samples: Readonly<Record<string, string>> = {
  Latin: 'Zoë Ňovák, Łukasz Đặng, ẅ ŵ ẞ',
  Greek: 'Ελληνικά Ἀθῆναι',
  Cyrillic: 'Русский Ђуро Ґалаґан',
  Hebrew: 'שלום עולם',
  Arabic: 'العربية',
  Devanagari: 'नमस्ते',
  Thai: 'ภาษาไทย',
  Chinese: '中文漢字',
  Japanese: '日本語かなカナ',
  Korean: '한국어',
  Armenian: 'Հայերեն',
  Georgian: 'ქართული',
  Bengali: 'বাংলা',
  Tamil: 'தமிழ்',
  Ethiopic: 'አማርኛ',
  signs: '★ ☎ ✓ ← € ₿ №',
  emoji: '😀❤',
};

async function pageWith(texts: readonly string[], weight: 'plain' | 'bold' = 'plain') {
  const document = await PDFDocument.create();
  const fonts = await openFonts(document, await readFonts());
  const page = document.addPage([600, 40 + texts.length * 20]);
  const written = texts.map((text, row) => `BT 20 ${20 + row * 20} Td ${fonts[weight].show(text, 10)} ET`);
  fonts.embed();
  const { context } = document;
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(written.join('\n'))));
  page.node.set(PDFName.of('Resources'), context.obj({ Font: fonts.resources() }));
  return { bytes: await document.save(), fonts };
}

/** Ignoring order: glyphs are identified by the letters they stand for. */
const lettersOf = (text: string): string =>
  [...text.normalize('NFKD').replace(/\s|\p{Cf}|\ufe0f/gu, '')].sort().join('');

describe('letters of a PDF', () => {
  it.each(['plain', 'bold'] as const)(
    'are those of the original text, in every script and in %s',
    async (weight) => {
      const { bytes, fonts } = await pageWith(Object.values(samples), weight);
      expect([...fonts.missing]).toEqual([]);
      const read = await textOfPages(bytes);
      expect(lettersOf(read)).toBe(lettersOf(Object.values(samples).join('')));
      for (const script of ['Latin', 'Greek', 'Cyrillic', 'Chinese', 'Korean', 'Armenian'])
        expect(read).toContain(samples[script]);
    },
  );

  it('are the same composed and decomposed', async () => {
    const { fonts } = await pageWith([]);
    for (const text of Object.values(samples)) {
      const [composed, decomposed] = ['NFC', 'NFD'].map((form) => text.normalize(form));
      expect(fonts.plain.show(decomposed ?? '', 10)).toBe(fonts.plain.show(composed ?? '', 10));
      expect(fonts.plain.width(decomposed ?? '', 10)).toBe(fonts.plain.width(composed ?? '', 10));
    }
    expect([...fonts.missing]).toEqual([]);
  });

  it('missing from every font are named, on the page and to the caller', async () => {
    const text = 'a\ue000b\u{e01ef}\u200b𒀀 \ud800';
    const { bytes, fonts } = await pageWith([text]);
    expect([...fonts.missing].sort()).toEqual(['\ue000', '𒀀'].sort());
    expect((await textOfPages(bytes)).replaceAll(' ', '')).toContain('a[U+E000]b[U+12000]');
    expect(await missingLetters([text, 'plain'], await readFonts())).toEqual(fonts.missing);
  });

  it('are named if only the standard fonts are available', async () => {
    const missing = await missingLetters(['Zoë Ňovák 中'], undefined);
    expect([...missing]).toEqual(['Ň', '中']);
  });

  it('cost only what is used: no font is opened or embedded for letters of others', async () => {
    const { bytes, fonts } = await pageWith(['Plain words']);
    expect(Object.keys(fonts.resources())).toHaveLength(1);
    expect(bytes.length).toBeLessThan(20_000);
  });

  it('of right-to-left scripts are in their reading order', async () => {
    const { fonts } = await pageWith([]);
    const [first, second] = ['שלום', 'עולם'].map((word) =>
      fonts.plain.show(word, 10).replace(/^\S+ \S+ Tf /, ''),
    );
    const line = fonts.plain.show('שלום עולם', 10);
    const inner = (part: string | undefined) => part?.replace(/^\[|\] TJ$/g, '') ?? '';
    expect(line.indexOf(inner(second))).toBeGreaterThanOrEqual(0);
    expect(line.indexOf(inner(second))).toBeLessThan(line.indexOf(inner(first)));
  });
});
