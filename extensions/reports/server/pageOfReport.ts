/** One page of a report, or the next page that contains a text; pages are counted on the way. */
import type { SheetValue } from '#engine';
import {
  HtmlPage,
  keepSaid,
  type Line,
  namesItems,
  type PageItems,
  type Piece,
  placedItems,
  type ReportRun,
  reportPieces,
} from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';

type Wanted = { readonly page: number; readonly pageSize: number; readonly find: string };
type ReadPage = {
  readonly html: string;
  readonly page: number;
  readonly pages: number;
  readonly isFound: boolean;
};

export async function pageOfReport(
  run: ReportRun,
  { page, pageSize, find }: Wanted,
  budget: WorkBudget,
): Promise<ReadPage> {
  const pager = new Pager(pageSize);
  const sought = find.toLowerCase();
  let [wanted, isFound] = [page, sought === ''];
  let [kept, last]: [Piece[], Piece[]] = [[], []];
  let current = 1;
  for (const { piece, number } of pager.pages(reportPieces(run))) {
    if (piece.kind === 'pause') {
      if (budget.isDue()) await budget.yieldTurn();
      continue;
    }
    if (number !== current) [current, last] = [number, []];
    last.push(piece);
    // Once found, the current page is the one to show.
    if (!isFound && number >= page && says(piece, sought))
      [isFound, wanted, kept] = [true, number, [...last]];
    else if (number === wanted) kept.push(piece);
    if (budget.isDue()) await budget.yieldTurn();
  }
  const total = Math.max(1, current);
  if (wanted > total) [wanted, kept] = [total, last];
  const said = namesItems(run.layout) ? saidBy(kept) : undefined;
  const shown = { number: wanted, total, ...(said ? { said } : {}) };
  const html = new HtmlPage();
  html.items(placedItems('header', run, shown));
  for (const piece of kept) html.add(piece);
  html.items(placedItems('footer', run, shown));
  return { html: html.text(), page: wanted, pages: total, isFound };
}

function saidBy(pieces: readonly Piece[]): PageItems {
  const said = new Map<string, SheetValue[]>();
  for (const piece of pieces) {
    if (piece.kind === 'line') for (const { name, value } of piece.line.cells()) keepSaid(said, name, value);
    if (piece.kind === 'items')
      for (const { what } of piece.items)
        if (what.kind === 'text') keepSaid(said, what.name, what.value ?? null);
  }
  return said;
}

/** Splits pieces into pages of a number of lines; a continued table repeats its headings. */
class Pager {
  private readonly size: number;
  private number = 1;
  private lines = 0;
  /** Something stands on the page, be it no line. */
  private isBegun = false;
  private table: Extract<Piece, { kind: 'table' }> | undefined;

  constructor(size: number) {
    this.size = size;
  }

  *pages(pieces: Iterable<Piece>): Generator<{ readonly piece: Piece; readonly number: number }> {
    for (const piece of pieces) {
      if (piece.kind === 'pause') {
        yield { piece, number: this.number };
        continue;
      }
      const breaks = piece.kind === 'break' || (piece.kind === 'line' && piece.line.breaks);
      if (breaks ? this.isBegun : piece.kind === 'line' && this.lines >= this.size) {
        this.number += 1;
        this.lines = 0;
        this.isBegun = false;
        if (piece.kind === 'line') yield* this.again(piece.line);
      }
      if (piece.kind === 'table') this.table = piece;
      if (piece.kind === 'line') this.lines += 1;
      if (piece.kind !== 'break' && piece.kind !== 'table') this.isBegun = true;
      yield { piece, number: this.number };
    }
  }

  /** The heads of the table and of the groups that go on. */
  private *again(line: Line): Generator<{ readonly piece: Piece; readonly number: number }> {
    const { table, number } = this;
    if (table) yield { piece: table.headsOnce ? { ...table, heads: [] } : table, number };
    // A line that stands for itself is none of its own heads.
    for (const head of line.breaks ? [] : line.heads) yield { piece: { kind: 'line', line: head }, number };
  }
}

function says(piece: Piece, text: string): boolean {
  const has = (one: string) => one.toLowerCase().includes(text);
  if (piece.kind === 'line') return piece.line.cells().some((cell) => has(cell.text));
  if (piece.kind === 'none') return has(piece.text);
  return piece.kind === 'items' && piece.items.some(({ what }) => what.kind === 'text' && has(what.text));
}
