/** Table queries over several entities: checked before they start, then read a piece at a time. */
import { refusals } from '../../errors/Refusal.ts';
import type { Turns } from '../../work/createTurns.ts';
import type { EntityTables } from '../entityTable.ts';
import type { Ready } from '../sql/entityStatements.ts';
import { joinedInMillisecond, refuseEndless } from '../sql/refuseEndless.ts';
import { countSql, rowsSql } from '../sql/tableSql.ts';
import { columnReader, type TableQuery, type TableRow } from '../tableQuery.ts';
import type { Asking } from '../types.ts';
import type { Connections } from './connections.ts';
import { cursorPieces } from './cursorPieces.ts';
import { quotedName } from './names.ts';
import { postgresDialect } from './postgresDialect.ts';
import type { Revisions } from './revisions.ts';

export type Questions = {
  readonly tables: EntityTables;
  readonly connections: Connections;
  readonly turns: Turns;
  readonly remember: Revisions['remember'];
  /** Milliseconds a query may take, and a piece may wait to be fetched. */
  readonly work: number;
  readonly fetched: number;
};

const dialect = postgresDialect;

export async function* tableRows(
  opened: Questions,
  query: TableQuery,
  asking?: Asking,
): AsyncGenerator<readonly TableRow[]> {
  // A page in table order finds its first rows at once.
  const isShort = query.take !== undefined && !query.isGrouped && query.sort.length === 0;
  if (!isShort) await judge(opened, query, asking);
  const readers = query.columns.map(columnReader);
  const ready = rowsSql(query, opened.tables, { dialect });
  for await (const piece of cursorPieces(opened, ready, { isLong: !isShort, asking }))
    yield piece.map((row) => readers.map((read, at) => read(row[at])));
}

export async function countRows(opened: Questions, query: TableQuery, asking?: Asking): Promise<number> {
  if (query.take === undefined) await judge(opened, query, asking);
  const { reads, ...ready } = countSql(query, opened.tables, { dialect });
  const key = JSON.stringify([ready.text, ready.values]);
  return opened.remember({ key, reads, ask: () => askOne(opened, ready, asking) });
}

async function askOne({ connections, turns }: Questions, ready: Ready, asking: Asking = {}): Promise<number> {
  const turn = await turns.take(true, asking);
  try {
    if (asking.signal?.().aborted) throw refusals.queryUnwanted();
    return Number((await connections.read(ready, asking))[0]?.[0] ?? 0);
  } finally {
    turn.end();
  }
}

/** Refuses a query that could not be read in time. */
async function judge(opened: Questions, query: TableQuery, asking?: Asking): Promise<void> {
  if (!query.tables.some(({ joined }) => joined?.isMany)) return;
  const entities = [...new Set(query.tables.map(({ entity }) => entity))];
  const highest = entities.map((entity) => `(select max(_rowid_) from ${quotedName(entity)})`);
  const [found = []] = await opened.connections.read({ text: `select ${highest.join(', ')}`, values: [] });
  await refuseEndless(query, {
    dialect,
    tables: opened.tables,
    rowsIn: (entity) => Number(found[entities.indexOf(entity)] ?? 0),
    count: (ready) => askOne(opened, ready, asking),
    most: opened.work * joinedInMillisecond,
  });
}
