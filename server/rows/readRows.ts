/** Reads the rows of an uploaded table in pieces: a CSV stream, or the first sheet of a workbook. */
import { readSheetPieces, SheetError, type SheetRow } from '#engine';
import type { FileStore } from '../ports/ports.ts';

type RowPiece = {
  readonly rows: readonly SheetRow[];
  /** The fraction read so far, from 0 to 1, when it is known. */
  readonly share?: number;
};

type TableFile = { readonly id: string; readonly size: number };

/** Yields pieces that are quick to process; throws `SheetError` when the file is not a table. */
export async function* readRows(
  files: FileStore,
  { id, size }: TableFile,
  yieldTurn: () => Promise<void>,
): AsyncGenerator<RowPiece, void, undefined> {
  const content = await files.open(id);
  if (!content) throw new SheetError('wrong', 'The file is not there.');
  let read = 0;
  let isStreamed = false;
  const counted = chunksOf(content, (length) => {
    read += length;
  });
  const reading = {
    yieldTurn,
    onSource: ({ kind }: { readonly kind: string }) => {
      // A workbook is loaded as a whole before its first row, so its progress is unknown.
      isStreamed = kind === 'csv';
    },
  };
  for await (const rows of readSheetPieces(counted, reading))
    yield { rows, share: isStreamed && size > 0 ? Math.min(read / size, 1) : undefined };
}

async function* chunksOf(
  content: ReadableStream<Uint8Array>,
  onRead: (length: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = content.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onRead(piece.value.length);
      yield piece.value;
    }
  } finally {
    await reader.cancel();
  }
}
