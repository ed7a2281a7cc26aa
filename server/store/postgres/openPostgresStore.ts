/** A PostgreSQL database: any number of processes read concurrently; writers wait for each other. */
import { refusals } from '../../errors/Refusal.ts';
import { createTurns, type Turns } from '../../work/createTurns.ts';
import { createQueue } from '../createQueue.ts';
import { entityTables } from '../entityTable.ts';
import type { SqlTables } from '../sql/sqlTables.ts';
import { streamRecords } from '../sql/streamRecords.ts';
import type { Asking, CallReads, RecordSession, Store, StoreSession } from '../types.ts';
import { writesOf } from '../writesOf.ts';
import { type BuildingLater, createBuildingLater } from './buildLater.ts';
import { brokenReference } from './conflictOf.ts';
import { type Connections, openConnections } from './connections.ts';
import { cursorPieces } from './cursorPieces.ts';
import { inSession } from './inSession.ts';
import { keptFields, scanAs } from './keptColumns.ts';
import { type ConnectionLimits, connectionLimits, fetchedWithin, turnLimitsOf } from './limits.ts';
import { type Migrating, migrate, planSteps } from './migrating.ts';
import { postgresSession, recordsOf, type SessionParts } from './postgresSession.ts';
import { createProcesses } from './processes.ts';
import { noteWriter, openReplica, type Replica, type Source } from './replica.ts';
import {
  countingWrites,
  countWrites,
  createRevisions,
  noteWrite,
  type Revisions,
  readingRevisions,
  type Written,
} from './revisions.ts';
import { openShared, type SharedConnection } from './sharedConnection.ts';
import { countRows, type Questions, tableRows } from './tableRows.ts';
import { createWriting, type Writing } from './writing.ts';

export type PostgresOptions = {
  /** `postgres://…`; `?options=-c search_path=…` selects a schema. */
  readonly url: string;
  /** A replica that serves reports, exports and whole lists. */
  readonly readUrl?: string | undefined;
  /** Milliseconds a query may take. */
  readonly work?: number | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** The person who makes the change; absent: the server itself. Called only with a replica. */
  readonly writer?: (() => string | undefined) | undefined;
  /** Milliseconds without a renewal after which a process counts as dead. */
  readonly lease?: number | undefined;
  /** Bytes from which a table is migrated in phases, so that no call waits for it. */
  readonly largeFrom?: number | undefined;
  /** Aborted when the server is asked to stop. */
  readonly stopping?: AbortSignal | undefined;
};

const usualLease = 15_000;

/** Smaller tables are read and indexed within milliseconds. */
const usualLarge = 2 * 1024 * 1024;

