/** Finds a font for each character. Font files are opened on demand and only their coverage is kept. */
import type { Family, FontFiles, Fontkit, FontSlice } from './fontTypes.ts';
import { clustersOf, isIgnorable, printable } from './shaping.ts';

/** Private-use and unassigned characters: a font's glyph for them is not what was written. */
const unassigned = /[\p{Co}\p{Cn}]/u;

/** First and last code points of ranges, in order. */
type Coverage = Uint32Array;

const coverages = new WeakMap<object, Coverage>();

export class FontShelf {
  private readonly fontkit: Fontkit;
  private readonly files: FontFiles;
  private readonly own: FontSlice;

  constructor(fontkit: Fontkit, files: FontFiles) {
    this.fontkit = fontkit;
    this.files = files;
    this.own = { name: 'own', ranges: [[0, 0x10ffff]], read: (weight) => files[weight] };
  }

  /** The font that has all of these characters, of the family first, then the platform's own. */
  sourceFor(letters: string, family?: Family): FontSlice | undefined {
    if (unassigned.test(letters)) return undefined;
    const points = pointsOf(letters);
    const has = (source: FontSlice) => points.every((point) => this.covers(source, point));
    const ofFamily = family && this.files.families?.[family].find(has);
    if (ofFamily) return ofFamily;
    return has(this.own) ? this.own : (this.files.slices ?? []).find(has);
  }

  /** Characters of a text that no font has. */
  missingIn(text: string): readonly string[] {
    return clustersOf(printable(text)).flatMap((cluster) =>
      this.sourceFor(cluster)
        ? []
        : Array.from(cluster).filter((letter) => !isIgnorable(letter) && !this.sourceFor(letter)),
    );
  }

  private covers(source: FontSlice, point: number): boolean {
    if (!source.ranges.some(([from, to]) => point >= from && point <= to)) return false;
    const key = source === this.own ? this.files.plain : source;
    const known = coverages.get(key) ?? coverageOf(this.fontkit.create(source.read('plain')).characterSet);
    coverages.set(key, known);
    return isWithin(known, point);
  }
}

/** The code points that must be drawn; ignorable ones need no glyph. */
export const pointsOf = (letters: string): readonly number[] =>
  Array.from(letters)
    .filter((letter) => !isIgnorable(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);

function coverageOf(points: readonly number[]): Coverage {
  const pairs: number[] = [];
  for (const point of [...points].sort((a, b) => a - b))
    if (pairs.length > 0 && point <= (pairs.at(-1) ?? 0) + 1) pairs[pairs.length - 1] = point;
    else pairs.push(point, point);
  return Uint32Array.from(pairs);
}

function isWithin(pairs: Coverage, point: number): boolean {
  let [low, high] = [0, pairs.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (point < (pairs[middle * 2] ?? 0)) high = middle - 1;
    else if (point > (pairs[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
