/** The embedded database: one file, one writing connection, one for reads beside it. */
import type { Database } from 'better-sqlite3';
import type { Model } from '#engine';
import { closingSession } from '../closingSession.ts';
import { createQueue } from '../createQueue.ts';
import { entityTables } from '../entityTable.ts';
import { columnReader, type TableQuery } from '../tableQuery.ts';
import type { MigrationStep, Store, StoreSession } from '../types.ts';
import { applyMigration } from './applyMigration.ts';
import { beginWriting, unavailableOf } from './availability.ts';
import { brokenReference } from './conflictOf.ts';
import { Sqlite } from './driver.ts';
import { keptFields, scanAs } from './keptColumns.ts';
import { planMigration } from './planMigration.ts';
import { createReferenceRows, type ReferenceRows } from './referenceRows.ts';
import { registerFunctions } from './shadows.ts';
import {
  readRecords,
  type SessionParts,
  type SqliteTables,
  sqliteSession,
  sqliteTables,
} from './sqliteSession.ts';
import { type Connection, connectionOf } from './statements.ts';
import { createStatistics, type Statistics } from './statistics.ts';
import { readSchema, writeSchema } from './storedSchema.ts';
import { type StreamSource, streamRecords } from './streamRecords.ts';
import type { PlannedStep } from './tableDraft.ts';
import { sharedReader, type TableReader } from './tableReader.ts';
import { countSql, rowsSql } from './tableSql.ts';
import { threadReader } from './threadReader.ts';
import { createTotals, type Totals } from './totals.ts';

type SqliteOptions = {
  /** Path of the file, or `:memory:` for one that ends with the store. */
  readonly file: string;
  /** `full` (default): a commit survives a power cut. `normal`: the last ones may be undone by one, never half of one. */
  readonly durability?: 'full' | 'normal';
  /** The script of the thread that answers questions over many rows; absent: this one does, in pieces. */
  readonly rowsScript?: URL | undefined;
  /** The store in memory begins as what this one holds now. */
  readonly like?: Store;
};

const databases = new WeakMap<Store, Database>();

/** Opens or makes the file; `migrate` brings it to a model and must be called first. */
export function openSqliteStore({ file, durability = 'full', rowsScript, like }: SqliteOptions): Store {
  const writer = connectionOf(openConnection((like && databases.get(like)?.serialize()) ?? file, durability));
  // A database in memory belongs to one connection: reads take turns with transactions there.
  const isShared = file === ':memory:' || file === '';
  const reader = isShared ? writer : connectionOf(openConnection(file, durability));
  const queue = createQueue();
  const opened: Opened = {
    writer,
    reader,
    totals: createTotals(writer.db),
    references: createReferenceRows(writer.db),
    statistics: createStatistics({ writer: writer.db, reader: reader.db, queue }),
    queue,
    rows:
      rowsScript && !isShared
        ? threadReader({ script: rowsScript, file })
        : sharedReader(isShared ? { connection: writer, queue } : { file }),
  };
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => (isShared ? opened.queue(run) : run());
  const outside = <T>(read: (session: StoreSession) => Promise<T>): Promise<T> =>
    inTurn(() => named(async () => read(readingSession(opened))));
  const transaction: Store['transaction'] = (work) =>
    opened.queue(() => named(() => runTransaction(opened, work)));
  const store: Store = {
    flags: { durable: !isShared, concurrentProcesses: false },
    find: (query) => outside((session) => session.find(query)),
    get: (entity, id) => outside((session) => session.get(entity, id)),
    getMany: (entity, ids) => outside((session) => session.getMany(entity, ids)),
    referring: (entity, path, id) => outside((session) => session.referring(entity, path, id)),
    count: (entity, filter) => outside((session) => session.count(entity, filter)),
    conflicting: (entity, record) => outside((session) => session.conflicting(entity, record)),
    insert: (entity, record) => transaction((session) => session.insert(entity, record)),
    insertMany: (entity, records) => transaction((session) => session.insertMany(entity, records)),
    copyMany: (query) => transaction((session) => session.copyMany(query)),
    scan: (query) => outside((session) => session.scan(query)),
    keptFields: (model) =>
      inTurn(async () => keptFields(reader.db, entityTables(model), tablesOf(opened).tables)),
    scanAs: (model, query) => inTurn(async () => scanAs(reader.db, entityTables(model), query)),
    update: (entity, id, fields, revision) =>
      transaction((session) => session.update(entity, id, fields, revision)),
    remove: (entity, id) => transaction((session) => session.remove(entity, id)),
    stream: (query) => streamRecords(streamSource(opened, inTurn), query),
    rows: (query) => rowsOf(opened, query),
    countRows: (query) => countRows(opened, query),
    transaction,
    planMigration: (model) => opened.queue(async () => plan(opened, model).steps.map(publicStep)),
    migrate: (model, within) => opened.queue(() => named(() => migrate(opened, model, { within }))),
    migratePart: (model) => opened.queue(() => named(() => migrate(opened, model, { isPart: true }))),
    stateOf: opened.totals.stateOf,
    forget: async (entities) => {
      const all = [...entities];
      opened.totals.changed(all);
      opened.references.changed(all);
    },
    probe: () => opened.queue(() => named(() => probe(opened.writer.db))),
    close: () => opened.queue(async () => close(opened)),
  };
  databases.set(store, writer.db);
  return store;
}

function rowsOf(opened: Opened, query: TableQuery): ReturnType<Store['rows']> {
  return opened.rows.rows(rowsSql(query, tablesOf(opened).tables), query.columns.map(columnReader));
}

