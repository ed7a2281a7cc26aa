/** One page of a report, or the next page that contains a text; pages are counted on the way. */
import type { SheetValue } from '#engine';
import {
  firstPageName,
  HtmlPage,
  jumpsInCells,
  keepSaid,
  namesItems,
  type PageItems,
  type Piece,
  placedItems,
  type ReportLayout,
  type ReportRun,
  reportPieces,
  type ShownJumps,
} from '#extensions/reports/engine';
import type { WorkBudget } from '#server/extension';
import { PageNumbers } from './PageNumbers.ts';
import { Pager, piecesWithin } from './Pager.ts';

type Wanted = {
  readonly page: number;
  readonly pageSize: number;
  readonly find: string;
  /** The page with this bookmark. */
  readonly bookmark?: string;
  /** In place of the pieces of the run alone, such as with those of reports in it. */
  readonly pieces?: Iterable<Piece> | AsyncIterable<Piece>;
};
type MapEntry = { readonly Label: string; readonly Level: number; readonly Page: number };
type ReadPage = {
  readonly html: string;
  readonly page: number;
  readonly pages: number;
  readonly isFound: boolean;
  readonly map: readonly MapEntry[];
};

export async function pageOfReport(
  run: ReportRun,
  { page, pageSize, find, bookmark = '', pieces = reportPieces(run) }: Wanted,
  budget: WorkBudget,
): Promise<ReadPage> {
  const pager = new Pager(pageSize, new PageNumbers(firstPageName(run)));
  const sought = find.toLowerCase();
  const isSought = sought !== '' || bookmark !== '';
  let [wanted, isFound] = [page, !isSought];
  const map = new DocumentMap(run.layout);
  let [kept, last]: [Piece[], Piece[]] = [[], []];
  let current = 1;
  for await (const { piece, number } of pager.pages(pieces)) {
    if (piece.kind === 'pause') {
      if (budget.isDue()) await budget.yieldTurn();
      continue;
    }
    if (number !== current) [current, last] = [number, []];
    last.push(piece);
    map.add(piece, number);
    // Once found, the current page is the one to show.
    const isHere =
      !isFound && (bookmark === '' ? number >= page && says(piece, sought) : map.leads(piece, bookmark));
    if (isHere) [isFound, wanted, kept] = [true, number, [...last]];
    else if (number === wanted) kept.push(piece);
    if (budget.isDue()) await budget.yieldTurn();
  }
  const total = Math.max(1, current);
  if (wanted > total) [wanted, kept] = [total, last];
  const said = namesItems(run.layout) ? saidBy(kept) : undefined;
  const shown = { ...pager.numbers.at(wanted, total), ...(said ? { said } : {}) };
  const html = new HtmlPage();
  html.items(placedItems('header', run, shown));
  for (const piece of kept) html.add(piece);
  html.items(placedItems('footer', run, shown));
  return { html: html.text(), page: wanted, pages: total, isFound, map: map.entries };
}

function saidBy(pieces: readonly Piece[]): PageItems {
  const said = new Map<string, SheetValue[]>();
  for (const piece of pieces.flatMap(piecesWithin)) {
    if (piece.kind === 'line') for (const { name, value } of piece.line.cells()) keepSaid(said, name, value);
    if (piece.kind === 'items')
      for (const { what } of piece.items)
        if (what.kind === 'text') keepSaid(said, what.name, what.value ?? null);
  }
  return said;
}

/** Entries of the document map with their pages. */
class DocumentMap {
  readonly entries: MapEntry[] = [];
  private readonly isInCells: boolean;

  constructor(layout: ReportLayout) {
    this.isInCells = jumpsInCells(layout);
  }

  add(piece: Piece, Page: number): void {
    for (const one of piecesWithin(piece)) this.addOne(one, Page);
  }

  private addOne(piece: Piece, Page: number): void {
    const put = (Label: string | undefined, Level: number) => {
      if (Label !== undefined && this.entries.length < mostEntries) this.entries.push({ Label, Level, Page });
    };
    if (piece.kind === 'line') for (const { text, level } of piece.line.labels ?? []) put(text, level);
    for (const { label } of this.jumpsOf(piece)) put(label, 0);
  }

  leads(piece: Piece, bookmark: string): boolean {
    return piecesWithin(piece).some((inner) => this.jumpsOf(inner).some((one) => one.bookmark === bookmark));
  }

  /** Cells are worked out for pages that are not shown only where one of them is in the map or a target. */
  private jumpsOf(piece: Piece): readonly ShownJumps[] {
    if (piece.kind === 'items') return piece.items.flatMap(({ jumps }) => jumps ?? []);
    if (piece.kind !== 'line' || !this.isInCells) return [];
    return piece.line
      .cells()
      .flatMap(({ jumps, parts = [] }) => [
        ...(jumps && parts.length === 0 ? [jumps] : []),
        ...parts.flatMap((part) => part.jumps ?? []),
      ]);
  }
}

const mostEntries = 2000;

const says = (piece: Piece, text: string): boolean =>
  piecesWithin(piece).some((inner) => saysItself(inner, text));

function saysItself(piece: Piece, text: string): boolean {
  const has = (one: string) => one.toLowerCase().includes(text);
  if (piece.kind === 'line') return piece.line.cells().some((cell) => has(cell.text));
  if (piece.kind === 'none') return has(piece.text);
  return piece.kind === 'items' && piece.items.some(({ what }) => what.kind === 'text' && has(what.text));
}
