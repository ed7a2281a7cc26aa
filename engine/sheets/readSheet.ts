/** Reads uploaded tables: xlsx, xls or csv, detected by content. Cells have their displayed values. */
import { csvRows } from './csvRows.ts';
import { SheetError } from './SheetError.ts';
import { type SheetLimits, type SheetReading, type SheetRow, sheetLimits } from './types.ts';
import { xlsRows } from './xlsRows.ts';
import { xlsxRows } from './xlsxRows.ts';

/** Yields rows; throws `SheetError` when the file is not a table or is too large. */
export async function* readSheet(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  reading: SheetReading = {},
): AsyncGenerator<SheetRow, void, undefined> {
  for await (const rows of readSheetPieces(content, reading)) yield* rows;
}

/** Yields batches that are quick to produce. A CSV is streamed; a workbook's archive is kept in memory. */
export async function* readSheetPieces(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  { yieldTurn, onSource, ...limits }: SheetReading = {},
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const all: SheetLimits = { ...sheetLimits, ...limits };
  const pieces = (content instanceof Uint8Array ? sliced(content) : content)[Symbol.asyncIterator]();
  try {
    const { head, isEnd } = await headOf(pieces);
    if (head.length === 0) throw new SheetError('wrong', 'The file is empty.');
    const rest = isEnd ? [head] : joinedTo(head, pieces);
    const read = workbooks.find(({ start }) => start.every((byte, at) => head[at] === byte));
    if (read) {
      const bytes = content instanceof Uint8Array ? content : await wholeOf(rest);
      onSource?.({ kind: read.kind });
      yield* read.rows(bytes, all, yieldTurn);
    } else {
      const source = csvRows(withBreath(rest, yieldTurn), all, (separator) =>
        onSource?.({ kind: 'csv', separator }),
      );
      yield* source;
    }
  } finally {
    await pieces.return?.();
  }
}

const workbooks = [
  { kind: 'xlsx', start: [0x50, 0x4b], rows: xlsxRows },
  { kind: 'xls', start: [0xd0, 0xcf, 0x11, 0xe0], rows: xlsRows },
] as const;

const longestStart = 4;
const pieceSize = 16 * 1024;

async function* sliced(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
}

async function headOf(pieces: AsyncIterator<Uint8Array>) {
  let head: Uint8Array = new Uint8Array();
  while (head.length < longestStart) {
    const { done, value } = await pieces.next();
    if (done) return { head, isEnd: true };
    head = joined([head, value]);
  }
  return { head, isEnd: false };
}

async function* joinedTo(
  head: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield head;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
}

async function* withBreath(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  yieldTurn: (() => Promise<void>) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += pieceSize) {
      yield piece.subarray(at, at + pieceSize);
      await yieldTurn?.();
    }
}

async function wholeOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return joined(all);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
