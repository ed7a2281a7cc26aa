/** Who reads the rows of questions over many tables, a piece at a time; no write waits for it. */
import type { Database } from 'better-sqlite3';
import type { createQueue } from '../createQueue.ts';
import type { TableRow } from '../tableQuery.ts';
import { Sqlite } from './driver.ts';
import type { Ready } from './entityStatements.ts';
import { registerFunctions } from './shadows.ts';
import type { Connection } from './statements.ts';
import { workLeft } from './tableSql.ts';

type ReadValue = (raw: unknown) => unknown;

export type TableReader = {
  readonly rows: (ready: Ready, readers: readonly ReadValue[]) => AsyncIterable<readonly TableRow[]>;
  readonly count: (ready: Ready) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Rows of a piece. */
export const pieceSize = 500;

/** A statement that multiplies rows works no longer than this between two pieces. */
const longestMs = 60_000;

/** Ends what works too long, or what nobody waits for any more. */
export function registerWorkLimit(
  db: Database,
  isWanted: () => boolean = () => true,
): { readonly begin: () => void } {
  let [until, calls] = [0, 0];
  db.function(workLeft, { directOnly: true }, () => {
    if (++calls % 4096 === 0 && (performance.now() > until || !isWanted()))
      throw new Error('Too many rows to join.');
    return 1;
  });
  return {
    begin: () => {
      until = performance.now() + longestMs;
    },
  };
}

/** A connection that only reads: it sees what is committed, and its open cursors are in nobody's way. */
export function openReading(file: string): Database {
  const db = new Sqlite(file, { readonly: true, timeout: 50 });
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = memory');
  registerFunctions(db);
  return db;
}

type Shared = { readonly connection: Connection; readonly queue: ReturnType<typeof createQueue> };

/** In this very thread: by a connection of its own, or by that of a database in memory, which has only one. */
export function sharedReader(from: Shared | { readonly file: string }): TableReader {
  let opened: { readonly db: Database; readonly limit: ReturnType<typeof registerWorkLimit> } | undefined;
  const open = () => {
    const db = 'file' in from ? openReading(from.file) : from.connection.db;
    opened ??= { db, limit: registerWorkLimit(db) };
    opened.limit.begin();
    return opened.db;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => ('queue' in from ? from.queue(work) : work());
  return {
    rows: async function* ({ text, values }, readers) {
      if ('queue' in from) {
        const all = await inTurn(async () =>
          open()
            .prepare(text)
            .raw(true)
            .all(...values),
        );
        for (let at = 0; at < all.length; at += pieceSize)
          yield readPiece(all.slice(at, at + pieceSize) as readonly TableRow[], readers);
        return;
      }
      const cursor = open()
        .prepare(text)
        .raw(true)
        .iterate(...values);
      try {
        for (let piece = nextPiece(cursor); piece.length > 0; piece = nextPiece(cursor))
          yield readPiece(piece, readers);
      } finally {
        cursor.return?.();
      }
    },
    count: ({ text, values }) =>
      inTurn(
        async () =>
          open()
            .prepare(text)
            .pluck(true)
            .get(...values) as number,
      ),
    close: async () => {
      if ('file' in from) opened?.db.close();
    },
  };
}

/** The next rows of a cursor; none at its end. */
export function nextPiece(cursor: Iterator<unknown>): readonly TableRow[] {
  const piece: TableRow[] = [];
  while (piece.length < pieceSize) {
    const { done, value } = cursor.next();
    if (done) break;
    piece.push(value as TableRow);
  }
  return piece;
}

/** What SQLite holds → the values of the columns. */
export function readPiece(piece: readonly TableRow[], readers: readonly ReadValue[]): readonly TableRow[] {
  return piece.map((row) => readers.map((read, at) => read(row[at])));
}
