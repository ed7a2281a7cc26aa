import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FontFiles, FontSlice } from '../print/fontTypes.ts';
import { woffToSfnt } from './woffToSfnt.ts';

const find = createRequire(import.meta.url).resolve;
const inter = (weight: string) => readFile(find(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));

let read: Promise<FontFiles> | undefined;

/** The application's own typeface, read once for the first PDF; other fonts are read when needed. */
export function readFonts(): Promise<FontFiles> {
  read ??= Promise.all([inter('400Regular'), inter('700Bold')]).then(([plain, bold]) => ({
    ...{ plain, bold },
    slices: families.flatMap(slicesOf),
    families: { serif: slicesOf('@fontsource/noto-serif'), mono: slicesOf('@fontsource/noto-sans-mono') },
  }));
  return read;
}

/** @fontsource fonts in lookup order for a character: scripts, then symbols, then large scripts. */
const families = [
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
  '@fontsource/noto-sans-devanagari',
  '@fontsource/noto-sans-thai',
  '@fontsource/noto-sans-armenian',
  '@fontsource/noto-sans-bengali',
  '@fontsource/noto-sans-ethiopic',
  '@fontsource/noto-sans-georgian',
  '@fontsource/noto-sans-gujarati',
  '@fontsource/noto-sans-gurmukhi',
  '@fontsource/noto-sans-kannada',
  '@fontsource/noto-sans-khmer',
  '@fontsource/noto-sans-lao',
  '@fontsource/noto-sans-malayalam',
  '@fontsource/noto-sans-myanmar',
  '@fontsource/noto-sans-oriya',
  '@fontsource/noto-sans-sinhala',
  '@fontsource/noto-sans-tamil',
  '@fontsource/noto-sans-telugu',
  '@fontsource/noto-sans-thaana',
  '@fontsource/noto-sans-symbols',
  '@fontsource/noto-sans-symbols-2',
  '@fontsource/noto-emoji',
  '@fontsource/noto-sans-sc',
  '@fontsource/noto-sans-kr',
];

/** The files of a family with the characters each covers, according to its package. */
function slicesOf(family: string): readonly FontSlice[] {
  const ranges = JSON.parse(readFileSync(find(`${family}/unicode.json`), 'utf8')) as Record<string, string>;
  const base = (weight: number, part: string) =>
    find(`${family}/files/${path.basename(family)}-${part}-${weight}-normal.woff`);
  return Object.entries(ranges).map(([name, written]) => {
    const part = name.replace(/[[\]]/g, '');
    return {
      name: `${path.basename(family)}-${part}`,
      ranges: rangesIn(written),
      read: (weight) => {
        // Symbols and some scripts come in one weight.
        const file = weight === 'bold' ? (found(() => base(700, part)) ?? base(400, part)) : base(400, part);
        return woffToSfnt(readFileSync(file));
      },
    };
  });
}

/** Parses `U+0370-0377,U+037A`. */
const rangesIn = (written: string): FontSlice['ranges'] =>
  written.split(',').map((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to];
  });

const found = (path: () => string): string | undefined => {
  try {
    return path();
  } catch {
    return undefined;
  }
};