/** Opens the database; call `migrate` first to bring it to a model. */
export function openPostgresStore(options: PostgresOptions): Store {
  const opened = open(options);
  const { connections, revisions, replica, turns, shared, processes } = opened;
  const outside = async <T>(read: (session: RecordSession) => Promise<T>, asking?: Asking): Promise<T> =>
    read(postgresSession(readingParts(opened, () => asking)));
  const transaction: Store['transaction'] = (run) => opened.queue(() => runTransaction(opened, run));
  return {
    flags: { durable: true, concurrentProcesses: true },
    shared,
    announce: shared.announce,
    processes,
    find: (query, asking) => outside((session) => session.find(query), asking),
    forCall: () => readsOfCall(opened),
    get: (entity, id) => outside((session) => session.get(entity, id)),
    getMany: (entity, ids) => outside((session) => session.getMany(entity, ids)),
    referring: (entity, path, id) => outside((session) => session.referring(entity, path, id)),
    count: (entity, filter, limits, asking) =>
      outside((session) => session.count(entity, filter, limits), asking),
    conflicting: (entity, record) => outside((session) => session.conflicting(entity, record)),
    scan: (query) => outside((session) => session.scan(query)),
    keptFields: (model) =>
      connections.reading((run) => keptFields(run, entityTables(model), tablesOf(opened).tables)),
    scanAs: (model, query) => connections.reading((run) => scanAs(run, entityTables(model), query)),
    tableRows: (query) => outside((session) => session.tableRows(query)),
    ...writesOf(transaction),
    stream: (query, asking) => replica.stream(asking, (at) => stream(opened, at, query, asking)),
    rows: (query, asking) => replica.stream(asking, (at) => tableRows(questions(opened, at), query, asking)),
    countRows: (query, asking) =>
      replica.ask(asking, (at) => countRows(questions(opened, at), query, asking)),
    transaction,
    planMigration: (model) => connections.reading((run) => planSteps(run, model)),
    migrate: (model, within) => opened.migrations(() => bringTo(opened, model, { within })),
    migratePart: (model) => opened.migrations(() => bringTo(opened, model, { isPart: true })),
    stateOf: revisions.stateOf,
    forget: (entities) =>
      opened.queue(() =>
        opened.writing.write((run) =>
          countWrites(run, new Map([...entities].map((each) => [each, undefined]))),
        ),
      ),
    probe: () =>
      opened.queue(() => opened.writing.tryWrite(async (run) => void (await run({ text: probing })))),
    probeRead: async () => void (await connections.read({ text: 'select 1', values: [] })),
    pools: () => [...connections.pools(), ...replica.pools()],
    close: () =>
      opened.queue(async () => {
        if (opened.isClosed) return;
        opened.isClosed = true;
        turns.close(refusals.stopping);
        opened.later.close();
        await processes.leave();
        await Promise.all([shared.close(), connections.close(), replica.close()]);
      }),
  };
}

/** Assigns a transaction id, as a write does: fails on a read-only server. */
const probing = 'select pg_current_xact_id()';

function open({ url, readUrl, work, limits: given, writer, ...options }: PostgresOptions): Opened {
  const { stopping, lease = usualLease, largeFrom = usualLarge } = options;
  const limits = { ...connectionLimits, ...(work && { statement: work }), ...given };
  const connections = openConnections(url, limits);
  const turns = createTurns(turnLimitsOf(limits));
  stopping?.addEventListener('abort', () => turns.close(refusals.stopping), { once: true });
  const revisions = createRevisions(connections);
  const main = { connections, revisions };
  const writing = createWriting(connections, { begins: readingRevisions, onBegin: revisions.began });
  const shared = openShared(url, connections.writing);
  return {
    ...{ ...main, turns, limits, queue: createQueue(), writing },
    ...{ shared, processes: createProcesses(connections, lease), largeFrom, migrations: createQueue() },
    later: createBuildingLater({ connections, shared }),
    replica:
      readUrl === undefined ? withoutReplica(main) : withReplica(openReplica(readUrl, { main, limits })),
    writer: () => (readUrl === undefined ? undefined : writer?.()),
  };
}

/** Where long queries are read. */
type Reading = Pick<Replica, 'stream' | 'ask'> & Pick<Connections, 'pools' | 'close' | 'renew'>;

const withoutReplica = (main: Source): Reading => ({
  stream: async function* (_asking, read) {
    yield* read(main);
  },
  ask: (_asking, read) => read(main),
  pools: () => [],
  close: async () => undefined,
  renew: () => undefined,
});

const withReplica = ({ stream, ask, connections, revisions: _ }: Replica): Reading => ({
  ...{ stream, ask, close: connections.close, renew: connections.renew },
  // This pool serves reads only.
  pools: () =>
    connections.pools().flatMap((one) => (one.pool === 'read' ? [{ ...one, pool: 'replica' }] : [])),
});

