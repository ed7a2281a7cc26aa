/** The pages of a report in the viewer. */
import type { Beside, Flow, Line, Piece } from '#extensions/reports/engine';
import type { PageNumbers } from './PageNumbers.ts';

/** Splits pieces into pages of a number of lines; a continued table repeats its headings. */
export class Pager {
  number = 1;
  lines = 0;
  /** Something is on the page, even if it is no line. */
  private isBegun = false;
  private readonly size: number;
  readonly numbers: PageNumbers;
  private table: Extract<Piece, { kind: 'table' }> | undefined;

  constructor(size: number, numbers: PageNumbers, at = { number: 1, lines: 0 }) {
    this.size = size;
    this.numbers = numbers;
    this.number = at.number;
    this.lines = at.lines;
    this.isBegun = at.lines > 0;
  }

  async *pages(pieces: Flow['pieces']): AsyncGenerator<Numbered> {
    for await (let piece of pieces) {
      if (piece.kind === 'pause') {
        yield { piece, number: this.number };
        continue;
      }
      if (piece.kind === 'beside') {
        yield* this.beside(piece);
        continue;
      }
      const breaks = piece.kind === 'break' || (piece.kind === 'line' && piece.line.breaks);
      const together = piece.kind === 'line' ? 1 + (piece.together?.length ?? 0) : 0;
      // What does not fit on any page begins where it is.
      const needed = together <= this.size ? together : 1;
      if (
        breaks ? this.isBegun : piece.kind === 'line' && this.lines > 0 && this.lines + needed > this.size
      ) {
        this.number += 1;
        this.lines = 0;
        this.isBegun = false;
        const begun = piece.kind === 'line' ? piece.line : piece.kind === 'break' ? piece : undefined;
        if (begun?.resets) this.numbers.begin(this.number);
        if (piece.kind === 'line') {
          const { line } = piece;
          yield* this.again(line);
          piece = { kind: 'line', line: { ...line, cells: () => line.cells(true) } };
        }
      }
      if (piece.kind === 'table') this.table = piece;
      if (piece.kind === 'line') {
        this.lines += 1;
        this.numbers.note(this.number, piece.line.pageName);
      }
      if (piece.kind !== 'break' && piece.kind !== 'table') this.isBegun = true;
      yield { piece, number: this.number };
    }
  }

  /** The heads of the table and of the groups that go on. */
  private *again(line: Line): Generator<Numbered> {
    const { table, number } = this;
    if (table) yield { piece: table.headsOnce ? { ...table, heads: [] } : table, number };
    // A line that stands for itself is none of its own heads.
    for (const head of line.breaks ? [] : line.heads) yield { piece: { kind: 'line', line: head }, number };
  }

  /** Regions beside each other, page by page: what each of them has on it. */
  private async *beside({ flows, ...piece }: Beside): AsyncGenerator<Numbered> {
    this.table = undefined;
    const running: Running[] = flows.map((flow) => ({ flow, isDone: false }));
    for (;;) {
      const parts: Flow[] = [];
      for (const one of running) {
        const above = one.flow.after.flatMap((at) => running[at] ?? []);
        if (one.isDone || !above.every(({ isDone }) => isDone)) continue;
        yield* this.fill(one, above, parts);
      }
      this.isBegun = true;
      yield { piece: { ...piece, flows: parts }, number: this.number };
      if (running.every(({ isDone }) => isDone)) break;
      this.number += 1;
      this.lines = 0;
    }
    this.lines = Math.max(
      0,
      ...running.flatMap(({ pager }) => (pager?.number === this.number ? pager.lines : [])),
    );
  }

  /** What one of them has on this page. */
  private async *fill(one: Running, above: readonly Running[], parts: Flow[]): AsyncGenerator<Numbered> {
    if (!one.pager) {
      const here = above.flatMap(({ pager }) => (pager?.number === this.number ? pager.lines : []));
      const lines = here.length > 0 ? Math.max(...here) : this.lines;
      one.pager = new Pager(this.size, this.numbers, { number: this.number, lines });
      one.pieces = one.pager.pages(one.flow.pieces);
    }
    const pieces = one.waiting ? [one.waiting] : [];
    one.waiting = undefined;
    for (let next = await one.pieces?.next(); ; next = await one.pieces?.next()) {
      if (!next || next.done) {
        one.isDone = true;
        break;
      }
      if (next.value.piece.kind === 'pause') yield { piece: next.value.piece, number: this.number };
      else if (next.value.number > this.number) {
        one.waiting = next.value.piece;
        break;
      } else pieces.push(next.value.piece);
    }
    parts.push({ ...one.flow, pieces });
  }
}

type Numbered = { readonly piece: Piece; readonly number: number };

type Running = {
  readonly flow: Flow;
  isDone: boolean;
  pager?: Pager;
  pieces?: AsyncGenerator<Numbered>;
  /** The first piece of its next page. */
  waiting?: Piece | undefined;
};

/** Those of regions beside each other, in reading order. */
export function piecesWithin(piece: Piece): readonly Piece[] {
  if (piece.kind !== 'beside') return [piece];
  return piece.flows.flatMap(({ pieces }) => (Array.isArray(pieces) ? pieces.flatMap(piecesWithin) : []));
}
