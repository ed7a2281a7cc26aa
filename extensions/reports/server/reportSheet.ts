/** The tables of a report as a sheet: the first headings are frozen, groups and totals are rows. */

import type { SheetColumn, SheetTable, SheetValue } from '#engine';
import type { LineCell, Piece } from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';

type Asked = {
  readonly name: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly budget: WorkBudget;
};

/** Everything is computed before the file starts, so that a failing formula leaves no partial file. */
export async function reportSheet({ name, pieces, budget }: Asked): Promise<SheetTable> {
  // The first table and its first rows determine the columns.
  let first: Extract<Piece, { kind: 'table' }> | undefined;
  const looked: (readonly (LineCell | undefined)[])[] = [];
  const rows: (readonly SheetValue[])[] = [];
  for await (const piece of pieces) {
    if (piece.kind === 'table') first ??= piece;
    const cells = piece.kind === 'line' ? spread(piece.line.cells()) : undefined;
    if (cells && looked.length < mostLooked) looked.push(cells);
    if (cells) rows.push(cells.map((cell) => cell?.value ?? null));
    else if (piece.kind === 'table' && piece !== first) rows.push([], ...headsOf(piece));
    if (budget.isDue()) await budget.yieldTurn();
  }
  return { name, columns: columnsOf(first, looked), rows };
}

const headsOf = ({ heads }: Extract<Piece, { kind: 'table' }>): readonly (readonly SheetValue[])[] =>
  heads.map((head) => spread(head.cells()).map((cell) => cell?.text ?? null));

/** Rows examined to determine a column's type. */
const mostLooked = 200;

/** One cell per column: a spanning cell is followed by empty ones. */
const spread = (cells: readonly LineCell[]): readonly (LineCell | undefined)[] =>
  cells.flatMap((cell) => [cell, ...Array.from({ length: cell.span - 1 }, () => undefined)]);

function columnsOf(
  table: Extract<Piece, { kind: 'table' }> | undefined,
  lines: readonly (readonly (LineCell | undefined)[])[],
): readonly SheetColumn[] {
  const heads = spread(table?.heads.at(-1)?.cells() ?? []);
  const count = Math.max(1, table?.widths.length ?? 1, ...lines.map((line) => line.length));
  return Array.from({ length: count }, (_, index) => {
    const filled = lines.map((line) => line[index]).filter((cell) => cell && cell.value !== null);
    const kinds = new Set(filled.map((cell) => cell?.format));
    kinds.delete('text');
    const [format = 'text'] = kinds;
    return {
      title: heads[index]?.text ?? '',
      format: kinds.size === 1 ? format : kinds.size > 1 ? 'number' : plain(filled),
    };
  });
}

/** Columns without a field are numeric when all their values are. */
const plain = (cells: readonly (LineCell | undefined)[]) =>
  cells.length > 0 && cells.every((cell) => typeof cell?.value === 'number')
    ? ('number' as const)
    : ('text' as const);
