/** Draws text in one weight, each character in the first font that has it. */
import type { Letters } from './fontTypes.ts';
import { named } from './missingLetters.ts';
import type { PrintFont, Shaped } from './PrintFont.ts';
import { type Cluster, clustersOf, isIgnorable, printable, visualRuns } from './shaping.ts';

type Line = {
  readonly width: number;
  readonly runs: readonly { readonly font: PrintFont; readonly shaped: Shaped }[];
};

/** Size of the cache of shaped lines, which are measured first and then written. */
const mostKept = 500;

/** Size of the cache of fonts by character. */
const mostLetters = 20_000;

/** Combining or right-to-left characters, which cannot be written one by one. */
const involved = /[\p{M}\p{Cf}]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u;

export class PrintLetters implements Letters {
  private readonly fontFor: (letters: string) => PrintFont | undefined;
  private readonly missing: Set<string>;
  /** Characters that need no shaping in the first font; false for others. */
  private readonly simple = new Map<string, { readonly code: string; readonly width: number } | false>();
  private readonly fonts = new Map<string, PrintFont | undefined>();
  private readonly lines = new Map<string, Line>();
  private first: PrintFont | undefined;

  constructor(fontFor: (letters: string) => PrintFont | undefined, missing: Set<string>) {
    this.fontFor = fontFor;
    this.missing = missing;
  }

  width(given: string, size: number): number {
    const text = composed(given);
    let sum = 0;
    for (const letter of text) {
      const known = this.letter(letter);
      if (!known) return (this.line(text).width * size) / 1000;
      sum += known.width;
    }
    return (sum * size) / 1000;
  }

  show(given: string, size: number): string {
    const text = composed(given);
    let codes = '';
    for (const letter of text) {
      const known = this.letter(letter);
      if (!known)
        return this.line(text)
          .runs.map((run) => shown(run, size))
          .join(' ');
      codes += known.code;
    }
    return `/${this.first?.name} ${size} Tf <${codes}> Tj`;
  }

  private letter(letter: string) {
    const found = this.simple.get(letter);
    if (found !== undefined) return found;
    this.first ??= this.fontFor(' ');
    const font = involved.test(letter) ? undefined : this.fontFor(letter);
    const [mark, ...others] = font && font === this.first ? font.shape(letter).marks : [];
    const made =
      font && mark && others.length === 0
        ? { code: mark.code, width: font.shape(letter).width }
        : (false as const);
    this.simple.set(letter, made);
    return made;
  }

  private line(text: string): Line {
    const found = this.lines.get(text);
    if (found) return found;
    const runs = visualRuns(this.clusters(text)).map(({ text: run, font, isRightToLeft }) => ({
      font,
      shaped: font.shape(run, isRightToLeft ? 'rtl' : 'ltr'),
    }));
    const made = { runs, width: runs.reduce((sum, { shaped }) => sum + shaped.width, 0) };
    if (this.lines.size >= mostKept) this.lines.clear();
    this.lines.set(text, made);
    return made;
  }

  private known(letters: string): PrintFont | undefined {
    if (this.fonts.size >= mostLetters) this.fonts.clear();
    if (!this.fonts.has(letters)) this.fonts.set(letters, this.fontFor(letters));
    return this.fonts.get(letters);
  }

  private clusters(text: string): readonly Cluster<PrintFont>[] {
    const made: Cluster<PrintFont>[] = [];
    for (const cluster of clustersOf(text)) made.push(...this.drawn(cluster, made.at(-1)?.font));
    return made;
  }

  /** Splits into parts when no font has all of it. */
  private drawn(letters: string, before: PrintFont | undefined): readonly Cluster<PrintFont>[] {
    const seen = Array.from(letters).filter((letter) => !isIgnorable(letter));
    if (seen.length === 0) return before && before !== this.first ? [{ text: letters, font: before }] : [];
    const font = this.known(letters);
    if (font) return [{ text: kept(letters, font), font }];
    if (seen.length > 1) return seen.flatMap((letter) => this.drawn(letter, undefined));
    this.missing.add(seen.join(''));
    return this.drawn(named(seen.join('')), undefined);
  }
}

const composed = (text: string): string => (isAscii.test(text) ? text : printable(text));

const isAscii = /^[ -~]*$/;

/** Drops ignorable characters that the font lacks, which would show as boxes. */
const kept = (letters: string, font: PrintFont): string =>
  Array.from(letters)
    .filter((letter) => !isIgnorable(letter) || font.has(letter.codePointAt(0) ?? 0))
    .join('');

function shown({ font, shaped }: Line['runs'][number], size: number): string {
  const parts: string[] = [`/${font.name} ${size} Tf`];
  let row: string[] = [];
  let rise = 0;
  let shift = 0;
  const flush = () => {
    if (row.length > 0) parts.push(`[${row.join(' ')}] TJ`);
    row = [];
  };
  for (const { code, before, after, rise: wanted } of shaped.marks) {
    if (wanted !== rise) {
      flush();
      parts.push(`${Math.round(wanted * size) / 1000} Ts`);
      rise = wanted;
    }
    shift += before;
    if (shift !== 0) row.push(String(-shift));
    row.push(`<${code}>`);
    shift = after;
  }
  if (shift !== 0) row.push(String(-shift));
  flush();
  if (rise !== 0) parts.push('0 Ts');
  return parts.join(' ');
}
