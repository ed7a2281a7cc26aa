/** Stores contents of files in PostgreSQL, in pieces: backups include them, and every process sees them. */
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import type { ByteRange } from '../ports/byteRange.ts';
import type { FileStore, StoredContent } from '../ports/ports.ts';
import { type Connections, openConnections, type Rows } from '../store/postgres/connections.ts';
import { connectionLimits } from '../store/postgres/limits.ts';
import { StoreUnavailable } from '../store/types.ts';
import { isContentId, requireContentId } from './contentId.ts';
import { contentPieces, discard } from './contentPieces.ts';

/** The tables of contents and of their pieces. */
const [files, piecesOf] = ['_formwright_file', '_formwright_file_piece'];

/** Bytes per piece; only the last piece of a content is shorter. */
const pieceBytes = 262_144;

/** In addition to the store's connections; an upload or download holds one only during a statement. */
const limits = { ...connectionLimits, pool: 6 };

/**
 * At most one version of a content is complete; others are being uploaded or were interrupted. Most contents
 * are compressed already; storing pieces uncompressed lets a range be read without the rest.
 */
const tables = `
  create table if not exists ${files} (
    version bigint generated always as identity primary key,
    id text collate "C" not null,
    size bigint not null default 0,
    is_whole boolean not null default false,
    stored_at timestamptz not null default now()
  );
  create unique index if not exists ${files}_whole on ${files} (id) where is_whole;
  create index if not exists ${files}_id on ${files} (id);
  create table if not exists ${piecesOf} (
    version bigint not null references ${files} on delete cascade,
    number integer not null,
    content bytea not null,
    primary key (version, number)
  );
  alter table ${piecesOf} alter column content set storage external;
`;

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Throws `FilesUnavailable` if the database fails. Creates the tables on first use. */
export function createFileDatabase(url: string): FileStore & { readonly close: () => Promise<void> } {
  const connections = openConnections(url, limits);
  const database = openTables(connections);
  return {
    put: (id, content, { maxBytes }) => put(database, { id, content, maxBytes }),
    open: async (id, part) => {
      const found = await find(database, id);
      return found && stream(database, found, part);
    },
    bytes: async (id) => {
      const found = await find(database, id);
      if (!found) return undefined;
      return new Uint8Array(await new Response(stream(database, found)).arrayBuffer());
    },
    remove: async (id) => {
      requireContentId(id);
      await database.write({ text: `delete from ${files} where id = $1`, values: [id] });
    },
    list: async () => {
      const text = `select id, max(stored_at) from ${files} group by id`;
      const rows = await database.read({ text, values: [] });
      return rows.map(([id, storedAt]) => ({ id: String(id), storedAt: storedAt as Date }));
    },
    probe: async () => void (await database.write({ text: 'select pg_current_xact_id()', values: [] })),
    close: () => connections.close(),
  };
}

type Tables = {
  readonly read: (statement: Statement) => Promise<Rows>;
  /** Runs all statements in one transaction. */
  readonly write: (...statements: readonly Statement[]) => Promise<Rows>;
};

function openTables(connections: Connections): Tables {
  let made: Promise<unknown> | undefined;
  const transaction = (statements: readonly Statement[]) =>
    connections.writing(async (run) => {
      let rows: Rows = [];
      await run({ text: 'begin' });
      try {
        for (const { text, values } of statements) ({ rows } = await run({ text, values }));
        await run({ text: 'commit' });
        return rows;
      } catch (error) {
        await run({ text: 'rollback' }).catch(() => undefined);
        throw error;
      }
    });
  const make = () => transaction([lock('tables'), { text: tables, values: [] }]);
  const ready = <T>(work: () => Promise<T>): Promise<T> =>
    ofDatabase(async () => {
      made ??= make();
      await made.catch((error) => {
        made = undefined;
        throw error;
      });
      return work();
    });
  return {
    read: (statement) => ready(() => connections.read(statement as never)),
    write: (...statements) => ready(() => transaction(statements)),
  };
}

/** Serializes by name within this schema, across processes. */
const lock = (name: string): Statement => ({
  text: `select pg_advisory_xact_lock(hashtext(current_schema() || $1), hashtext($2))`,
  values: [` ${files}`, name],
});

async function ofDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const { reason } = error;
    throw new FilesUnavailable(reason === 'full' || reason === 'read-only' ? reason : 'failing', {
      cause: error,
    });
  }
}

type Putting = {
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly maxBytes: number;
};

/** Invisible to readers until complete; no connection is held during a slow upload. */
async function put(database: Tables, { id, content, maxBytes }: Putting): Promise<StoredContent> {
  let version: unknown;
  try {
    requireContentId(id);
    const begin = { text: `insert into ${files} (id) values ($1) returning version`, values: [id] };
    version = (await database.write(begin))[0]?.[0];
    const pieces = contentPieces(content, { maxBytes, pieceBytes });
    let number = 0;
    for await (const piece of pieces) {
      const text = `insert into ${piecesOf} (version, number, content) values ($1, $2, $3)`;
      await database.write({ text, values: [version, number, Buffer.from(piece.buffer)] });
      number += 1;
    }
    const stored = pieces.stored();
    const [whole] = await database.write(
      lock(id),
      { text: `delete from ${files} where id = $1 and is_whole`, values: [id] },
      {
        text: `update ${files} set is_whole = true, size = $2, stored_at = now() where version = $1 returning version`,
        values: [version, stored.size],
      },
    );
    if (!whole) throw new FilesUnavailable('failing');
    return stored;
  } catch (error) {
    if (version !== undefined)
      await database
        .write({ text: `delete from ${files} where version = $1`, values: [version] })
        .catch(() => undefined);
    await discard(content, error);
    throw error;
  }
}

type Found = { readonly version: number; readonly size: number };

async function find(database: Tables, id: string): Promise<Found | undefined> {
  if (!isContentId(id)) return undefined;
  const text = `select version, size from ${files} where id = $1 and is_whole`;
  const [row] = await database.read({ text, values: [id] });
  return row && { version: Number(row[0]), size: Number(row[1]) };
}

/** Reads one piece at a time, on demand, so slow readers hold no resources. */
function stream(database: Tables, { version, size }: Found, part?: ByteRange): ReadableStream<Uint8Array> {
  const end = Math.min(part ? part.end + 1 : size, size);
  let at = part?.start ?? 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (at >= end) return controller.close();
    const number = Math.floor(at / pieceBytes);
    const from = at - number * pieceBytes;
    const length = Math.min(end - at, pieceBytes - from);
    const text = `select substr(content, $3, $4) from ${piecesOf} where version = $1 and number = $2`;
    const [row] = await database.read({ text, values: [version, number, from + 1, length] });
    // Deleted while it was being read.
    if (!row) throw new FilesUnavailable('missing');
    const piece = row[0] as Uint8Array;
    at += piece.byteLength;
    controller.enqueue(piece);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
