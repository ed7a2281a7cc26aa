/** What every store adapter gives: SQLite, memory, later PostgreSQL. Async; one contract suite. */

import type { DataRecord, FilterTree, Model, RowLimits, Sort, UniqueModel } from '#engine';
import type { TableQuery, TableRow } from './tableQuery.ts';

export type RecordQuery = {
  readonly entity: string;
  readonly filter?: FilterTree;
  /** Holds beside it, of most records: a store asks it of each that it finds, and does not begin with it. */
  readonly mostly?: FilterTree;
  /** Which records are seen: of the entity, and of those that paths of the filter and the sort lead through. */
  readonly limits?: RowLimits;
  /** Most records of the entity are seen: its limit is asked as `mostly` is. */
  readonly isWide?: boolean;
  readonly sort?: readonly Sort[];
  /** 1-based; absent: all rows. */
  readonly page?: { readonly number: number; readonly size: number };
  /** Also count all rows that pass the filter; `capped`: a store may stop at `cappedTotal`. */
  readonly total?: boolean | 'capped';
  /** Fields that are wanted, with what they bring beside themselves; absent: all. A store may give more. */
  readonly only?: readonly string[];
};

/** Who waits for an answer: long questions of one person keep nobody else's waiting. */
export type Asking = {
  /** Absent: the server itself. */
  readonly person?: string | undefined;
  /** Aborted when nobody waits any more. */
  readonly signal?: (() => AbortSignal) | undefined;
};
/** A whole list: all that passes, in the order asked for. */
export type StreamQuery = Omit<RecordQuery, 'page' | 'total'>;

/** A walk over many records in the order they were stored. */
export type ScanQuery = {
  readonly entity: string;
  /** The owner or other record whose records are walked: a field that refers to one record, and its id. */
  readonly of?: { readonly field: string; readonly id: string };
  /** What the piece before gave as `next`; absent: from the start. */
  readonly after?: ScanPlace;
  readonly size: number;
};

/** A place in a walk; only the store that gave it knows what it means. */
export type ScanPlace = number | string;

/** `next` is absent when that was the last. */
export type ScanPiece = { readonly items: readonly DataRecord[]; readonly next?: ScanPlace };

/** Records of one owner made again for another, a piece of them at a time. */
export type CopyQuery = {
  readonly entity: string;
  /** The field that says whose they are, and whose are copied. */
  readonly of: { readonly field: string; readonly id: string };
  /** What the copies have otherwise, the new owner among it. */
  readonly set: DataRecord;
  readonly newId: () => string;
  /** What the piece before gave as `next`; absent: from the start. */
  readonly after?: ScanPlace;
  readonly size: number;
};

/** How many were copied; `next` is absent when that was the last piece. */
export type CopyPiece = { readonly count: number; readonly next?: ScanPlace };

export type RecordPage = {
  readonly items: readonly DataRecord[];
  readonly total: number;
  /** There are more than `total`: counting stopped there. */
  readonly isCapped?: boolean;
};

/** Records up to which a list is counted that need not be counted to its end. */
export const cappedTotal = 10_000;

/**
 * Reading and writing inside or outside a transaction. Records go in as stored fields and come out in answer shape:
 * references expanded as declared (`Brand: { Id, Name }` beside `BrandId`), dates as text, booleans as booleans,
 * money as numbers, rows as lists. Derived, not stored fields are the caller's.
 */
export type RecordSession = {
  /** Outside a transaction what takes long is read elsewhere, by turns of those who are `asking`. */
  readonly find: (query: RecordQuery, asking?: Asking) => Promise<RecordPage>;
  readonly get: (entity: string, id: string) => Promise<DataRecord | undefined>;
  /** Many by id, in no order; unknown ids are left out. */
  readonly getMany: (entity: string, ids: readonly string[]) => Promise<readonly DataRecord[]>;
  readonly insert: (entity: string, record: DataRecord) => Promise<void>;
  /** Many at once; those that a unique stands in the way of are left out. Gives how many went in. */
  readonly insertMany: (entity: string, records: readonly DataRecord[]) => Promise<number>;
  /** Copies the next piece of an owner's records, in an order of the store's own; those that a unique stands in the way of are left out. */
  readonly copyMany: (query: CopyQuery) => Promise<CopyPiece>;
  /** The next piece of a walk, whose cost does not grow with what lies before it. References are not expanded. */
  readonly scan: (query: ScanQuery) => Promise<ScanPiece>;
  /** Writes the given fields and adds 1 to Revision; false when `revision` is given and is not the stored one, or no such record. */
  readonly update: (entity: string, id: string, fields: DataRecord, revision?: number) => Promise<boolean>;
  readonly remove: (entity: string, id: string) => Promise<boolean>;
  /** Records of `entity` whose field at the dotted path (into rows and reference lists too) refers to `id`. */
  readonly referring: (entity: string, path: string, id: string) => Promise<readonly DataRecord[]>;
  readonly count: (
    entity: string,
    filter?: FilterTree,
    limits?: RowLimits,
    asking?: Asking,
  ) => Promise<number>;
  /** The uniques that another record (than the one of this record's `Id`) already stands in the way of. */
  readonly conflicting: (entity: string, record: DataRecord) => Promise<readonly UniqueModel[]>;
};

export type StoreSession = RecordSession & Announcing;

type Announcing = {
  /** Tells every process on the database, this one too, once; of a transaction only after it is committed. At most 4,000 bytes. */
  readonly announce: (topic: string, text: string) => Promise<void>;
};

