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

/** What each column is called. Of headings above each other all that tell columns apart. */
export function headTitles({ heads, headers = 0, isMatrix }: SheetTablePiece): readonly string[] {
  const levels = heads.map((line) => line.cells());
  const last = spread(levels.at(-1) ?? []).map((cell) => cell?.text ?? '');
  if (!isMatrix) return last;
  const telling = levels.slice(0, -1).map((cells) => covering(cells));
  return last.map((title, at) =>
    at < headers
      ? title
      : [...new Set([...telling.map((texts) => texts[at] ?? ''), title])].filter(Boolean).join(' – '),
  );
}

/** A heading over several columns is said of each; one over all of them of none. */
function covering(cells: readonly LineCell[]): readonly string[] {
  const named = cells.filter(({ text }) => text !== '');
  return cells.flatMap(({ text, span }) =>
    Array.from({ length: span }, () => (named.length > 1 ? text : '')),
  );
}

/** One cell per column: a spanning cell is followed by empty ones. */
export const spread = (cells: readonly LineCell[]): readonly ShownCell[] =>
  cells.flatMap((cell) => [cell, ...Array.from({ length: cell.span - 1 }, () => undefined)]);
