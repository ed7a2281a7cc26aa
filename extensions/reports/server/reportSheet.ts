/** The tables of a report as sheets: groups are an outline, totals are formulas, a page break begins a sheet. */
import type { CellMark, OutlinedSheet, SheetColumn, SheetLine, SheetValue } from '#engine';
import { type LineCell, type Piece, paperTones } from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { type ShownCell, type ShownLine, sheetFormulas } from './sheetFormulas.ts';

type Asked = {
  readonly name: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly budget: WorkBudget;
};

type Table = Extract<Piece, { kind: 'table' }>;
type Part = { name: string | undefined; table: Table | undefined; readonly lines: ShownLine[] };

/** Further ones share the last sheet. */
const mostSheets = 200;

/** Everything is computed before the file starts, so that a failing formula leaves no partial file. */
export async function reportSheets({ name, pieces, budget }: Asked): Promise<readonly OutlinedSheet[]> {
  const parts: Part[] = [{ name: undefined, table: undefined, lines: [] }];
  let table: Table | undefined;
  let isOwed = false;
  for await (const piece of pieces) {
    let part = parts.at(-1) as Part;
    const breaks = piece.kind === 'break' || (piece.kind === 'line' && piece.line.breaks);
    if (breaks) isOwed = true;
    // Only what stands in a table is on a sheet, and no sheet is empty.
    if (isOwed && piece.kind === 'line' && part.lines.length > 0 && parts.length < mostSheets) {
      part = { name: piece.line.pageName, table, lines: [] };
      parts.push(part);
    } else if (piece.kind === 'line' && part.lines.length === 0 && piece.line.pageName)
      part.name = piece.line.pageName;
    if (piece.kind === 'line') isOwed = false;
    if (piece.kind === 'table') table = piece;
    if (piece.kind === 'table' && part.table && piece !== part.table && !isOwed)
      part.lines.push(...(piece.gap > 0 ? [blank] : []), ...headsOf(piece));
    if (piece.kind === 'table') part.table ??= piece;
    if (piece.kind === 'line') {
      const { line } = piece;
      const { rows = [], depth = 0 } = line;
      part.lines.push({ cells: spread(line.cells()), rows, depth });
    }
    if (budget.isDue()) await budget.yieldTurn();
  }
  return parts.map((part, at) => sheetOf(part, part.name ?? (at === 0 ? name : `${name} ${at + 1}`)));
}

function sheetOf({ table, lines }: Part, name: string): OutlinedSheet {
  const columns = columnsOf(table, lines.filter(({ isHead }) => !isHead).slice(0, mostLooked));
  const { formulas, isSummaryBelow } = sheetFormulas(lines);
  const isGrouped = lines.some(({ depth }) => depth > 1);
  return {
    ...{ name, columns, isSummaryBelow },
    lines: lines.map(({ cells, depth, isHead }, at): SheetLine => {
      const own = formulas.get(at);
      return {
        values: cells.map((cell): SheetValue => (isHead ? (cell?.text ?? null) : (cell?.value ?? null))),
        ...(isGrouped && depth > 1 ? { level: depth - 1 } : {}),
        ...(own ? { formulas: own } : {}),
        ...marked(cells),
      };
    }),
  };
}

const blank: ShownLine = { cells: [], rows: [], depth: 0, isHead: true };

function marked(cells: readonly ShownCell[]): Pick<SheetLine, 'marks'> {
  const marks = new Map<number, CellMark>();
  for (const [at, cell] of cells.entries()) {
    const tone = cell?.style.tone;
    if (tone) marks.set(at, { word: tone.word, ...paperTones[tone.tone] });
  }
  return marks.size > 0 ? { marks } : {};
}

const headsOf = ({ heads }: Table): readonly ShownLine[] =>
  heads.map((head) => ({ cells: spread(head.cells()), rows: [], depth: 0, isHead: true }));

/** Rows examined to determine a column's type. */
const mostLooked = 200;

/** One cell per column: a spanning cell is followed by empty ones. */
const spread = (cells: readonly LineCell[]): readonly ShownCell[] =>
  cells.flatMap((cell) => [cell, ...Array.from({ length: cell.span - 1 }, () => undefined)]);

function columnsOf(table: Table | undefined, lines: readonly ShownLine[]): readonly SheetColumn[] {
  const heads = spread(table?.heads.at(-1)?.cells() ?? []);
  const count = Math.max(1, table?.widths.length ?? 1, ...lines.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, index) => {
    const filled = lines.map(({ cells }) => cells[index]).filter((cell) => cell && cell.value !== null);
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
const plain = (cells: readonly ShownCell[]) =>
  cells.length > 0 && cells.every((cell) => typeof cell?.value === 'number')
    ? ('number' as const)
    : ('text' as const);