function countRows(opened: Opened, query: TableQuery): Promise<number> {
  const { reads, ...ready } = countSql(query, tablesOf(opened).tables);
  const key = JSON.stringify([ready.text, ready.values]);
  return opened.totals.rememberLater({ key, reads, ask: () => opened.rows.count(ready) });
}

type Opened = {
  readonly writer: Connection;
  readonly reader: Connection;
  readonly totals: Totals;
  readonly references: ReferenceRows;
  readonly statistics: Statistics;
  readonly queue: ReturnType<typeof createQueue>;
  readonly rows: TableReader;
  tables?: SqliteTables;
};

function openConnection(file: string | Buffer, durability: 'full' | 'normal'): Database {
  const db = new Sqlite(file, { timeout: 50 });
  db.pragma('journal_mode = wal');
  db.pragma(`synchronous = ${durability}`);
  db.pragma('foreign_keys = on');
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = memory');
  // Where rows come in no order each commit touches a thousand pages, and would write them back at once: collected for
  // longer, most are written back once for several commits, and the longest commit takes a fifth of the time.
  db.pragma('wal_autocheckpoint = 4000');
  // After a large import the log gives its space back.
  db.pragma('journal_size_limit = 67108864');
  registerFunctions(db);
  return db;
}

/** What concerns the database as a whole is told from what concerns a record. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailableOf(error) ?? error;
  }
}

/** Sets what is set already: SQLite writes its first page all the same. */
async function probe(db: Database): Promise<void> {
  await beginWriting(db);
  try {
    db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    db.exec('commit');
  } finally {
    if (db.inTransaction) db.exec('rollback');
  }
}

function tablesOf(opened: Opened): SqliteTables {
  if (!opened.tables) throw new Error('The store has no model yet: call migrate first.');
  return opened.tables;
}

function readingSession(opened: Opened): StoreSession {
  return sqliteSession(readingParts(opened));
}

function readingParts(opened: Opened): SessionParts {
  return {
    connection: opened.reader,
    tables: tablesOf(opened),
    totals: opened.totals,
    references: opened.references,
    isWritten: () => false,
    onWrite: () => undefined,
  };
}

/** What a stream reads from: the tables as they were when it began, whatever is published meanwhile. */
function streamSource(opened: Opened, inTurn: <T>(run: () => Promise<T>) => Promise<T>): StreamSource {
  const parts = readingParts(opened);
  return {
    tables: parts.tables,
    find: (query) => inTurn(() => named(() => sqliteSession(parts).find(query))),
    rowNumbers: (ready) => opened.rows.rows(ready, [Number]),
    read: (query, ready) => inTurn(() => named(async () => readRecords(parts, query, ready))),
  };
}

async function runTransaction<T>(opened: Opened, work: (session: StoreSession) => Promise<T>): Promise<T> {
  const { writer, totals, references, statistics } = opened;
  const tables = tablesOf(opened);
  const written = new Set<string>();
  let writes = 0;
  const onWrite = (entity: string, records = 1) => {
    written.add(entity);
    writes += records;
  };
  const isWritten = (entity: string) => written.has(entity);
  const { session, end } = closingSession(
    sqliteSession({ connection: writer, tables, references, isWritten, onWrite }),
  );
  await beginWriting(writer.db);
  try {
    const result = await work(session);
    writer.db.exec('commit');
    totals.changed(written);
    references.changed(written);
    statistics.wrote(writes);
    return result;
  } catch (error) {
    throw brokenReference(error, writer.db, tables.tables) ?? error;
  } finally {
    end();
    if (writer.db.inTransaction) writer.db.exec('rollback');
  }
}

function plan(opened: Opened, model: Model, isPart = false) {
  return planMigration(entityTables(model), readSchema(opened.writer.db), isPart);
}

type Migrating = {
  readonly within?: (session: StoreSession) => Promise<void>;
  /** The model has a few entities only; the others have not gone. */
  readonly isPart?: boolean;
};

async function migrate(
  opened: Opened,
  model: Model,
  { within, isPart }: Migrating,
): Promise<readonly MigrationStep[]> {
  const { db } = opened.writer;
  const tables = sqliteTables(entityTables(model));
  await beginWriting(db);
  try {
    const planned = plan(opened, model, isPart);
    const schema = await applyMigration(db, planned);
    if (planned.steps.length > 0) writeSchema(db, { version: model.version, tables: schema });
    if (within) await writeWithin(opened, tables, within);
    db.exec('commit');
    opened.tables = tables;
    opened.totals.changed(model.entities.keys());
    opened.references.changed(model.entities.keys());
    void opened.statistics.refresh();
    return planned.steps.map(publicStep);
  } finally {
    if (db.inTransaction) db.exec('rollback');
  }
}

async function writeWithin(
  { writer, references }: Opened,
  tables: SqliteTables,
  work: (session: StoreSession) => Promise<void>,
): Promise<void> {
  const { session, end } = closingSession(
    sqliteSession({
      connection: writer,
      tables,
      references,
      // What is remembered was read by the model before.
      isWritten: () => true,
      onWrite: () => undefined,
    }),
  );
  try {
    await work(session);
  } finally {
    end();
  }
}

function publicStep({ kind, entity, field, says }: PlannedStep): MigrationStep {
  return { kind, entity, ...(field ? { field } : {}), says };
}

async function close({ writer, reader, rows }: Opened): Promise<void> {
  if (!writer.db.open) return;
  await rows.close();
  reader.db.close();
  if (writer.db.open) writer.db.close();
}
