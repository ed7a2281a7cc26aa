/** The thread that reads many rows: `threadReader` asks for one piece after the other, of several questions in turn. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { nextPiece, openReading, registerWorkLimit } from './tableReader.ts';
import type { RowsAnswer, RowsQuestion } from './threadReader.ts';

const { file, wanted } = workerData as { readonly file: string; readonly wanted: Int32Array };
const cursors = new Map<number, Iterator<unknown>>();
let opened: { readonly db: Database; readonly limit: ReturnType<typeof registerWorkLimit> } | undefined;

function open(): Database {
  if (!opened) {
    const db = openReading(file);
    opened = { db, limit: registerWorkLimit(db, () => Atomics.load(wanted, 0) === 1) };
  }
  opened.limit.begin();
  return opened.db;
}

parentPort?.on('message', (question: RowsQuestion) => {
  parentPort?.postMessage(answer(question));
});

function answer({ id, ready, isEnd }: RowsQuestion): RowsAnswer {
  try {
    if (isEnd) {
      cursors.get(id)?.return?.();
      cursors.delete(id);
      return { id, piece: [] };
    }
    const db = open();
    const cursor =
      cursors.get(id) ??
      db
        .prepare(ready?.text ?? '')
        .raw(true)
        .iterate(...(ready?.values ?? []));
    cursors.set(id, cursor);
    const piece = nextPiece(cursor);
    if (piece.length === 0) cursors.delete(id);
    return { id, piece };
  } catch (error) {
    cursors.delete(id);
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
