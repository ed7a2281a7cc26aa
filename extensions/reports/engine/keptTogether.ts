/** Keeps lines that belong together on one page. */

import type { Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** More do not fit on a page anyway. */
const mostKept = 100;

export class KeptTogether {
  private held: Line[] = [];

  /** Gives the pieces that are ready; a line waits until it is known what follows. */
  *push(piece: Piece): Generator<Piece> {
    if (piece.kind === 'pause') yield piece;
    else if (piece.kind !== 'line') {
      yield* this.end();
      yield piece;
    } else {
      const last = this.held.at(-1);
      if (last && !belong(last, piece.line)) yield* this.end();
      else if (this.held.length >= mostKept) yield* this.end();
      this.held.push(piece.line);
    }
  }

  *end(): Generator<Piece> {
    const [first, ...rest] = this.held;
    this.held = [];
    if (!first) return;
    yield rest.length > 0 ? { kind: 'line', line: first, together: rest } : { kind: 'line', line: first };
    for (const line of rest) yield { kind: 'line', line };
  }
}

const belong = (line: Line, next: Line): boolean =>
  !next.breaks &&
  (line.keepWith === 'next' ||
    next.keepWith === 'previous' ||
    (line.block !== undefined && line.block === next.block));
