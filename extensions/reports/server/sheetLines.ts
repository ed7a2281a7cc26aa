/** Lines of tables as lines of sheets. */
import type { Line, LineCell, Piece } from '#extensions/reports/engine';
import type { ShownCell, ShownLine } from './sheetFormulas.ts';

export type SheetTablePiece = Extract<Piece, { kind: 'table' }>;

export const blankLine: ShownLine = { cells: [], rows: [], depth: 0, isHead: true };

export const shownLine = (line: Line): ShownLine => {
  const { rows = [], depth = 0 } = line;
  return { cells: spread(line.cells()), rows, depth };
};

export const headsOf = ({ heads }: SheetTablePiece): readonly ShownLine[] =>
  heads.map((head) => ({ cells: spread(head.cells()), rows: [], depth: 0, isHead: true }));

/** One cell per column: a spanning cell is followed by empty ones. */
export const spread = (cells: readonly LineCell[]): readonly ShownCell[] =>
  cells.flatMap((cell) => [cell, ...Array.from({ length: cell.span - 1 }, () => undefined)]);
