/** Writes workbooks with outlines, possibly in a worker thread. */
import { type OutlinedSheet, type SheetLine, writeWorkbook } from '#engine';
import type { WorkBudget } from '#server/extension';

export type WorkbookTasks = {
  /** How many cells it writes; a longer report is one sheet without outline, written as it is read. */
  readonly mostCells: number;
  readonly write: (sheets: readonly OutlinedSheet[], budget: WorkBudget) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Without threads: it is made in one go, during which others wait, 50 ms for so many cells. */
export const workbooksInProcess: WorkbookTasks = {
  mostCells: 20_000,
  write: (sheets) => writeWorkbook(sheets),
};

/** A sheet begins without its lines; they follow in pieces, each sent within a turn. */
export type WorkbookPart =
  | { readonly sheet: OutlinedSheet; readonly lines?: never }
  | { readonly sheet?: never; readonly lines: readonly SheetLine[] };

const linesAtOnce = 500;

export function* workbookParts(sheets: readonly OutlinedSheet[]): Generator<WorkbookPart> {
  for (const sheet of sheets) {
    yield { sheet: { ...sheet, lines: [] } };
    for (let from = 0; from < sheet.lines.length; from += linesAtOnce)
      yield { lines: sheet.lines.slice(from, from + linesAtOnce) };
  }
}

export function joinWorkbookParts(parts: readonly WorkbookPart[]): readonly OutlinedSheet[] {
  const sheets: { readonly sheet: OutlinedSheet; readonly lines: SheetLine[] }[] = [];
  for (const part of parts)
    if (part.sheet) sheets.push({ sheet: part.sheet, lines: [] });
    else sheets.at(-1)?.lines.push(...part.lines);
  return sheets.map(({ sheet, lines }) => ({ ...sheet, lines }));
}
