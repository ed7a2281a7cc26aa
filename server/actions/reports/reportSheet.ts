/** The tables of a report as a sheet: the heads of the first stay in sight, groups and totals stand as lines. */
import type { LineCell, Piece, SheetColumn, SheetTable, SheetValue } from '#engine';
import type { WorkBudget } from '../../work/WorkBudget.ts';

type Asked = { readonly name: string; readonly pieces: Iterable<Piece>; readonly budget: WorkBudget };

export function reportSheet({ name, pieces, budget }: Asked): SheetTable {
  const walk = pieces[Symbol.iterator]();
  const before: Piece[] = [];
  // Columns are those of the first table and its first lines: what follows is read as it is written.
  let table: Extract<Piece, { kind: 'table' }> | undefined;
  for (let next = walk.next(); !next.done; next = walk.next()) {
    const piece = next.value;
    if (piece.kind === 'table') table ??= piece;
    if (table) before.push(piece);
    if (before.length > mostLooked) break;
  }
  const lines = before.flatMap((piece) => (piece.kind === 'line' ? [spread(piece.line.cells())] : []));
  return {
    name,
    columns: columnsOf(table, lines),
    rows: rowsOf({ before, walk, first: table, budget }),
  };
}

/** Lines that are looked at to tell what a column holds. */
const mostLooked = 200;

/** One cell for each column: a cell that spans leaves the others empty. */
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

/** Where fields say nothing of it: numbers where there are only numbers. */
const plain = (cells: readonly (LineCell | undefined)[]) =>
  cells.length > 0 && cells.every((cell) => typeof cell?.value === 'number')
    ? ('number' as const)
    : ('text' as const);

type Rows = {
  readonly before: readonly Piece[];
  readonly walk: Iterator<Piece>;
  readonly first: Piece | undefined;
  readonly budget: WorkBudget;
};

async function* rowsOf({ before, walk, first, budget }: Rows): AsyncGenerator<readonly SheetValue[]> {
  for (const piece of before) yield* rowOf(piece, first);
  for (let next = walk.next(); !next.done; next = walk.next()) {
    yield* rowOf(next.value, first);
    if (budget.isDue()) await budget.yieldTurn();
  }
}

function* rowOf(piece: Piece, first: Piece | undefined): Generator<readonly SheetValue[]> {
  if (piece.kind === 'line') yield spread(piece.line.cells()).map((cell) => cell?.value ?? null);
  if (piece.kind !== 'table' || piece === first) return;
  yield [];
  for (const head of piece.heads) yield spread(head.cells()).map((cell) => cell?.text ?? null);
}
