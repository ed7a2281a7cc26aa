/** The embedded database: one file, one connection for writes and one for reads. */
import type { Database } from 'better-sqlite3';
import type { Model } from '#engine';
import { closingSession } from '../closingSession.ts';
import { createQueue } from '../createQueue.ts';
import { entityTables } from '../entityTable.ts';
import { onlyProcess } from '../onlyProcess.ts';
import { planMigration } from '../sql/planMigration.ts';
import { type SqlTables, sqlTables } from '../sql/sqlTables.ts';
import { type StreamSource, streamRecords } from '../sql/streamRecords.ts';
import type { PlannedStep } from '../sql/tableDraft.ts';
import type { Asking, MigrationStep, RecordSession, Shared, Store, StoreSession } from '../types.ts';
import { withinProcess } from '../withinProcess.ts';
import { writesOf } from '../writesOf.ts';
import { applyMigration } from './applyMigration.ts';
import { countRows, type Tables, tableRows } from './askTables.ts';
import { beginWriting, unavailableOf } from './availability.ts';
import { brokenReference } from './conflictOf.ts';
import { Sqlite } from './driver.ts';
import { type Elsewhere, elsewhere } from './elsewhere.ts';
import { keptFields, scanAs } from './keptColumns.ts';
import { type PlanSteps, planSteps } from './planSteps.ts';
import { type ReaderOptions, readerLimits, readerPool } from './readers/readerPool.ts';
import { createReferenceRows, type ReferenceRows } from './referenceRows.ts';
import { registerFunctions } from './shadows.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import {
  countSteps,
  findSteps,
  readRecords,
  type SessionParts,
  type Steps,
  sqliteSession,
} from './sqliteSession.ts';
import { type Connection, connectionOf } from './statements.ts';
import { createStatistics, type Statistics } from './statistics.ts';
import { readSchema, writeSchema } from './storedSchema.ts';
import { sharedReader, type TableReader } from './tableReader.ts';
import { createTotals, type Totals } from './totals.ts';

export type SqliteOptions = {
  /** Path of the file, or `:memory:` for a database that ends with the store. */
  readonly file: string;
  /**
   * `full` (default): a commit survives a power failure. `normal`: the last commits may be lost, each as a
   * whole.
   */
  readonly durability?: 'full' | 'normal';
  /** Processes for long reads; absent: this process runs them in pieces, with a row limit. */
  readonly readers?: ReaderOptions | undefined;
  /** An in-memory store starts as a copy of this one. */
  readonly like?: Store;
  /** Checkpoints the valid part of the log at once, so the rest is never read again. */
  readonly startsLogAnew?: boolean;
};

const databases = new WeakMap<Store, Database>();

/** Opens or creates the file; call `migrate` first to bring it to a model. */
export function openSqliteStore(options: SqliteOptions): Store {
  const opened = open(options);
  const { isShared, reader } = opened;
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => (isShared ? opened.queue(run) : run());
  const outside = <T>(read: (session: RecordSession) => Promise<T>): Promise<T> =>
    inTurn(() => named(async () => read(sqliteSession(readingParts(opened)))));
  const read = <T>(steps: (parts: SessionParts) => Steps<T>, asking?: Asking): Promise<T> =>
    inTurn(() =>
      named(async () => {
        const parts = readingParts(opened);
        return opened.elsewhere.run(parts, steps(parts), asking);
      }),
    );
  const transaction: Store['transaction'] = (work) =>
    opened.queue(() => named(() => runTransaction(opened, work)));
  const store: Store = {
    flags: { durable: !isShared, concurrentProcesses: false },
    shared: opened.shared,
    announce: opened.shared.announce,
    find: (query, asking) => read((parts) => findSteps(parts, query), asking),
    get: (entity, id) => outside((session) => session.get(entity, id)),
    getMany: (entity, ids) => outside((session) => session.getMany(entity, ids)),
    referring: (entity, path, id) => outside((session) => session.referring(entity, path, id)),
    count: (entity, filter, limits, asking) =>
      read((parts) => countSteps(parts, { entity, filter, limits }), asking),
    conflicting: (entity, record) => outside((session) => session.conflicting(entity, record)),
    scan: (query) => outside((session) => session.scan(query)),
    keptFields: (model) =>
      inTurn(async () => keptFields(reader.db, entityTables(model), tablesOf(opened).tables)),
    scanAs: (model, query) => inTurn(async () => scanAs(reader.db, entityTables(model), query)),
    ...writesOf(transaction),
    tableRows: (query) => outside((session) => session.tableRows(query)),
    stream: (query, asking) => streamRecords(streamSource(opened, inTurn, asking), query),
    rows: (query, asking) => tableRows(asked(opened), query, asking),
    countRows: (query, asking) => named(() => countRows(asked(opened), query, asking)),
    transaction,
    planMigration: (model) => opened.queue(async () => plan(opened, model).steps.map(publicStep)),
    migrate: (model, within) => opened.queue(() => named(() => migrate(opened, model, { within }))),
    migratePart: (model) => opened.queue(() => named(() => migrate(opened, model, { isPart: true }))),
    stateOf: opened.totals.stateOf,
    processes: onlyProcess(),
    forget: async (entities) => {
      const all = [...entities];
      opened.totals.changed(all);
      opened.references.changed(all);
    },
    probe: () => opened.queue(() => named(() => probe(opened.writer.db))),
    close: () => opened.queue(async () => close(opened)),
  };
  databases.set(store, opened.writer.db);
  return store;
}

