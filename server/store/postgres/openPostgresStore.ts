/** A PostgreSQL database: any number of processes read it, and those that write wait for each other. */
import type { Model } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { closingSession } from '../closingSession.ts';
import { createQueue } from '../createQueue.ts';
import { entityTables } from '../entityTable.ts';
import { createTurns, type TurnLimits, type Turns } from '../sql/createTurns.ts';
import { planMigration } from '../sql/planMigration.ts';
import { type SqlTables, sqlTables } from '../sql/sqlTables.ts';
import { streamRecords } from '../sql/streamRecords.ts';
import type { PlannedStep } from '../sql/tableDraft.ts';
import {
  type Asking,
  type MigrationStep,
  type RecordSession,
  type Store,
  type StoreSession,
  StoreUnavailable,
} from '../types.ts';
import { applyMigration } from './applyMigration.ts';
import { brokenReference } from './conflictOf.ts';
import { type Connections, connectionLimits, openConnections, type Run } from './connections.ts';
import { cursorPieces } from './cursorPieces.ts';
import { keptFields, scanAs } from './keptColumns.ts';
import { postgresDialect } from './postgresDialect.ts';
import { postgresSession, recordsOf, type SessionParts } from './postgresSession.ts';
import { createProcesses, makeProcesses } from './processes.ts';
import { countWrites, createRevisions, makeRevisions, type Revisions } from './revisions.ts';
import { notify, openShared, type SharedConnection } from './sharedConnection.ts';
import { readSchema, writeSchema } from './storedSchema.ts';
import { countRows, type Questions, tableRows } from './tableRows.ts';

type PostgresOptions = {
  /** `postgres://…`; `?options=-c search_path=…` names a schema of its own. */
  readonly url: string;
  /** Milliseconds that a question may be worked on. */
  readonly work?: number | undefined;
  /** Aborted when the server is asked to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** Milliseconds after which a process that says nothing more counts as dead. */
  readonly lease?: number | undefined;
};

const usualLease = 15_000;

/** Questions over many rows that are worked on at once: as many connections are taken. */
const turnLimits: TurnLimits = {
  ...{ open: 6, openOfOne: 3, long: 3, longOfOne: 2, waiting: 600, waitingOfOne: 60 },
  patience: 60_000,
};

/** Milliseconds that a piece waits to be fetched. */
const fetched = 60_000;

/** Opens the database; `migrate` brings it to a model and must be called first. */
export function openPostgresStore({
  url,
  work = connectionLimits.work,
  stopping,
  lease = usualLease,
}: PostgresOptions): Store {
  const connections = openConnections(url, { ...connectionLimits, work });
  const turns = createTurns(turnLimits);
  stopping?.addEventListener('abort', () => turns.close(refusals.stopping), { once: true });
  const revisions = createRevisions(connections);
  const shared = openShared(url, connections.writing);
  const processes = createProcesses(connections, lease);
  const opened: Opened = { connections, turns, revisions, shared, queue: createQueue(), work };
  const outside = async <T>(read: (session: RecordSession) => Promise<T>, asking?: Asking): Promise<T> =>
    read(postgresSession(readingParts(opened, asking)));
  const transaction: Store['transaction'] = (run) => opened.queue(() => runTransaction(opened, run));
  return {
    flags: { durable: true, concurrentProcesses: true },
    shared,
    announce: shared.announce,
    find: (query, asking) => outside((session) => session.find(query), asking),
    get: (entity, id) => outside((session) => session.get(entity, id)),
    getMany: (entity, ids) => outside((session) => session.getMany(entity, ids)),
    referring: (entity, path, id) => outside((session) => session.referring(entity, path, id)),
    count: (entity, filter, limits, asking) =>
      outside((session) => session.count(entity, filter, limits), asking),
    conflicting: (entity, record) => outside((session) => session.conflicting(entity, record)),
    insert: (entity, record) => transaction((session) => session.insert(entity, record)),
    insertMany: (entity, records) => transaction((session) => session.insertMany(entity, records)),
    copyMany: (query) => transaction((session) => session.copyMany(query)),
    scan: (query) => outside((session) => session.scan(query)),
    keptFields: (model) =>
      connections.reading((run) => keptFields(run, entityTables(model), tablesOf(opened).tables)),
    scanAs: (model, query) => connections.reading((run) => scanAs(run, entityTables(model), query)),
    update: (entity, id, fields, revision) =>
      transaction((session) => session.update(entity, id, fields, revision)),
    remove: (entity, id) => transaction((session) => session.remove(entity, id)),
    stream: (query, asking) => stream(opened, query, asking),
    rows: (query, asking) => tableRows(questions(opened), query, asking),
    countRows: async (query, asking) => countRows(questions(opened), query, asking),
    transaction,
    planMigration: (model) =>
      connections.reading(async (run) => (await plan(run, model)).steps.map(publicStep)),
    migrate: (model, within) => opened.queue(() => migrate(opened, model, { within })),
    migratePart: (model) => opened.queue(() => migrate(opened, model, { isPart: true })),
    stateOf: revisions.stateOf,
    forget: (entities) => opened.queue(() => writing(opened, (run) => countWrites(run, entities))),
    processes,
    probe: () => opened.queue(() => writing(opened, async (run) => void (await run({ text: probing })))),
    close: () =>
      opened.queue(async () => {
        if (opened.isClosed) return;
        opened.isClosed = true;
        turns.close(refusals.stopping);
        await processes.leave();
        await Promise.all([shared.close(), connections.close()]);
      }),
  };
}

