/** A report as sheets: groups are an outline, totals are formulas, a page break begins a sheet. */
import type { CellMark, OutlinedSheet, SheetColumn, SheetLine, SheetValue } from '#engine';
import { type Beside, type Piece, type Placed, paperTones } from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { fitsBeside, linesBeside, type Region } from './sheetBeside.ts';
import { type ShownCell, type ShownLine, sheetFormulas } from './sheetFormulas.ts';
import {
  blankLine,
  headsAbove,
  headsOf,
  headTitles,
  type SheetTablePiece,
  shownLine,
  textLine,
  textLines,
  textsOf,
} from './sheetLines.ts';

type Asked = {
  readonly name: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly budget: WorkBudget;
  /** Data alone: no texts outside of tables. */
  readonly tablesOnly?: boolean;
};

type Table = SheetTablePiece;
type Part = {
  name: string | undefined;
  table: Table | undefined;
  /** Texts before the headings of its first table. */
  readonly above: ShownLine[];
  readonly lines: ShownLine[];
};

type Made = {
  readonly sheets: readonly OutlinedSheet[];
  /** Charts or pictures of the report are on no sheet. */
  readonly leavesOut: boolean;
};

/** Further ones share the last sheet. */
const mostSheets = 200;

/** Everything is computed before the file starts, so that a failing formula leaves no partial file. */
export async function reportSheets({ name, pieces, budget, tablesOnly = false }: Asked): Promise<Made> {
  const sheets = new Sheets(tablesOnly);
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
  return {
    sheets: sheets.parts.map((part, at) =>
      sheetOf(part, part.name ?? (at === 0 ? name : `${name} ${at + 1}`)),
    ),
    leavesOut: sheets.leavesOut,
  };
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
  readonly parts: Part[] = [{ name: undefined, table: undefined, above: [], lines: [] }];
  leavesOut = false;
  private table: Table | undefined;
  private isOwed = false;
  private readonly tablesOnly: boolean;

  constructor(tablesOnly: boolean) {
    this.tablesOnly = tablesOnly;
  }

  add(piece: Piece): void {
    if (piece.kind === 'break' || (piece.kind === 'line' && piece.line.breaks)) this.isOwed = true;
    if (piece.kind === 'line') {
      const { line } = piece;
      const part = this.begin(line.pageName);
      part.table ??= this.table;
      if (part.lines.length === 0 && line.pageName) part.name = line.pageName;
      this.put(part, [shownLine(line)]);
    }
    if (piece.kind === 'table') this.open(piece);
    if (piece.kind === 'items') this.addItems(piece.items);
    if (piece.kind === 'none') this.addTexts([textLine([piece.text])]);
  }

  private addItems(items: readonly Placed[]): void {
    if (items.some(({ what }) => what.kind === 'chart' || what.kind === 'image')) this.leavesOut = true;
    this.addTexts(textLines(items));
  }

  private addTexts(texts: readonly ShownLine[]): void {
    if (texts.length === 0 || this.tablesOnly) return;
    const part = this.begin(undefined);
    (part.table || part.lines.length > 0 ? part.lines : part.above).push(...texts);
  }

  addBeside(regions: readonly Region[]): void {
    // Texts among tables are above or below all of them.
    const lowest = Math.max(...regions.filter(hasTable).map(({ box }) => box.top));
    const addTexts = (some: readonly Region[]) => {
      for (const piece of some.flatMap(({ pieces }) => pieces))
        if (piece.kind === 'items' || piece.kind === 'none') this.add(piece);
    };
    addTexts(regions.filter(({ box }) => box.top < lowest));
    this.addTables(regions);
    addTexts(regions.filter(({ box }) => box.top >= lowest));
  }

  private addTables(regions: readonly Region[]): void {
    const part = this.begin(undefined);
    const { table, lines } = linesBeside(regions, part.table === undefined);
    if (!table) return;
    if (part.lines.length > 0) part.lines.push(blankLine);
    part.table ??= table;
    this.table = table;
    this.put(part, lines);
  }

  private put(part: Part, lines: readonly ShownLine[]): void {
    if (!this.leavesOut) this.leavesOut = lines.some(({ cells }) => cells.some(isDrawn));
    for (const line of lines) part.lines.push(line);
  }

  /** No sheet is empty. */
  private begin(name: string | undefined): Part {
    const part = this.parts.at(-1) as Part;
    const isFilled = part.lines.length > 0 || part.above.length > 0;
    const begins = this.isOwed && isFilled && this.parts.length < mostSheets;
    this.isOwed = false;
    if (!begins) return part;
    const next = { name, table: undefined, above: [], lines: [] };
    this.parts.push(next);
    return next;
  }

  private open(piece: Table): void {
    this.table = piece;
    const part = this.begin(undefined);
    if (part.table && piece !== part.table)
      part.lines.push(...(piece.gap > 0 ? [blankLine] : []), ...headsOf(piece));
    part.table ??= piece;
  }
}

const hasTable = ({ pieces }: Region): boolean => pieces.some(({ kind }) => kind === 'table');

const isDrawn = (cell: ShownCell): boolean =>
  [cell, ...(cell?.parts ?? [])].some((one) => one?.image !== undefined || one?.chart !== undefined);

function sheetOf({ table, above: texts, lines }: Part, name: string): OutlinedSheet {
  const before = [...texts.map(textsOf), ...(table ? headsAbove(table) : [])];
  // Without a table its last text stands where headings would.
  const titles = table ? headTitles(table) : (before.pop() ?? []);
  const columns = columnsOf({ table, titles }, lines.filter(({ isHead }) => !isHead).slice(0, mostLooked));
  const { formulas, isSummaryBelow } = sheetFormulas(lines, before.length + 1);
  const isGrouped = lines.some(({ depth }) => depth > 1);
  return {
    ...{ name, columns, isSummaryBelow },
    ...(before.length > 0 ? { above: before } : {}),
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

type Headed = { readonly table: Table | undefined; readonly titles: readonly string[] };

function columnsOf({ table, titles }: Headed, lines: readonly ShownLine[]): readonly SheetColumn[] {
  const count = Math.max(
    1,
    titles.length,
    table?.widths.length ?? 1,
    ...lines.map(({ cells }) => cells.length),
  );
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
