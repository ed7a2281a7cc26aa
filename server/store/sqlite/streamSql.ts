/** The SQL of a whole list: its order as row numbers, and its records by these numbers. */
import { sql } from 'kysely';
import { both, queryConditions } from '../queryConditions.ts';
import { sortTerms } from '../sortTerms.ts';
import type { StreamQuery } from '../types.ts';
import { compileSql, Slot, type Sql } from './compileSql.ts';
import { conditionSql, describeCondition, describePaths } from './conditionSql.ts';
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
  const { asked, checked } = queryConditions(query, table.entity, model);
  const terms = sortTerms(query.sort ?? [], table, model, query.limits);
  const tested = [asked, checked].flatMap((condition) => describeCondition(condition).values);
  const order = compileSql(
    sql`select p._rowid_ from ${name} as p ${where(conditionSql(asked, scopeOf(model, 'p'), { check: checked }))} order by ${sortSql(terms, scopeOf(model, 'p', 'po'), tested.length)}`,
  );
  const whole = both(asked, checked);
  const { values } = describeCondition(whole);
  // A number may have gone to another record since, so what the list asks is asked again.
  const piece = compileSql(
    sql`select ${selectOf(query.only).columns} from json_each(${new Slot(values.length)}) as page cross join ${name} as t on t._rowid_ = page.value ${where(conditionSql(undefined, scopeOf(model, 't'), { check: whole }))} order by page.key`,
  );
  return {
    order: { text: order.text, values: order.bind([...tested, ...describePaths(terms).values]) },
    piece: (rows) => ({ text: piece.text, values: piece.bind([...values, JSON.stringify(rows)]) }),
  };
}

const where = (condition: Sql): Sql => sql`where ${condition}`;
