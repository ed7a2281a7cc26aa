/** The rows of an uploaded table, piece by piece: csv as it lies there, a workbook by its first sheet. */
import { readSheet, SheetError } from '#engine';
import type { FileStore } from '../ports.ts';
import { RowsProblem } from './RowsProblem.ts';
import { streamCsv, type TextRow } from './streamCsv.ts';

export type RowPiece = {
  readonly rows: readonly TextRow[];
  /** How much of the whole has been read, from 0 to 1, where that is known. */
  readonly share?: number;
};

export type TableFile = { readonly id: string; readonly type: string; readonly size: number };

/** Pieces small enough that each takes but a moment; throws `RowsProblem` for what is no table. */
export async function* readRows(files: FileStore, { id, type, size }: TableFile): AsyncGenerator<RowPiece> {
  const content = await files.open(id);
  if (!content) throw new RowsProblem('wrong');
  if (!type.startsWith('text/')) return yield* workbookRows(files, id);
  let read = 0;
  const counted = content.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        read += chunk.byteLength;
        controller.enqueue(chunk);
      },
    }),
  );
  for await (const rows of streamCsv(counted))
    yield { rows, share: size > 0 ? Math.min(read / size, 1) : undefined };
}

const atOnce = 500;

/** A workbook is a packed archive, which is read with its index in hand; its table comes row by row all the same. */
async function* workbookRows(files: FileStore, id: string): AsyncGenerator<RowPiece> {
  const bytes = (await files.bytes(id)) ?? new Uint8Array();
  let rows: TextRow[] = [];
  try {
    for await (const { number, values } of readSheet(bytes)) {
      rows.push({ line: number, cells: values.map((value) => String(value ?? '')) });
      if (rows.length < atOnce) continue;
      yield { rows };
      rows = [];
    }
  } catch (error) {
    throw error instanceof SheetError ? new RowsProblem(error.reason, undefined, error) : error;
  }
  if (rows.length > 0) yield { rows };
}