function open(options: SqliteOptions): Opened {
  const { file, durability = 'full', readers } = options;
  const writer = openWriter(options);
  // An in-memory database belongs to one connection: reads and transactions take turns.
  const isShared = file === ':memory:' || file === '';
  const reader = isShared ? writer : connectionOf(openConnection(file, durability));
  const queue = createQueue();
  const plans = planSteps(reader.db);
  const pool = readers && !isShared ? readerPool(file, readers) : undefined;
  return {
    ...{ writer, reader, queue, plans, isShared, shared: withinProcess() },
    totals: createTotals(writer.db),
    references: createReferenceRows(writer.db),
    statistics: createStatistics({ writer: writer.db, reader: reader.db, queue, learnt: plans.forget }),
    work: readers?.limits?.work ?? readerLimits.work,
    isCounted: !pool,
    elsewhere: elsewhere(pool, plans),
    rows: pool ?? sharedReader(isShared ? { connection: writer, queue } : { file }),
  };
}

function openWriter({ file, durability = 'full', like, startsLogAnew }: SqliteOptions): Connection {
  const db = openConnection((like && databases.get(like)?.serialize()) ?? file, durability);
  if (startsLogAnew) db.pragma('wal_checkpoint(truncate)');
  return connectionOf(db);
}

type Opened = {
  /** In memory: one connection for everything. */
  readonly isShared: boolean;
  readonly shared: Shared;
  readonly writer: Connection;
  readonly reader: Connection;
  readonly totals: Totals;
  readonly references: ReferenceRows;
  readonly statistics: Statistics;
  readonly queue: ReturnType<typeof createQueue>;
  readonly rows: TableReader;
  readonly plans: PlanSteps;
  readonly elsewhere: Elsewhere;
  /** Milliseconds a query may take. */
  readonly work: number;
  /** Statements count the rows they visit themselves. */
  readonly isCounted: boolean;
  tables?: SqlTables;
};

function openConnection(file: string | Buffer, durability: 'full' | 'normal'): Database {
  const db = new Sqlite(file, { timeout: 50 });
  db.pragma('journal_mode = wal');
  db.pragma(`synchronous = ${durability}`);
  db.pragma('foreign_keys = on');
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = memory');
  // With random inserts each commit touches a thousand pages. Checkpointing less often writes most pages once
  // for several commits, and the longest commit takes a fifth of the time.
  db.pragma('wal_autocheckpoint = 4000');
  // Shrinks the log after a large import.
  db.pragma('journal_size_limit = 67108864');
  registerFunctions(db);
  return db;
}

/** Separates failures of the database as a whole from those of a record. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailableOf(error) ?? error;
  }
}

/** Sets the version to its current value: SQLite still writes the first page. */
async function probe(db: Database): Promise<void> {
  await beginWriting(db);
  try {
    db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    db.exec('commit');
  } finally {
    if (db.inTransaction) db.exec('rollback');
  }
}

const asked = (opened: Opened): Tables => ({ ...opened, tables: tablesOf(opened).tables });

function tablesOf(opened: Opened): SqlTables {
  if (!opened.tables) throw new Error('The store has no model yet: call migrate first.');
  return opened.tables;
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

/** The source of a stream: the tables as of its start, even if a release follows. */
function streamSource(
  opened: Opened,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  asking: Asking | undefined,
): StreamSource {
  const parts = readingParts(opened);
  return {
    tables: parts.tables,
    find: (query) => inTurn(() => named(() => opened.elsewhere.run(parts, findSteps(parts, query), asking))),
    rowNumbers: (ready) =>
      opened.rows.rows(ready, { readers: [Number], isLong: opened.elsewhere.isLong(ready.text), asking }),
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
  const { session, end, tell } = closingSession(
    sqliteSession({ connection: writer, tables, references, isWritten, onWrite }),
  );
  await beginWriting(writer.db);
  try {
    const result = await work(session);
    writer.db.exec('commit');
    totals.changed(written);
    references.changed(written);
    statistics.wrote(writes);
    await tell(opened.shared.announce);
    return result;
  } catch (error) {
    throw brokenReference(error, writer.db, tables.tables) ?? error;
  } finally {
    end();
    if (writer.db.inTransaction) writer.db.exec('rollback');
  }
}

function plan(opened: Opened, model: Model, isPart = false) {
  return planMigration(
    entityTables(model),
    { actual: readSchema(opened.writer.db), dialect: sqliteDialect },
    isPart,
  );
}

type Migrating = {
  readonly within?: (session: StoreSession) => Promise<void>;
  /** The model holds only some entities; leave the tables of others alone. */
  readonly isPart?: boolean;
};

async function migrate(
  opened: Opened,
  model: Model,
  { within, isPart }: Migrating,
): Promise<readonly MigrationStep[]> {
  const { db } = opened.writer;
  const tables = sqlTables(entityTables(model), sqliteDialect);
  await beginWriting(db);
  try {
    const planned = plan(opened, model, isPart);
    const schema = await applyMigration(db, planned);
    if (planned.steps.length > 0) writeSchema(db, { version: model.version, tables: schema });
    const tell = within && (await writeWithin(opened, tables, within));
    db.exec('commit');
    opened.tables = tables;
    opened.totals.changed(model.entities.keys());
    opened.references.changed(model.entities.keys());
    opened.plans.forget();
    void opened.statistics.refresh();
    await tell?.(opened.shared.announce);
    return planned.steps.map(publicStep);
  } finally {
    if (db.inTransaction) db.exec('rollback');
  }
}

async function writeWithin(
  { writer, references }: Opened,
  tables: SqlTables,
  work: (session: StoreSession) => Promise<void>,
) {
  const { session, end, tell } = closingSession(
    sqliteSession({
      connection: writer,
      tables,
      references,
      // The cache was filled under the previous model.
      isWritten: () => true,
      onWrite: () => undefined,
    }),
  );
  await work(session).finally(end);
  return tell;
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
