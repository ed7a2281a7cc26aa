/** Streams the rows of CSV text with any separator. All cells are texts, so that codes keep zeros. */
import { brokenCell, readableText } from './brokenCell.ts';
import { decodePieces } from './decodePieces.ts';
import { unguardFormula } from './formulaGuard.ts';
import { SheetError } from './SheetError.ts';
import type { SheetCell, SheetLimits, SheetRow } from './types.ts';

/** Longer than any real row. */
const longestRow = 256 * 1024;
/** Characters examined to detect the separator. */
const sample = 10_000;

/** Yields batches of rows; empty lines are counted and omitted. `onSeparator` is called before the first. */
export async function* csvRows(
  content: AsyncIterable<Uint8Array>,
  limits: SheetLimits,
  onSeparator: (separator: string) => void,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const state: State = { text: '', number: 0, separator: undefined, cells: 0 };
  for await (const text of decodePieces(content)) {
    state.text += text;
    if (state.separator === undefined && state.text.length < sample) continue;
    const rows = takeRows(state, { limits, onSeparator, isEnd: false });
    if (rows.length > 0) yield rows;
  }
  const rows = takeRows(state, { limits, onSeparator, isEnd: true });
  if (rows.length > 0) yield rows;
}

type State = { text: string; number: number; separator: string | undefined; cells: number };

type Taking = {
  readonly limits: SheetLimits;
  readonly onSeparator: (separator: string) => void;
  readonly isEnd: boolean;
};

/** Takes all complete rows; the rest waits for the next piece. */
function takeRows(state: State, { limits, onSeparator, isEnd }: Taking): readonly SheetRow[] {
  if (state.separator === undefined) onSeparator(findSeparator(state));
  const rows: SheetRow[] = [];
  const { text, separator = ',' } = state;
  let from = 0;
  while (from < text.length) {
    const row = rowAt(text, { from, separator, isEnd });
    if ((row?.end ?? text.length) - from > longestRow)
      throw new SheetError('wrong', 'A row is too long.', undefined, state.number + 1);
    if (!row) break;
    state.number += 1;
    from = row.end;
    if (row.cells.length === 1 && row.cells[0]?.trim() === '') continue;
    checkSize(state, row.cells.length, limits);
    rows.push({ number: state.number, values: row.cells.map(cellOf) });
  }
  state.text = text.slice(from);
  // An unclosed quote has swallowed the rest.
  if (isEnd && state.text !== '')
    throw new SheetError('wrong', 'A quote is never closed.', undefined, state.number + 1);
  return rows;
}

function checkSize(state: State, width: number, limits: SheetLimits): void {
  state.cells += width;
  if (state.number > limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
  if (width > limits.columns) throw new SheetError('large', `There are more than ${limits.columns} columns.`);
  if (state.cells > limits.cells) throw new SheetError('large', `There are more than ${limits.cells} cells.`);
}

/** From Excel's `sep=;`, or the separator most first lines have outside quotes; on a tie not the comma. */
function findSeparator(state: State): string {
  const said = /^sep=(.)(\r\n|\n|\r|$)/i.exec(state.text);
  if (said) state.text = state.text.slice(said[0].length);
  state.separator = said?.[1] ?? guessed(state.text.slice(0, sample));
  return state.separator;
}

function guessed(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const marks = ['\t', ';', ','].map((mark) => {
    const counts = lines.map((line) => line.split(mark).length - 1);
    const sum = counts.reduce((all, count) => all + count, 0);
    return { mark, lines: counts.filter((count) => count > 0).length, sum };
  });
  const best = marks.reduce((most, one) => {
    return one.lines > most.lines || (one.lines === most.lines && one.sum > most.sum) ? one : most;
  });
  return best.sum > 0 ? best.mark : ',';
}

type Row = { readonly cells: readonly string[]; readonly end: number };
type Place = { readonly from: number; readonly separator: string; readonly isEnd: boolean };

/** The row that starts here; undefined while it is incomplete. */
function rowAt(text: string, { from, separator, isEnd }: Place): Row | undefined {
  const mark = /["\r\n]/g;
  mark.lastIndex = from;
  const found = mark.exec(text);
  if (found?.[0] === '"') return quotedRow(text, { from, separator, isEnd });
  if (!found && !isEnd) return undefined;
  const last = found?.index ?? text.length;
  const end = pastLine(text, last, isEnd);
  return end === undefined ? undefined : { cells: text.slice(from, last).split(separator), end };
}

/** The position after the line end; a CR at the very end may be the first half of CRLF. */
function pastLine(text: string, at: number, isEnd: boolean): number | undefined {
  if (at >= text.length) return isEnd ? text.length : undefined;
  if (text[at] === '\n') return at + 1;
  if (text[at + 1] === '\n') return at + 2;
  return at + 1 < text.length || isEnd ? at + 1 : undefined;
}

function quotedRow(text: string, { from, separator, isEnd }: Place): Row | undefined {
  const cells: string[] = [];
  for (let at = from; ; at += 1) {
    const cell = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    if (!cell || (cell.end >= text.length && !isEnd)) return undefined;
    cells.push(cell.text);
    at = cell.end;
    if (text[at] === separator) continue;
    const end = pastLine(text, at, isEnd);
    return end === undefined ? undefined : { cells, end };
  }
}

type Cell = { readonly text: string; readonly end: number };

function plainCell(text: string, from: number, separator: string): Cell {
  let end = from;
  for (; end < text.length; end += 1) {
    const mark = text[end];
    if (mark === separator || mark === '\n' || mark === '\r') break;
  }
  return { text: text.slice(from, end), end };
}

/** Undefined while its quote is open. Text after the closing quote belongs to the cell. */
function quotedCell(text: string, from: number, separator: string): Cell | undefined {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) return undefined;
  const rest = plainCell(text, end + 1, separator);
  const inner = text.slice(from + 1, end).replaceAll('""', '"');
  return { text: inner + rest.text, end: rest.end };
}

/** `="00123"` is a common way to keep zeros in CSV; any other text is used as it is. */
function cellOf(text: string): SheetCell {
  const first = text.charCodeAt(0);
  if (first === 61) {
    const [, constant] = /^="((?:[^"]|"")*)"\s*$/.exec(text) ?? [];
    return constant === undefined ? text : constant.replaceAll('""', '"');
  }
  if (text.includes('\uFFFD')) return brokenCell('unreadable', text);
  return first === 39 ? unguardFormula(text) : readableText(text);
}
