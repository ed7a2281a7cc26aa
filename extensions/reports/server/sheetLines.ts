/** Lines of tables as lines of sheets. */
import type { Line, LineCell, Piece, Placed } from '#extensions/reports/engine';
import type { ShownCell, ShownLine } from './sheetFormulas.ts';

export type SheetTablePiece = Extract<Piece, { kind: 'table' }>;

export const blankLine: ShownLine = { cells: [], rows: [], depth: 0, isHead: true };

export const shownLine = (line: Line): ShownLine => {
  const { rows = [], depth = 0 } = line;
  return { cells: spread(line.cells()), rows, depth };
};

export const headsOf = ({ heads }: SheetTablePiece): readonly ShownLine[] =>
  heads.map((head) => ({ cells: spread(head.cells()), rows: [], depth: 0, isHead: true }));

/** Items that are no table as lines of texts, those beside each other in columns beside each other. */
export function textLines(items: readonly Placed[]): readonly ShownLine[] {
  const texts = items
    .flatMap(({ box, what }) => (what.kind === 'text' && what.text !== '' ? [{ box, text: what.text }] : []))
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const lines: { top: number; cells: { readonly left: number; readonly text: string }[] }[] = [];
  for (const { box, text } of texts) {
    const last = lines.at(-1);
    if (last && box.top - last.top <= 1) last.cells.push({ left: box.left, text });
    else lines.push({ top: box.top, cells: [{ left: box.left, text }] });
  }
  return lines.map(({ cells }) =>
    textLine([...cells].sort((a, b) => a.left - b.left).map(({ text }) => text)),
  );
}

export const textLine = (texts: readonly string[]): ShownLine => ({
  cells: texts.map((text) => ({ text, value: text, format: 'text', span: 1, style: {} })),
  ...{ rows: [], depth: 0, isHead: true },
});

export const textsOf = ({ cells }: ShownLine): readonly string[] => cells.map((cell) => cell?.text ?? '');

/** Headings above those that name the columns. Those of a matrix are part of the names. */
export const headsAbove = ({ heads, isMatrix }: SheetTablePiece): readonly (readonly string[])[] =>
  isMatrix
    ? []
    : saidHeads(heads)
        .slice(0, -1)
        .map((head) => textsOf({ ...blankLine, cells: spread(head.cells()) }));

/** Without empty ones below the last that says something. */
const saidHeads = (heads: readonly Line[]): readonly Line[] =>
  heads.slice(0, heads.findLastIndex((head) => head.cells().some(({ text }) => text !== '')) + 1);

/** What each column is called. Of headings above each other all that tell columns apart. */
export function headTitles({ heads, headers = 0, isMatrix }: SheetTablePiece): readonly string[] {
  const levels = saidHeads(heads).map((line) => line.cells());
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
