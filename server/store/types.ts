/**
 * The interface of every store adapter: SQLite, memory and PostgreSQL. Async; one contract suite covers all.
 */

import type { DataRecord, FilterTree, Locale, Model, RowLimits, Sort, UniqueModel } from '#engine';
import type { TableQuery, TableRow } from './tableQuery.ts';

export type RecordQuery = {
  readonly entity: string;
  readonly filter?: FilterTree;
  /** Holds for most records as well: a store checks each row it finds, but does not start from it. */
  readonly mostly?: FilterTree;
  /** Row limits of the entity, and of those that filter and sort paths lead through. */
  readonly limits?: RowLimits;
  /** Most records of the entity are visible: its limit is applied as `mostly` is. */
  readonly isWide?: boolean;
  readonly sort?: readonly Sort[];
  /** Sorts texts of shipped records as readers of this language see them; absent: as stored. */
  readonly language?: Locale;
  /** Few rows match, such as those of one owner: a store may read them along with others of the call. */
  readonly isFew?: boolean;
  /** 1-based; absent: all rows. */
  readonly page?: { readonly number: number; readonly size: number };
  /** Also count all matching rows; `capped`: a store may stop at `cappedTotal`. */
  readonly total?: boolean | 'capped';
  /** Wanted fields, with their expansions; absent: all. A store may return more. */
  readonly only?: readonly string[];
};

/** Who is asking: one person's long queries must not delay other people's. */
export type Asking = {
  /** Absent: the server itself. */
  readonly person?: string | undefined;
  /** When the call arrived (`performance.now()`): cached totals may be as old as this, but not older. */
  readonly since?: number | undefined;
  /** Aborted when the caller has gone. */
  readonly signal?: (() => AbortSignal) | undefined;
};
/** A whole list: all matching records, in the requested order. */
export type StreamQuery = Omit<RecordQuery, 'page' | 'total'>;

/** A scan over many records in insertion order. */
export type ScanQuery = {
  readonly entity: string;
  /** Scan only records whose single-reference field has this id. */
  readonly of?: { readonly field: string; readonly id: string };
  /** `next` of the previous piece; absent: from the start. */
  readonly after?: ScanPlace;
  readonly size: number;
};

/** A scan position; only the store that returned it can interpret it. */
export type ScanPlace = number | string;

/** `next` is absent in the last piece. */
export type ScanPiece = { readonly items: readonly DataRecord[]; readonly next?: ScanPlace };

/** Copies one owner's records to another, a piece at a time. */
export type CopyQuery = {
  readonly entity: string;
  /** The owner field, and the owner whose records are copied. */
  readonly of: { readonly field: string; readonly id: string };
  /** Values to replace in the copies, including the new owner. */
  readonly set: DataRecord;
  readonly newId: () => string;
  /** `next` of the previous piece; absent: from the start. */
  readonly after?: ScanPlace;
  readonly size: number;
};

/** The number copied; `next` is absent in the last piece. */
export type CopyPiece = { readonly count: number; readonly next?: ScanPlace };

export type RecordPage = {
  readonly items: readonly DataRecord[];
  readonly total: number;
  /** There are more than `total`: counting stopped there. */
  readonly isCapped?: boolean;
};

/** Where counting stops for lists that need no exact total. */
export const cappedTotal = 10_000;

/**
 * Reads and writes, inside or outside a transaction. Records go in as stored fields and come out in answer
 * shape: references expanded as declared (`Brand: { Id, Name }` beside `BrandId`), dates as text, booleans as
 * booleans, money as numbers, rows as lists. Callers compute derived fields that are not stored.
 */
