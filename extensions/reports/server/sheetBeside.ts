/** Tables beside each other on one sheet: in columns beside each other, with an empty one between them. */
import { type Box, bandsOf, type Line, type LineCell, type Piece } from '#extensions/reports/engine';
import type { ShownCell, ShownLine } from './sheetFormulas.ts';
import { blankLine, headsOf, type SheetTablePiece, shownLine, spread } from './sheetLines.ts';

/** The pieces of a region, and where the definition has it. */
export type Region = { readonly box: Box; readonly pieces: readonly Piece[] };

type Placed = { readonly table: SheetTablePiece; readonly lines: readonly ShownLine[] };

/** Groups are an outline of whole lines, and a page begins a sheet: such tables are below each other. */
export const fitsBeside = (regions: readonly Region[]): boolean =>
  regions.every(({ pieces }) =>
    pieces.every(
      (piece) =>
        piece.kind !== 'beside' &&
        piece.kind !== 'break' &&
        (piece.kind !== 'line' || (!piece.line.breaks && (piece.line.depth ?? 0) <= 1)),
    ),
  );

/** `isFirst`: the headings of the topmost tables are those of the sheet. */
export function linesBeside(
  regions: readonly Region[],
  isFirst: boolean,
): { readonly table: SheetTablePiece | undefined; readonly lines: readonly ShownLine[] } {
  const withTables = regions.filter(({ pieces }) => pieces.some(({ kind }) => kind === 'table'));
  const columns = bandsOf(
    withTables.map(({ box, pieces }) => ({
      box: { top: box.left, left: box.top, width: box.height, height: box.width },
      pieces,
    })),
  );
  const placed = columns.map((column) =>
    columnOf(
      [...column].sort((a, b) => a.box.left - b.box.left).flatMap(({ pieces }) => pieces),
      isFirst,
    ),
  );
  const layers: ShownLine[][] = [];
  let at = 0;
  for (const { table, lines } of placed) {
    const before = Array.from({ length: at }, () => undefined);
    layers.push(lines.map((line) => ({ ...line, cells: [...before, ...line.cells] })));
    at += table.widths.length + 1;
  }
  const count = Math.max(0, ...layers.map(({ length }) => length));
  const lines = Array.from({ length: count }, (_, index): ShownLine => {
    const own = layers.map((lines) => lines[index] ?? blankLine);
    return {
      ...{ cells: merged(own.map(({ cells }) => cells)), rows: [], depth: 0, layers: own },
      ...(own.every(({ isHead }) => isHead) ? { isHead: true } : {}),
    };
  });
  return { table: tableOf(placed.map(({ table }) => table)), lines };
}

/** Below each other, with their headings. */
function columnOf(pieces: readonly Piece[], isFirst: boolean): Placed {
  const lines: ShownLine[] = [];
  let table: SheetTablePiece | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'table') {
      if (table) lines.push(blankLine);
      if (table || !isFirst) lines.push(...headsOf(piece));
      table ??= piece;
    }
    if (piece.kind === 'line') lines.push(shownLine(piece.line));
  }
  return { table: table as SheetTablePiece, lines };
}

const merged = (all: readonly (readonly ShownCell[])[]): readonly ShownCell[] =>
  Array.from({ length: Math.max(0, ...all.map(({ length }) => length)) }, (_, index) =>
    all.map((cells) => cells[index]).find((cell) => cell !== undefined),
  );

/** One with the columns of all. */
function tableOf(tables: readonly SheetTablePiece[]): SheetTablePiece | undefined {
  const [first, ...rest] = tables;
  if (!first) return undefined;
  const cells = tables.flatMap(({ heads, widths }, at): readonly LineCell[] => {
    const own = spread(heads.at(-1)?.cells() ?? []);
    const filled = Array.from({ length: widths.length }, (_, index) => own[index] ?? emptyCell);
    return at < tables.length - 1 ? [...filled, emptyCell] : filled;
  });
  const head: Line = { height: 18, isHead: true, breaks: false, heads: [], cells: () => cells };
  const widths = rest.reduce((all, { widths }) => [...all, 0, ...widths], first.widths);
  return { ...first, widths, heads: [head] };
}

const emptyCell: LineCell = { text: '', value: null, format: 'text', span: 1, style: {} };