/** What the server at an address is; fails where it cannot be reached. */
export async function checkServer(url: string) {
  const connections = openConnections(url, { ...connectionLimits, readers: 1 });
  try {
    const text = `select current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding'), current_schema()`;
    const [row = []] = await connections.read({ text, values: [] });
    const [version, name, encoding, schema] = row as [number, string, string, string | null];
    return { version, name, encoding, schema };
  } catch (error) {
    throw error instanceof StoreUnavailable ? error.cause : error;
  } finally {
    await connections.close();
  }
}

/** Takes a number of a transaction, as a write does: fails where nothing can be written. */
const probing = 'select pg_current_xact_id()';

type Opened = {
  readonly connections: Connections;
  readonly turns: Turns;
  readonly revisions: Revisions;
  readonly shared: SharedConnection;
  readonly queue: ReturnType<typeof createQueue>;
  readonly work: number;
  tables?: SqlTables;
  isClosed?: boolean;
};

function tablesOf(opened: Opened): SqlTables {
  if (!opened.tables) throw new Error('The store has no model yet: call migrate first.');
  return opened.tables;
}

function readingParts(opened: Opened, asking?: Asking): SessionParts {
  return {
    run: async (ready) => {
      const rows = await opened.connections.read({ values: [], ...ready } as never, asking);
      return { rows, count: rows.length };
    },
    tables: tablesOf(opened),
    remember: opened.revisions.remember,
    onWrite: () => undefined,
  };
}

const questions = (opened: Opened): Questions => ({
  ...opened,
  tables: tablesOf(opened).tables,
  remember: opened.revisions.remember,
  fetched,
});

function stream(opened: Opened, query: Parameters<Store['stream']>[0], asking: Asking | undefined) {
  const parts = readingParts(opened, asking);
  const session = postgresSession(parts);
  return streamRecords(
    {
      tables: parts.tables,
      find: session.find,
      rowNumbers: (ready) => cursorPieces({ ...opened, fetched }, ready, { isLong: true, asking }),
      read: async (asked, ready) => recordsOf(parts, asked, (await parts.run(ready)).rows),
    },
    query,
  );
}

/** One writer at a time, whatever process it is in: what it reads stays so until it has written. */
async function writing<T>(
  { connections }: Pick<Opened, 'connections'>,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  return connections.writing(async (run) => {
    await run({ text: 'begin' });
    try {
      // Of this schema's own tables; others in the database have another number.
      await run({ text: `select pg_advisory_xact_lock(hashtext('formwright'), hashtext(current_schema()))` });
      const result = await work(run);
      await run({ text: 'commit' });
      return result;
    } catch (error) {
      await run({ text: 'rollback' }).catch(() => undefined);
      throw error;
    }
  });
}

async function runTransaction<T>(opened: Opened, work: (session: StoreSession) => Promise<T>): Promise<T> {
  const tables = tablesOf(opened);
  const written = new Set<string>();
  const onWrite = (entity: string) => void written.add(entity);
  try {
    const result = await writing(opened, async (run) => {
      const worked = await inSession({ run, tables, onWrite }, work);
      await countWrites(run, written);
      return worked;
    });
    opened.revisions.changed();
    return result;
  } catch (error) {
    throw brokenReference(error, tables.tables) ?? error;
  }
}

/** What is announced goes with the commit. */
async function inSession<T>(parts: SessionParts, work: (session: StoreSession) => Promise<T>): Promise<T> {
  const { session, end, tell } = closingSession(postgresSession(parts));
  const worked = await work(session).finally(end);
  await tell((topic, text) => notify(parts.run, topic, text));
  return worked;
}

async function plan(run: Run, model: Model, isPart = false) {
  const actual = await readSchema(run);
  return planMigration(entityTables(model), { actual, dialect: postgresDialect }, isPart);
}

type Migrating = {
  readonly within?: ((session: StoreSession) => Promise<void>) | undefined;
  /** The model has a few entities only; the others have not gone. */
  readonly isPart?: boolean;
};

async function migrate(
  opened: Opened,
  model: Model,
  { within, isPart }: Migrating,
): Promise<readonly MigrationStep[]> {
  const tables = sqlTables(entityTables(model), postgresDialect);
  const written = new Set<string>();
  const onWrite = (entity: string) => void written.add(entity);
  const steps = await writing(opened, async (run) => {
    await makeRevisions(run);
    await makeProcesses(run);
    const planned = await plan(run, model, isPart);
    const schema = await applyMigration(run, planned);
    if (planned.steps.length > 0) await writeSchema(run, { version: model.version, tables: schema });
    if (within) await inSession({ run, tables, onWrite }, within);
    // A process that takes over what another one has changed writes nothing.
    await countWrites(run, planned.steps.length > 0 ? [...written, ...model.entities.keys()] : written);
    return planned.steps;
  });
  opened.tables = tables;
  opened.connections.renew();
  opened.revisions.changed();
  return steps.map(publicStep);
}

function publicStep({ kind, entity, field, says }: PlannedStep): MigrationStep {
  return { kind, entity, ...(field ? { field } : {}), says };
}
