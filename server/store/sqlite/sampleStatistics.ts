/** Statistics of a large table from a sample of its rows: the cost does not grow with the table. */
import type { Database } from 'better-sqlite3';
import { nextTurn } from '../../work/turns.ts';
import { quoted } from '../sql/names.ts';
import { Sqlite } from './driver.ts';

/** A row of `sqlite_stat1` and one of `sqlite_stat4`. */
type Statistic = readonly [table: string, index: string | null, stat: string];
export type Sample = readonly [
  table: string,
  index: string,
  eq: string,
  lt: string,
  dlt: string,
  key: Buffer,
];
export type TableStatistics = { readonly stat1: readonly Statistic[]; readonly stat4: readonly Sample[] };

/** Rows sampled, and rows read before other requests are served. */
const sampled = 2000;
const atOnce = 50;

/** Samples rows spread evenly over `rows`; undefined if the store closes meanwhile. */
export async function sampleStatistics(
  reader: Database,
  table: string,
  rows: number,
): Promise<TableStatistics | undefined> {
  const copy = emptyCopy(reader, table);
  try {
    const takeRow = rowTaker(reader, copy, table);
    for (let taken = 0; taken < sampled; taken += 1) {
      if (!reader.open) return undefined;
      takeRow(1 + Math.floor(Math.random() * rows));
      if (taken % atOnce === atOnce - 1) await nextTurn();
    }
    copy.exec('analyze');
    const count =
      copy
        .prepare<[], number>(`select count(*) from ${quoted(table)}`)
        .pluck()
        .get() ?? 0;
    return count === 0 ? { stat1: [], stat4: [] } : scaled(copy, rows / count);
  } finally {
    copy.close();
  }
}

/** An empty in-memory copy of the table and its indexes. */
function emptyCopy(reader: Database, table: string): Database {
  const copy = new Sqlite(':memory:');
  copy.pragma('foreign_keys = off');
  const statements = reader
    .prepare<[string], string>(
      "select sql from sqlite_schema where tbl_name = ? and sql is not null order by type = 'table' desc",
    )
    .pluck()
    .all(table);
  for (const sql of statements) copy.exec(sql);
  return copy;
}

/** Copies the row at a position, or the next one if there is none. */
function rowTaker(reader: Database, copy: Database, table: string): (at: number) => void {
  const read = reader.prepare<[number], unknown[]>(
    `select _rowid_, * from ${quoted(table)} where _rowid_ >= ? order by _rowid_ limit 1`,
  );
  const columns = reader
    .prepare<[string], string>('select name from pragma_table_info(?)')
    .pluck()
    .all(table);
  const names = ['_rowid_', ...columns.map(quoted)].join(', ');
  const marks = ['?', ...columns.map(() => '?')].join(', ');
  const write = copy.prepare(`insert or ignore into ${quoted(table)} (${names}) values (${marks})`);
  return (at) => {
    const row = read.raw(true).get(at);
    if (row) write.run(...row);
  };
}

/** The copy's statistics scaled to a table `times` as large. */
function scaled(copy: Database, times: number): TableStatistics {
  const found = copy.prepare<[], [string, string | null, string]>('select tbl, idx, stat from sqlite_stat1');
  const prefixes = new Map<string | null, readonly Prefix[]>();
  const stat1 = found
    .raw(true)
    .all()
    .map(([table, index, stat]): Statistic => {
      const [count = 0, ...shares] = numbersOf(stat);
      const of = shares.map((share) => prefixOf(count, share, times));
      prefixes.set(index, of);
      return [table, index, [count * times, ...of.map(({ share }) => share)].map(whole).join(' ')];
    });
  const samples = copy.prepare<[], Sample>('select tbl, idx, neq, nlt, ndlt, sample from sqlite_stat4');
  const stat4 = (samples.raw(true).all() as Sample[]).map(([table, index, eq, lt, dlt, key]): Sample => {
    const of = prefixes.get(index) ?? [];
    const equal = numbersOf(eq).map((many, at) => (many > 1 ? many * times : (of[at]?.share ?? 1)));
    const less = numbersOf(lt).map((many) => many * times);
    const differing = numbersOf(dlt).map((many, at) => many * (of[at]?.variety ?? times));
    return [table, index, texts(equal), texts(less), texts(differing), key];
  });
  return { stat1, stat4 };
}

/** Of a prefix of index columns: rows per distinct value, and the ratio of distinct values to those seen. */
type Prefix = { readonly share: number; readonly variety: number };

function prefixOf(count: number, share: number, times: number): Prefix {
  // SQLite rounds it up; one means that values are almost unique.
  if (share <= 1) return { share: 1, variety: times };
  const seen = count / (share - 0.5);
  const values = Math.min(valuesBehind(count, seen), count * times);
  return { share: Math.max(1, (count * times) / values), variety: values / seen };
}

/** Estimates the distinct values, given how many appear in a sample of this size. */
function valuesBehind(count: number, seen: number): number {
  let [low, high] = [0, 100];
  for (let step = 0; step < 40; step += 1) {
    const load = (low + high) / 2;
    if ((1 - Math.exp(-load)) / load > seen / count) low = load;
    else high = load;
  }
  // From there on, every value was seen.
  return high >= 10 ? seen : count / high;
}

function numbersOf(stat: string): readonly number[] {
  return stat.split(' ').map(Number).filter(Number.isFinite);
}

function texts(figures: readonly number[]): string {
  return figures.map(whole).join(' ');
}

function whole(figure: number): number {
  return Math.round(figure);
}
