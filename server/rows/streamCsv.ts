/** Comma-separated text as it comes: a million rows never stand in memory, and a line without an end is refused early. */
import { RowsProblem } from './RowsProblem.ts';

export type TextRow = {
  /** 1-based line of the file on which the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
};

/** Longer than any row that people write. */
const longestRow = 64 * 1024;

/** Pieces of rows, as the content comes in. Quotes, any line end, a byte order mark; the separator is what the first line has most of. */
export async function* streamCsv(content: ReadableStream<Uint8Array>): AsyncGenerator<readonly TextRow[]> {
  const reader = content.getReader();
  const decoder = new TextDecoder('utf-8');
  const state: State = { text: '', line: 1, separator: undefined, endsWithReturn: false };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      state.text += evenLines(state, done ? decoder.decode() : decoder.decode(value, { stream: true }));
      const rows = takeRows(state, done);
      if (rows.length > 0) yield rows;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

type State = { text: string; line: number; separator: string | undefined; endsWithReturn: boolean };

/** One kind of line end, though a piece may end between the two halves of one. */
function evenLines(state: State, piece: string): string {
  const text = state.endsWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
  if (piece !== '') state.endsWithReturn = piece.endsWith('\r');
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Every row that is whole; the rest waits for the next piece. */
function takeRows(state: State, isEnd: boolean): readonly TextRow[] {
  const rows: TextRow[] = [];
  let from = 0;
  while (from < state.text.length) {
    const end = rowEnd(state.text, from, isEnd);
    if ((end ?? state.text.length) - from > longestRow) throw new RowsProblem('wrong', state.line);
    if (end === undefined) break;
    const row = state.text.slice(from, end);
    state.separator ??= separatorOf(row);
    if (row.trim() !== '') rows.push({ line: state.line, cells: cellsOf(row, state.separator) });
    state.line += row.includes('"') ? row.split('\n').length : 1;
    from = end + 1;
  }
  state.text = state.text.slice(from);
  // A quote that is never closed has swallowed what came after it.
  if (isEnd && state.text !== '') throw new RowsProblem('wrong', state.line);
  return rows;
}

/** Where the row that starts here ends; undefined while its end has not come. */
function rowEnd(text: string, from: number, isEnd: boolean): number | undefined {
  let end = text.indexOf('\n', from);
  let quotes = quotesIn(text, from, end < 0 ? text.length : end);
  while (quotes % 2 === 1 && end >= 0 && end - from <= longestRow) {
    const next = text.indexOf('\n', end + 1);
    quotes += quotesIn(text, end, next < 0 ? text.length : next);
    end = next;
  }
  if (end >= 0) return end;
  return isEnd && quotes % 2 === 0 ? text.length : undefined;
}

function quotesIn(text: string, from: number, to: number): number {
  // Cut out first: where there are no quotes, looking for one would read to the end again for every row.
  const row = text.slice(from, to);
  return row.includes('"') ? row.split('"').length - 1 : 0;
}

function separatorOf(row: string): string {
  const bare = row.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((mark) => [bare.split(mark).length, mark] as const);
  return counts.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

function cellsOf(row: string, separator: string): readonly string[] {
  if (!row.includes('"')) return row.split(separator);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const cell = row[at] === '"' ? quotedCell(row, at) : plainCell(row, at, separator);
    cells.push(cell.text);
    if (row[cell.end] !== separator) return cells;
    at = cell.end + 1;
  }
}

type Cell = { readonly text: string; readonly end: number };

function plainCell(row: string, from: number, separator: string): Cell {
  const end = row.indexOf(separator, from);
  return end < 0 ? { text: row.slice(from), end: row.length } : { text: row.slice(from, end), end };
}

function quotedCell(row: string, from: number): Cell {
  let end = row.indexOf('"', from + 1);
  while (end >= 0 && row[end + 1] === '"') end = row.indexOf('"', end + 2);
  const close = end < 0 ? row.length : end;
  return { text: row.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 };
}
