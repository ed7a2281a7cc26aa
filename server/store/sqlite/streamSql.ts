/** The SQL of a whole list: its order as row numbers, and its records by these numbers. */
import { sql } from 'kysely';
import { type FilterTree, resolveFilter } from '#engine';
import { sortTerms } from '../sortTerms.ts';
import type { StreamQuery } from '../types.ts';
import { wholeFilter } from '../wholeFilter.ts';
import { compileSql, Slot, type Sql } from './compileSql.ts';
import { conditionSql, describeCondition } from './conditionSql.ts';
import type { Ready } from './entityStatements.ts';
import { scopeOf } from './fieldSql.ts';
import { sortSql } from './sortSql.ts';
import type { SqliteTables } from './sqliteSession.ts';

type StreamSql = {
  readonly order: Ready;
  /** Those of the numbered records that still pass, in the order of the numbers. */
  readonly piece: (rows: readonly number[]) => Ready;
};

export function streamSql({ tables, statements }: SqliteTables, query: StreamQuery): StreamSql {
  const { table, selectOf } = statements(query.entity);
  const { model } = tables;
  const name = sql.table(query.entity);
  const resolve = (filter: FilterTree | undefined) => filter && resolveFilter(filter, table.entity, model);
  const [asked, checked, whole] = [query.filter, query.mostly, wholeFilter(query)].map(resolve);
  const valuesOf = (condition: typeof asked) => describeCondition(condition).values;
  const order = compileSql(
    sql`select p._rowid_ from ${name} as p ${where(conditionSql(asked, scopeOf(model, 'p'), { check: checked }))} order by ${sortSql(sortTerms(query.sort ?? [], table, model), scopeOf(model, 'p', 'po'))}`,
  );
  const values = valuesOf(whole);
  // A number may have gone to another record since, so what the list asks is asked again.
  const piece = compileSql(
    sql`select ${selectOf(query.only).columns} from json_each(${new Slot(values.length)}) as page cross join ${name} as t on t._rowid_ = page.value ${where(conditionSql(undefined, scopeOf(model, 't'), { check: whole }))} order by page.key`,
  );
  return {
    order: { text: order.text, values: order.bind([...valuesOf(asked), ...valuesOf(checked)]) },
    piece: (rows) => ({ text: piece.text, values: piece.bind([...values, JSON.stringify(rows)]) }),
  };
}

const where = (condition: Sql): Sql => sql`where ${condition}`;
