/** Reads the rows of table queries piece by piece; no write waits for it. */
import type { Database } from 'better-sqlite3';
import { refusals } from '../../errors/Refusal.ts';
import type { createQueue } from '../createQueue.ts';
import type { Ready } from '../sql/entityStatements.ts';
import { workLeft } from '../sql/tableSql.ts';
import type { TableRow } from '../tableQuery.ts';
import type { Asking } from '../types.ts';
import { Sqlite } from './driver.ts';
import { registerFunctions } from './shadows.ts';
import type { Connection } from './statements.ts';

type ReadValue = (raw: unknown) => unknown;

/** How a query is run: for whom, and whether it may take long. */
export type How = { readonly isLong?: boolean; readonly asking?: Asking | undefined };

export type TableReader = {
  readonly rows: (
    ready: Ready,
    how: How & { readonly readers: readonly ReadValue[] },
  ) => AsyncIterable<readonly TableRow[]>;
  readonly count: (ready: Ready, how: How) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Rows of a piece, and approximate bytes of text. */
const [pieceSize, pieceBytes] = [500, 256 * 1024];

/** The most rows a query may visit if no other process can be killed for it. */
const mostSteps = 5_000_000;

/** Counts the rows a statement visits and aborts it: for databases that no other process can read. */
function registerWorkLimit(db: Database, most: number): { readonly begin: () => void } {
  let left = 0;
  db.function(workLeft, { directOnly: true, varargs: true }, () => {
    left -= 1;
    if (left < 0) throw refusals.queryTooSlow();
    return 1;
  });
  return {
    begin: () => {
      left = most;
    },
  };
}

/** A read-only connection: it sees committed data, and its open cursors block nobody. */
export function openReading(file: string): Database {
  const db = new Sqlite(file, { readonly: true, timeout: 50 });
  db.pragma('cache_size = -65536');
  // In memory they would be unbounded.
  db.pragma('temp_store = file');
  registerFunctions(db);
  return db;
}

type Shared = { readonly connection: Connection; readonly queue: ReturnType<typeof createQueue> };

/** Reads in this thread: on its own connection, or on the only one of an in-memory database. */
export function sharedReader(from: Shared | { readonly file: string }, most = mostSteps): TableReader {
  let opened: { readonly db: Database; readonly limit: ReturnType<typeof registerWorkLimit> } | undefined;
  const open = () => {
    if (!opened) {
      const db = 'file' in from ? openReading(from.file) : from.connection.db;
      opened = { db, limit: registerWorkLimit(db, most) };
    }
    opened.limit.begin();
    return opened.db;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => ('queue' in from ? from.queue(work) : work());
  return {
    rows: async function* ({ text, values }, { readers }) {
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
        for (;;) {
          const { rows, isLast } = nextPiece(cursor);
          if (rows.length > 0) yield readPiece(rows, readers);
          if (isLast) return;
        }
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

/** The next rows of a cursor, and whether they are the last. */
export function nextPiece(cursor: Iterator<unknown>): {
  readonly rows: readonly TableRow[];
  readonly isLast: boolean;
} {
  const rows: TableRow[] = [];
  for (let bytes = 0; rows.length < pieceSize && bytes < pieceBytes; ) {
    const { done, value } = cursor.next();
    if (done) return { rows, isLast: true };
    rows.push(value as TableRow);
    for (const each of value as TableRow) if (typeof each === 'string') bytes += each.length;
  }
  return { rows, isLast: false };
}

/** Converts SQLite's values to column values. */
export function readPiece(piece: readonly TableRow[], readers: readonly ReadValue[]): readonly TableRow[] {
  return piece.map((row) => readers.map((read, at) => read(row[at])));
}
