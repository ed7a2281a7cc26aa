/**
 * SQLite's statistics on value distribution: without them, lists with several filters are 40 times slower.
 */
import type { Database } from 'better-sqlite3';
import { nextTurn } from '../../work/turns.ts';
import { createQueue } from '../createQueue.ts';
import { quoted } from '../sql/names.ts';
import { Sqlite } from './driver.ts';
import { sampleStatistics, type TableStatistics } from './sampleStatistics.ts';

export type Statistics = {
  /** Counts committed records; after enough of them the statistics are checked again. */
  readonly wrote: (records: number) => void;
  /** Refreshes stale statistics in small steps between other work. */
  readonly refresh: () => Promise<void>;
};

type Connections = {
  readonly writer: Database;
  /** Reloads the statistics that `writer` gathers. */
  readonly reader: Database;
  /** The queue of writers. */
  readonly queue: ReturnType<typeof createQueue>;
  /** Called when the statistics have changed. */
  readonly learnt?: () => void;
};

const writesBetween = 1000;
/**
 * Tables up to this size are analyzed whole, larger ones by sample: reading takes a second per 100,000 rows.
 */
const readWhole = 3000;
/** Milliseconds after which other requests are served first. */
const longest = 10;

type Known = { readonly rows: number; readonly indexes: ReadonlySet<string> };
type Table = Known & { readonly name: string };

/** Maintains the statistics of a file that both connections have open. */
export function createStatistics({ writer, reader, queue, learnt }: Connections): Statistics {
  const known = new Map<string, Known>();
  let pending = 0;
  const pass = async () => {
    if (known.size === 0) await queue(async () => remember(writer, known));
    const stale = await queue(async () => (writer.open ? staleTables(writer, known) : []));
    const [small, large] = [stale.filter(isSmall), stale.filter((table) => !isSmall(table))];
    for (let left: readonly Table[] = small; left.length > 0; await nextTurn())
      left = await queue(async () => analyzeSome(writer, left));
    for (const { name, rows } of large) {
      const found = await sampleStatistics(reader, name, rows);
      if (found) await queue(async () => write(writer, name, found));
    }
    if (stale.length > 0) await queue(async () => learn(writer, reader));
    if (stale.length > 0) learnt?.();
    for (const table of stale) known.set(table.name, table);
  };
  // One pass at a time: the next one sees what was written meanwhile.
  const inTurn = createQueue();
  const refresh = () => {
    pending = 0;
    return inTurn(async () => {
      await nextTurn();
      await pass().catch(ignore);
    });
  };
  return {
    refresh,
    wrote: (records) => {
      pending += records;
      if (pending >= writesBetween) void refresh();
    },
  };
}

const isSmall = ({ rows }: Table): boolean => rows <= readWhole;

/** Statistics are optional: if the store is closed or locked, the next pass will do. */
function ignore(error: unknown): void {
  if (!(error instanceof Sqlite.SqliteError) && !/not open/.test(String(error))) throw error;
}

/** Loads what an earlier run has found. */
function remember(db: Database, known: Map<string, Known>): void {
  // Creates the statistics tables if there are none.
  db.exec('analyze sqlite_schema');
  const found = db.prepare<[], [string, string | null, string]>('select tbl, idx, stat from sqlite_stat1');
  for (const [name, index, stat] of found.raw(true).all() as [string, string | null, string][]) {
    const { rows, indexes } = known.get(name) ?? { rows: 0, indexes: new Set<string>() };
    const all = new Set(indexes).add(index ?? '');
    known.set(name, { rows: Math.max(rows, Number.parseInt(stat, 10)), indexes: all });
  }
}

/** Tables that have grown or shrunk tenfold, or have an index without statistics. */
function staleTables(db: Database, known: ReadonlyMap<string, Known>): readonly Table[] {
  const tables = db.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'",
  );
  const indexes = db
    .prepare<[string], string>("select name from sqlite_schema where type = 'index' and tbl_name = ?")
    .pluck();
  return (tables.pluck().all() as string[]).flatMap((name) => {
    const rows =
      (db
        .prepare(`select max(_rowid_) from ${quoted(name)}`)
        .pluck()
        .get() as number | null) ?? 0;
    const before = known.get(name);
    if (rows === 0 && !before) return [];
    const table = { name, rows, indexes: new Set(indexes.all(name)) };
    if (before && !isOther(rows, before.rows) && isWithin(table.indexes, before.indexes)) return [];
    return [table];
  });
}

function isOther(rows: number, before: number): boolean {
  return rows >= 10 * Math.max(before, 1) || rows * 10 <= before;
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const each of some) if (!all.has(each)) return false;
  return true;
}

/** Analyzes small tables for a limited time; returns the remaining ones. */
function analyzeSome(db: Database, tables: readonly Table[]): readonly Table[] {
  if (!db.open) return [];
  const started = performance.now();
  let done = 0;
  db.transaction(() => {
    while (done < tables.length && performance.now() - started < longest)
      db.exec(`analyze ${quoted((tables[done++] as Table).name)}`);
  })();
  return tables.slice(done);
}

/** Replaces the statistics of a table. */
function write(db: Database, table: string, { stat1, stat4 }: TableStatistics): void {
  if (!db.open) return;
  db.transaction(() => {
    for (const name of ['sqlite_stat1', 'sqlite_stat4'])
      db.prepare(`delete from ${name} where tbl = ?`).run(table);
    const one = db.prepare('insert into sqlite_stat1 values (?, ?, ?)');
    for (const row of stat1) one.run(...row);
    const four = db.prepare('insert into sqlite_stat4 values (?, ?, ?, ?, ?, ?)');
    for (const row of stat4) four.run(...row);
  })();
}

function learn(writer: Database, reader: Database): void {
  for (const db of new Set([writer, reader])) if (db.open) db.exec('analyze sqlite_schema');
}