export type RecordSession = {
  /** Outside a transaction, long reads run elsewhere and take turns by person. */
  readonly find: (query: RecordQuery, asking?: Asking) => Promise<RecordPage>;
  readonly get: (entity: string, id: string) => Promise<DataRecord | undefined>;
  /** Many by id, in no particular order; unknown ids are left out. */
  readonly getMany: (entity: string, ids: readonly string[]) => Promise<readonly DataRecord[]>;
  readonly insert: (entity: string, record: DataRecord) => Promise<void>;
  /** Inserts many, skipping those that violate a unique. Returns the number inserted. */
  readonly insertMany: (entity: string, records: readonly DataRecord[]) => Promise<number>;
  /**
   * Copies the next piece of an owner's records, in the store's own order, skipping those that violate a
   * unique.
   */
  readonly copyMany: (query: CopyQuery) => Promise<CopyPiece>;
  /** The next piece of a scan; its cost does not depend on the position. References are not expanded. */
  readonly scan: (query: ScanQuery) => Promise<ScanPiece>;
  /**
   * Writes the fields and increments Revision; false if `revision` is given and stale, or there is no such
   * record.
   */
  readonly update: (entity: string, id: string, fields: DataRecord, revision?: number) => Promise<boolean>;
  /**
   * Writes values that follow from other records; the revision stays, so nobody's open form is outdated. False
   * if there is no such record.
   */
  readonly refresh: (entity: string, id: string, fields: DataRecord) => Promise<boolean>;
  readonly remove: (entity: string, id: string) => Promise<boolean>;
  /** All rows of a table query, including what this transaction has written; for few rows. */
  readonly tableRows: (query: TableQuery) => Promise<readonly TableRow[]>;
  /** Records of `entity` whose field at the dotted path (also in rows and reference lists) refers to `id`. */
  readonly referring: (entity: string, path: string, id: string) => Promise<readonly DataRecord[]>;
  readonly count: (
    entity: string,
    filter?: FilterTree,
    limits?: RowLimits,
    asking?: Asking,
  ) => Promise<number>;
  /** The uniques this record violates because another record has the same values. */
  readonly conflicting: (entity: string, record: DataRecord) => Promise<readonly UniqueModel[]>;
};

export type StoreSession = RecordSession & Announcing;

type Announcing = {
  /**
   * Notifies every process on the database once, including this one; in a transaction, only after its commit.
   * At most 4,000 bytes.
   */
  readonly announce: (topic: string, text: string) => Promise<void>;
};

/** Messages and locks shared by the processes on one database. */
export type Shared = Announcing & {
  /**
   * Returns a function that stops listening. `onGap` is called when announcements may have been missed, such
   * as after a lost connection: invalidate caches then.
   */
  readonly listen: (topic: string, listener: (text: string) => void, onGap?: () => void) => () => void;
  /**
   * Runs the work unless work of this name already runs in any process; returns undefined then. A dead
   * process releases its name. The signal is aborted if the connection that holds the lock is lost.
   */
  readonly alone: <T>(name: string, work: (lost: AbortSignal) => Promise<T>) => Promise<T | undefined>;
};

/** Reads of committed data. */
export type CallReads = Pick<StoreSession, 'find' | 'get' | 'getMany' | 'count'>;

