/** The tables of a report as sheets: groups are an outline, totals are formulas, a page break begins a sheet. */
import type { CellMark, OutlinedSheet, SheetColumn, SheetLine, SheetValue } from '#engine';
import { type Beside, type Piece, paperTones } from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { fitsBeside, linesBeside, type Region } from './sheetBeside.ts';
import { type ShownCell, type ShownLine, sheetFormulas } from './sheetFormulas.ts';
import { blankLine, headsOf, headTitles, type SheetTablePiece, shownLine } from './sheetLines.ts';

type Asked = {
  readonly name: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly budget: WorkBudget;
};

type Table = SheetTablePiece;
type Part = { name: string | undefined; table: Table | undefined; readonly lines: ShownLine[] };

/** Further ones share the last sheet. */
const mostSheets = 200;

/** Everything is computed before the file starts, so that a failing formula leaves no partial file. */
export async function reportSheets({ name, pieces, budget }: Asked): Promise<readonly OutlinedSheet[]> {
  const sheets = new Sheets();
  const addAll = async (all: Asked['pieces']) => {
    for await (const piece of all) {
      if (piece.kind === 'beside') {
        const regions = await regionsOf(piece, budget);
        if (fitsBeside(regions)) sheets.addBeside(regions);
        else for (const region of regions) await addAll(region.pieces);
      } else sheets.add(piece);
      if (budget.isDue()) await budget.yieldTurn();
    }
  };
  await addAll(pieces);
  return sheets.parts.map((part, at) => sheetOf(part, part.name ?? (at === 0 ? name : `${name} ${at + 1}`)));
}

async function regionsOf({ flows }: Beside, budget: WorkBudget): Promise<readonly Region[]> {
  const regions: Region[] = [];
  for (const { box, pieces } of flows) {
    const own: Piece[] = [];
    for await (const piece of pieces) {
      if (piece.kind !== 'pause') own.push(piece);
      if (budget.isDue()) await budget.yieldTurn();
    }
    regions.push({ box, pieces: own });
  }
  return regions;
}

class Sheets {
  readonly parts: Part[] = [{ name: undefined, table: undefined, lines: [] }];
  private table: Table | undefined;
  private isOwed = false;

  add(piece: Piece): void {
    if (piece.kind === 'break' || (piece.kind === 'line' && piece.line.breaks)) this.isOwed = true;
    if (piece.kind === 'line') {
      const { line } = piece;
      const part = this.begin(line.pageName);
      if (part.lines.length === 0 && line.pageName) part.name = line.pageName;
      part.lines.push(shownLine(line));
    }
    if (piece.kind === 'table') this.open(piece);
  }

  addBeside(regions: readonly Region[]): void {
    const part = this.begin(undefined);
    const { table, lines } = linesBeside(regions, part.table === undefined);
    if (!table) return;
    if (part.lines.length > 0) part.lines.push(blankLine);
    part.table ??= table;
    this.table = table;
    part.lines.push(...lines);
  }

  /** Only what is in a table is on a sheet, and no sheet is empty. */
  private begin(name: string | undefined): Part {
    const part = this.parts.at(-1) as Part;
    const begins = this.isOwed && part.lines.length > 0 && this.parts.length < mostSheets;
    this.isOwed = false;
    if (!begins) return part;
    const next = { name, table: this.table, lines: [] };
    this.parts.push(next);
    return next;
  }

  private open(piece: Table): void {
    this.table = piece;
    const part = this.parts.at(-1) as Part;
    if (part.table && piece !== part.table && !this.isOwed)
      part.lines.push(...(piece.gap > 0 ? [blankLine] : []), ...headsOf(piece));
    part.table ??= piece;
  }
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

function marked(cells: readonly ShownCell[]): Pick<SheetLine, 'marks'> {
  const marks = new Map<number, CellMark>();
  for (const [at, cell] of cells.entries()) {
    const tone = cell?.style.tone;
    if (tone) marks.set(at, { word: tone.word, ...paperTones[tone.tone] });
  }
  return marks.size > 0 ? { marks } : {};
}

/** Rows examined to determine a column's type. */
const mostLooked = 200;

function columnsOf(table: Table | undefined, lines: readonly ShownLine[]): readonly SheetColumn[] {
  const titles = table ? headTitles(table) : [];
  const count = Math.max(1, table?.widths.length ?? 1, ...lines.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, index) => {
    const filled = lines.map(({ cells }) => cells[index]).filter((cell) => cell && cell.value !== null);
    const kinds = new Set(filled.map((cell) => cell?.format));
    kinds.delete('text');
    const [format = 'text'] = kinds;
    return {
      title: titles[index] ?? '',
      format: kinds.size === 1 ? format : kinds.size > 1 ? 'number' : plain(filled),
      ...percentOf(filled),
    };
  });
}

/** Columns without a field are numeric when all their values are. */
const plain = (cells: readonly ShownCell[]) =>
  cells.length > 0 && cells.every((cell) => typeof cell?.value === 'number')
    ? ('number' as const)
    : ('text' as const);

/** Where all its numbers are written as percentages. */
function percentOf(cells: readonly ShownCell[]): Pick<SheetColumn, 'numberFormat'> {
  const numbers = cells.filter((cell) => typeof cell?.value === 'number');
  const [code, ...others] = new Set(numbers.map((cell) => /^p(\d{0,2})$/i.exec(cell?.code ?? '')?.[1]));
  if (code === undefined || others.length > 0) return {};
  const decimals = '0'.repeat(code === '' ? 2 : Number(code));
  return { numberFormat: decimals === '' ? '0%' : `0.${decimals}%` };
}
