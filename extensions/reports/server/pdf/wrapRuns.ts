/** Wraps runs of letters that look different into lines: between words, which may go on in the next run. */
import type { ShownRun } from '#extensions/reports/engine';

export type Measured = {
  readonly run: ShownRun;
  readonly size: number;
  readonly width: (text: string) => number;
};

/** Letters of one run on a line. */
export type Piece = {
  readonly run: ShownRun;
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly size: number;
};

type Part = { readonly of: Measured; readonly text: string; readonly width: number };
/** Parts that are not separated, and whether a space is before them. */
type Word = { readonly parts: readonly Part[]; readonly space: Measured | undefined };
type Widths = { readonly first: number; readonly others: number };

const longest = 4000;

export function wrapRuns(runs: readonly Measured[], widths: Widths): readonly (readonly Piece[])[] {
  const lines: (readonly Piece[])[] = [];
  for (const words of linesOf(runs)) {
    let line = new RunLine();
    const turn = () => {
      lines.push(line.pieces());
      line = new RunLine();
    };
    for (const word of words) {
      const room = () => (lines.length === 0 ? widths.first : widths.others);
      if (line.fits(word, room())) line.add(word);
      else {
        if (!line.isEmpty) turn();
        for (const one of line.fits(word, room()) ? [word] : lettersOf(word)) {
          if (!line.isEmpty && !line.fits(one, room())) turn();
          line.add(one);
        }
      }
    }
    lines.push(line.pieces());
  }
  return lines;
}

/** The words between line breaks. */
function linesOf(runs: readonly Measured[]): readonly (readonly Word[])[] {
  const lines: Word[][] = [[]];
  let [left, space]: [number, Measured | undefined] = [longest, undefined];
  let isJoined = false;
  for (const of of runs)
    for (const text of of.run.text.slice(0, left).split(/(\n|[^\S\n]+)/)) {
      left = Math.max(0, left - text.length);
      const line = lines.at(-1) as Word[];
      if (text === '') continue;
      if (text === '\n') lines.push([]);
      if (text.trim() === '') {
        space = text === '\n' ? undefined : of;
        isJoined = false;
        continue;
      }
      const part = { of, text, width: of.width(text) };
      const last = isJoined ? line.pop() : undefined;
      line.push(last ? { ...last, parts: [...last.parts, part] } : { parts: [part], space });
      [isJoined, space] = [true, undefined];
    }
  return lines;
}

/** Of a word that is longer than a line. */
const lettersOf = ({ parts }: Word): readonly Word[] =>
  parts.flatMap(({ of, text }) =>
    Array.from(text, (letter) => ({
      parts: [{ of, text: letter, width: of.width(letter) }],
      space: undefined,
    })),
  );

class RunLine {
  private readonly parts: Part[] = [];
  private width = 0;

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  fits({ parts, space }: Word, room: number): boolean {
    const before = this.isEmpty || !space ? 0 : space.width(' ');
    return this.width + before + parts.reduce((sum, { width }) => sum + width, 0) <= room;
  }

  add({ parts, space }: Word): void {
    const spaced = space && !this.isEmpty ? [{ of: space, text: ' ', width: space.width(' ') }] : [];
    for (const part of [...spaced, ...parts]) {
      this.parts.push(part);
      this.width += part.width;
    }
  }

  /** Neighbours of one run are one piece. */
  pieces(): readonly Piece[] {
    const found: { run: ShownRun; text: string; x: number; width: number; size: number }[] = [];
    let [x, before]: [number, Measured | undefined] = [0, undefined];
    for (const { of, text, width } of this.parts) {
      const last = found.at(-1);
      if (last && before === of) {
        last.text += text;
        last.width += width;
      } else found.push({ run: of.run, text, x, width, size: of.size });
      x += width;
      before = of;
    }
    return found;
  }
}