export type Store = StoreSession & {
  /** Reads for one call: those that it awaits at the same time may become one statement. */
  readonly forCall?: () => CallReads;
  readonly flags: { readonly durable: boolean; readonly concurrentProcesses: boolean };
  readonly shared: Shared;
  /**
   * All records of a list, a piece at a time, in bounded memory and with nothing held open between pieces.
   * Other work runs in between, and the stream ends when the reader stops. The order is fixed at the start;
   * each record appears at most once, as it is when its piece is read, and not at all if it no longer
   * matches.
   */
  readonly stream: (query: StreamQuery, asking?: Asking) => AsyncIterable<readonly DataRecord[]>;
  /**
   * Rows of a table query, a piece at a time. Other work runs in between, and the query ends when the reader
   * stops. It reads a snapshot of committed data, taken when the first piece is requested. Queries that would
   * take too long or too much space are refused before or during the read.
   */
  readonly rows: (query: TableQuery, asking?: Asking) => AsyncIterable<readonly TableRow[]>;
  /** The number of rows, up to the query's `take`. */
  readonly countRows: (query: TableQuery, asking?: Asking) => Promise<number>;
  /** All or nothing; writers wait for each other. Throws `StoreConflict` if a constraint is violated. */
  readonly transaction: <T>(work: (session: StoreSession) => Promise<T>) => Promise<T>;
  /** The changes needed to fit the tables to the model; empty if there are none. */
  readonly planMigration: (model: Model) => Promise<readonly MigrationStep[]>;
  /**
   * Executes the plan in one transaction, then uses `model` for reads and writes. Never drops a column's data
   * or a table. `within` writes in the same transaction, by the new model: a failure of either rolls back
   * both.
   */
  readonly migrate: (
    model: Model,
    within?: (session: StoreSession) => Promise<void>,
  ) => Promise<readonly MigrationStep[]>;
  /** The same for some entities of a model; the tables of the others are left as they are. */
  readonly migratePart: (model: Model) => Promise<readonly MigrationStep[]>;
  /**
   * Fields of a model that the current one lacks and whose old values are still stored, by entity; includes
   * removed entities.
   */
  readonly keptFields: (model: Model) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /**
   * The next piece of a scan over records as another model would show them, with their restored values.
   * Read-only.
   */
  readonly scanAs: (model: Model, query: Omit<ScanQuery, 'of'>) => Promise<ScanPiece>;
  /**
   * Changes after each committed write to one of these entities; without any, after every commit. Writes of
   * other processes are checked at most every `foreignEvery` milliseconds; absent: each time. `-` before an
   * entity name: only deletions count, if several processes write.
   */
  readonly stateOf: (entities?: Iterable<string>, foreignEvery?: number) => string | Promise<string>;
  /** Drops the store's cached totals of these entities; they are recounted. */
  readonly forget: (entities: Iterable<string>) => Promise<void>;
  /** The processes that use the database; of a single-process store, only this one. */
  readonly processes: {
    /** The name of this process; new at each start. */
    readonly own: string;
    /** Registers this process as alive until the store is closed, and returns all live ones. */
    readonly living: () => Promise<ReadonlySet<string>>;
  };
  /** A write without effect; fails as a write would, with `StoreUnavailable`. */
  readonly probe: () => Promise<void>;
  /** A read that does not wait for writers; fails with `StoreUnavailable`. Absent: use `probe`. */
  readonly probeRead?: () => Promise<void>;
  /** Connections by pool (`read`, `write` …); absent: the store has none. */
  readonly pools?: () => readonly PoolState[];
  readonly close: () => Promise<void>;
};

export type PoolState = {
  readonly pool: string;
  readonly most: number;
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
};

export type MigrationStep = {
  readonly kind:
    | 'create-table'
    | 'add-column'
    | 'create-index'
    | 'drop-index'
    | 'drop-column'
    | 'change-column'
    | 'keep-column'
    | 'rename-column';
  readonly entity: string;
  readonly field?: string;
  /** One sentence for the operator. */
  readonly says: string;
};

/**
 * A unique index or foreign key refused the write; `constraint` is the `UniqueModel` id, or the field whose
 * reference leads to no record.
 */
export class StoreConflict extends Error {
  readonly kind: 'unique' | 'reference';
  readonly entity: string;
  readonly constraint?: string;

  constructor(options: {
    kind: 'unique' | 'reference';
    entity: string;
    constraint?: string;
    cause?: unknown;
  }) {
    super(
      `${options.kind} constraint of ${options.entity}${options.constraint ? `: ${options.constraint}` : ''}`,
      { cause: options.cause },
    );
    this.name = 'StoreConflict';
    this.kind = options.kind;
    this.entity = options.entity;
    this.constraint = options.constraint;
  }
}

/** The store as a whole cannot serve now; nothing of the request has been written. */
export class StoreUnavailable extends Error {
  /**
   * `busy`: another process holds it. `away`: its server is down, starting or stopping, or the connection was
   * cut. `unsure`: the connection was cut during the commit, so the outcome is unknown. `full`: the disk is
   * full. `read-only`: it takes no writes. `failing`: it cannot be read or written. `damaged`: the file is no
   * longer a valid database.
   */
  readonly reason: 'busy' | 'away' | 'unsure' | 'full' | 'read-only' | 'failing' | 'damaged';

  constructor(reason: StoreUnavailable['reason'], { cause }: { cause: unknown }) {
    super(`The store is unavailable: ${reason}`, { cause });
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/** The tables are no longer those of the model: a release of another process has changed them. */
export class StoreOutdated extends Error {
  constructor(options: { cause: unknown }) {
    super('The tables have changed.', options);
    this.name = 'StoreOutdated';
  }
}

/** A stored value that cannot be read; all other values are intact. */
export class DamagedValue extends Error {
  constructor(
    { entity, path }: { readonly entity: string; readonly path: string },
    options: { cause: unknown },
  ) {
    super(`${path} of a record of ${entity} is no JSON.`, options);
    this.name = 'DamagedValue';
  }
}
