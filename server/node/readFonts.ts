import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FontFiles, FontSlice } from '../print/fontTypes.ts';
import { woffToSfnt } from './woffToSfnt.ts';

const find = createRequire(import.meta.url).resolve;
const file = (weight: string) => readFile(find(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));

let read: Promise<FontFiles> | undefined;

/** The letters of the application's own typeface, read once, when the first PDF wants them; others as they are needed. */
export function readFonts(): Promise<FontFiles> {
  read ??= Promise.all([file('400Regular'), file('700Bold')]).then(([plain, bold]) => ({
    ...{ plain, bold },
    slices: families.flatMap(slicesOf),
  }));
  return read;
}

/** Fonts of @fontsource in the order in which they are asked for a letter: scripts, then signs, then those of many letters. */
const families = [
  ...['sans', 'sans-arabic', 'sans-hebrew', 'sans-devanagari', 'sans-thai', 'sans-armenian', 'sans-bengali'],
  ...[
    'sans-ethiopic',
    'sans-georgian',
    'sans-gujarati',
    'sans-gurmukhi',
    'sans-kannada',
    'sans-khmer',
    'sans-lao',
  ],
  ...[
    'sans-malayalam',
    'sans-myanmar',
    'sans-oriya',
    'sans-sinhala',
    'sans-tamil',
    'sans-telugu',
    'sans-thaana',
  ],
  ...['sans-symbols', 'sans-symbols-2', 'emoji', 'sans-sc', 'sans-kr'],
].map((name) => `noto-${name}`);

/** Each of its files has some letters; which, its package says. */
function slicesOf(family: string): readonly FontSlice[] {
  const ranges = JSON.parse(readFileSync(find(`@fontsource/${family}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const base = (weight: number, part: string) =>
    find(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`);
  return Object.entries(ranges).map(([name, written]) => {
    const part = name.replace(/[[\]]/g, '');
    return {
      name: `${family}-${part}`,
      ranges: rangesIn(written),
      read: (weight) => {
        // Signs and some scripts come in one weight.
        const place = weight === 'bold' ? (found(() => base(700, part)) ?? base(400, part)) : base(400, part);
        return woffToSfnt(readFileSync(place));
      },
    };
  });
}

/** `U+0370-0377,U+037A`. */
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