type Opened = {
  readonly connections: Connections;
  readonly turns: Turns;
  readonly revisions: Revisions;
  readonly replica: Reading;
  readonly writing: Writing;
  readonly shared: SharedConnection;
  readonly processes: ReturnType<typeof createProcesses>;
  readonly queue: ReturnType<typeof createQueue>;
  /** Migrations of this process; its writers wait only for their transactions. */
  readonly migrations: ReturnType<typeof createQueue>;
  readonly later: BuildingLater;
  readonly largeFrom: number;
  readonly limits: ConnectionLimits;
  readonly writer: () => string | undefined;
  tables?: SqlTables;
  isClosed?: boolean;
};

function tablesOf(opened: Opened): SqlTables {
  if (!opened.tables) throw new Error('The store has no model yet: call migrate first.');
  return opened.tables;
}

function readingParts(
  opened: Opened,
  askingNow: () => Asking | undefined,
  { connections, revisions }: Source = opened,
): SessionParts {
  return {
    run: async (ready) => {
      const rows = await connections.read({ values: [], ...ready } as never, askingNow());
      return { rows, count: rows.length };
    },
    tables: tablesOf(opened),
    totals: revisions,
    since: () => askingNow()?.since,
    onWrite: () => undefined,
  };
}

/** The reads of one call share a session, so that those it needs at the same time become one statement. */
function readsOfCall(opened: Opened): CallReads {
  let [of, session]: [SqlTables?, RecordSession?] = [];
  let asking: Asking | undefined;
  const current = (): RecordSession => {
    const tables = tablesOf(opened);
    if (!session || of !== tables)
      [of, session] = [tables, postgresSession(readingParts(opened, () => asking))];
    return session;
  };
  return {
    find: async (query, by) => {
      asking ??= by;
      return current().find(query);
    },
    get: async (entity, id) => current().get(entity, id),
    getMany: async (entity, ids) => current().getMany(entity, ids),
    count: async (entity, filter, limits, by) => {
      asking ??= by;
      return current().count(entity, filter, limits);
    },
  };
}

const questions = (opened: Opened, { connections, revisions }: Source): Questions => ({
  ...{ connections, turns: opened.turns, tables: tablesOf(opened).tables, remember: revisions.remember },
  ...{ work: opened.limits.statement, fetched: fetchedWithin(opened.limits) },
});

function stream(
  opened: Opened,
  source: Source,
  query: Parameters<Store['stream']>[0],
  asking: Asking | undefined,
) {
  const parts = readingParts(opened, () => asking, source);
  const session = postgresSession(parts);
  return streamRecords(
    {
      tables: parts.tables,
      find: session.find,
      rowNumbers: (ready) => cursorPieces(questions(opened, source), ready, { isLong: true, asking }),
      read: async (asked, ready) => recordsOf(parts, asked, (await parts.run(ready)).rows),
    },
    query,
  );
}

async function runTransaction<T>(opened: Opened, work: (session: StoreSession) => Promise<T>): Promise<T> {
  const tables = tablesOf(opened);
  const written: Written = new Map();
  const onWrite = (entity: string, more: number | undefined) => noteWrite(written, entity, more);
  const person = opened.writer();
  try {
    const result = await opened.writing.write(async (run, atCommit) => {
      const worked = await inSession({ run, tables, onWrite, isOneConnection: true }, work, atCommit);
      const counting = countingWrites(written);
      if (counting) atCommit(counting);
      if (written.size > 0) await noteWriter(run, person);
      return worked;
    });
    opened.revisions.changed();
    return result;
  } catch (error) {
    throw brokenReference(error, tables.tables) ?? error;
  }
}

async function bringTo(
  opened: Opened,
  model: Parameters<Store['migrate']>[0],
  how: Omit<Migrating, 'isFirst'>,
) {
  const isFirst = !opened.tables;
  const { tables, steps } = await migrate(opened, model, { ...how, isFirst });
  opened.tables = tables;
  opened.connections.renew();
  opened.replica.renew();
  opened.revisions.changed();
  if (isFirst || steps.length > 0) opened.later.begin();
  return steps;
}