/** What the processes on one database share beside its records. */
export type Shared = Announcing & {
  /**
   * Ends with what it gives. `onGap` when announcements may have been missed, as after a lost connection: read anew
   * what you keep.
   */
  readonly listen: (topic: string, listener: (text: string) => void, onGap?: () => void) => () => void;
  /**
   * Runs the work unless work of this name runs already, in this process or another; undefined then. A process that
   * dies lets go. The signal is aborted where the connection is lost that keeps others away.
   */
  readonly alone: <T>(name: string, work: (lost: AbortSignal) => Promise<T>) => Promise<T | undefined>;
};

export type Store = StoreSession & {
  readonly flags: { readonly durable: boolean; readonly concurrentProcesses: boolean };
  readonly shared: Shared;
  /**
   * All records of a list, a piece at a time, in bounded memory and without holding anything open between pieces:
   * others are served in between, and whoever stops reading ends the work. The order is that of the beginning; each
   * record comes at most once, as it is when its piece is read, and not at all if it no longer passes by then.
   */
  readonly stream: (query: StreamQuery, asking?: Asking) => AsyncIterable<readonly DataRecord[]>;
  /**
   * Rows of a question over several tables, a piece at a time: others are served in between, and whoever stops reading
   * ends the work. What is committed is read, as it was when the first piece was asked for. What would take too long,
   * or too much room, is refused before or while it is read.
   */
  readonly rows: (query: TableQuery, asking?: Asking) => AsyncIterable<readonly TableRow[]>;
  /** How many rows it has, up to its `take`. */
  readonly countRows: (query: TableQuery, asking?: Asking) => Promise<number>;
  /** All or nothing; writers wait for each other. A constraint that breaks throws `StoreConflict`. */
  readonly transaction: <T>(work: (session: StoreSession) => Promise<T>) => Promise<T>;
  /** What must change so that the tables fit the model; empty when they do. */
  readonly planMigration: (model: Model) => Promise<readonly MigrationStep[]>;
  /**
   * Carries the plan out in one transaction, and reads and writes by `model` from then on. Never drops a column's
   * data, nor a table. What is to be written `within` the same transaction is written by the new model: a failure of
   * either leaves everything as it was.
   */
  readonly migrate: (
    model: Model,
    within?: (session: StoreSession) => Promise<void>,
  ) => Promise<readonly MigrationStep[]>;
  /** The same for a few entities of a model whose others are not known yet: their tables are left as they are. */
  readonly migratePart: (model: Model) => Promise<readonly MigrationStep[]>;
  /** Fields of a model that this store's own lacks and whose values of before are still there, by entity; those too that are gone. */
  readonly keptFields: (model: Model) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** The next piece of a walk over records as they would be under another model, with what is kept for it. Nothing changes. */
  readonly scanAs: (model: Model, query: Omit<ScanQuery, 'of'>) => Promise<ScanPiece>;
  /**
   * Another text after a write to one of these entities is committed; without any, after every commit. A write of
   * another process is asked for at most every `foreignEvery` milliseconds; absent: each time. `-` before the name of
   * an entity: only what removed records of it counts, where several processes write.
   */
  readonly stateOf: (entities?: Iterable<string>, foreignEvery?: number) => string | Promise<string>;
  /** Drops what the store remembers of these entities beside the records: they are counted anew. */
  readonly forget: (entities: Iterable<string>) => Promise<void>;
  /** Those that use the database; of a store that one process has for itself, that one. */
  readonly processes: {
    /** The name of this one; another at each start. */
    readonly own: string;
    /** Says that this process lives, from now until the store is closed, and names all that do. */
    readonly living: () => Promise<ReadonlySet<string>>;
  };
  /** Writes something that changes nothing; fails as a write would: `StoreUnavailable`. */
  readonly probe: () => Promise<void>;
  /** Reads something without waiting for writers; fails with `StoreUnavailable`. Absent: `probe` tells that, too. */
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
    | 'change-column'
    | 'keep-column'
    | 'rename-column';
  readonly entity: string;
  readonly field?: string;
  /** One sentence for the operator. */
  readonly says: string;
};

/**
 * A unique index or foreign key refused the write; `constraint` is the `UniqueModel` id, or the field that refers to
 * a record that is not there.
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

/** The store as a whole cannot serve now, whatever is asked of it; nothing of what was asked has been written. */
export class StoreUnavailable extends Error {
  /**
   * `busy`: another process holds it. `away`: its server is not there, starts or stops, or the connection was cut.
   * `unsure`: the connection was cut at the end of a transaction, and nobody can tell whether it holds. `full`: no room
   * on the disk. `read-only`: it takes no writes. `failing`: it cannot be read or written. `damaged`: it is no database
   * any more.
   */
  readonly reason: 'busy' | 'away' | 'unsure' | 'full' | 'read-only' | 'failing' | 'damaged';

  constructor(reason: StoreUnavailable['reason'], { cause }: { cause: unknown }) {
    super(`The store is unavailable: ${reason}`, { cause });
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/** A value that the store holds and cannot read; everything else it holds is sound. */
export class DamagedValue extends Error {
  constructor(
    { entity, path }: { readonly entity: string; readonly path: string },
    options: { cause: unknown },
  ) {
    super(`${path} of a record of ${entity} is no JSON.`, options);
    this.name = 'DamagedValue';
  }
}
