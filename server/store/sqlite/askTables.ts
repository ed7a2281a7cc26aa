/** Table queries over several entities: checked before they start, then run by this store's reader. */
import type { EntityTables } from '../entityTable.ts';
import type { Ready } from '../sql/entityStatements.ts';
import { joinedInMillisecond, refuseEndless } from '../sql/refuseEndless.ts';
import { countSql, rowsSql } from '../sql/tableSql.ts';
import { columnReader, type TableQuery } from '../tableQuery.ts';
import type { Asking } from '../types.ts';
import { unavailableOf } from './availability.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { PlanSteps } from './planSteps.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import type { TableReader } from './tableReader.ts';
import type { Totals } from './totals.ts';

export type Tables = {
  readonly tables: EntityTables;
  readonly rows: TableReader;
  readonly totals: Totals;
  readonly plans: PlanSteps;
  readonly elsewhere: Elsewhere;
  /** Milliseconds a query may take. */
  readonly work: number;
  /** Statements count the rows they visit themselves. */
  readonly isCounted: boolean;
};

export async function* tableRows(opened: Tables, query: TableQuery, asking?: Asking) {
  // A page in table order finds its first rows at once.
  const isShort = query.take !== undefined && !query.isGrouped && query.sort.length === 0;
  if (!isShort) await judge(opened, query, asking);
  const { tables, isCounted } = opened;
  const ready = rowsSql(query, tables, { dialect: sqliteDialect, isCounted });
  const isLong = opened.elsewhere.isLong(ready.text);
  const readers = query.columns.map(columnReader);
  try {
    yield* opened.rows.rows(ready, { readers, isLong, asking });
  } catch (error) {
    throw unavailableOf(error) ?? error;
  }
}

export async function countRows(opened: Tables, query: TableQuery, asking?: Asking): Promise<number> {
  if (query.take === undefined) await judge(opened, query, asking);
  const { reads, ...ready } = countSql(query, opened.tables, {
    dialect: sqliteDialect,
    isCounted: opened.isCounted,
  });
  const key = JSON.stringify([ready.text, ready.values]);
  const isLong = opened.elsewhere.isLong(ready.text);
  const ask = () => opened.rows.count(ready, { isLong, asking });
  return opened.totals.rememberLater({ key, reads, ask });
}

/** Refuses a query that could not be read in time. */
function judge(opened: Tables, query: TableQuery, asking?: Asking): Promise<void> {
  const count = (ready: Ready) => opened.rows.count(ready, { isLong: true, asking });
  const most = opened.work * joinedInMillisecond;
  return refuseEndless(query, {
    dialect: sqliteDialect,
    tables: opened.tables,
    rowsIn: opened.plans.rowsIn,
    count,
    most,
  });
}
