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
import type { SqlTables } from './sqlTables.ts';

type StreamSql = {
  readonly order: Ready;
  /** The numbered records that still match, in the order of the numbers. */
  readonly piece: (rows: readonly number[]) => Ready;
};

export function streamSql({ tables, statements, dialect }: SqlTables, query: StreamQuery): StreamSql {
  const { table, selectOf } = statements(query.entity);
  const at = { model: tables.model, dialect };
  const name = sql.table(query.entity);
  const { asked, checked } = queryConditions(query, table.entity, tables.model);
  const terms = sortTerms(query, table, tables.model);
  const tested = [asked, checked].flatMap((condition) => describeCondition(condition, dialect).values);
  const order = compileSql(
    sql`select p._rowid_ from ${name} as p ${where(conditionSql(asked, scopeOf(at, 'p'), { check: checked }))} order by ${sortSql(terms, scopeOf(at, 'p', 'po'), tested.length)}`,
    dialect,
  );
  const whole = both(asked, checked);
  const { values } = describeCondition(whole, dialect);
  const select = selectOf(query.only);
  const rows = dialect.byRows({ table: name, slot: new Slot(values.length) });
  // A row number may belong to another record by now, so the filter is applied again.
  const piece = compileSql(
    sql`select ${select.columns} from ${rows.from} ${select.joins} ${where(conditionSql(undefined, scopeOf(at, 't'), { check: whole }))} order by ${rows.order}`,
    dialect,
  );
  return {
    order: { text: order.text, values: order.bind([...tested, ...describePaths(terms, dialect).values]) },
    piece: (numbers) => ({ text: piece.text, values: piece.bind([...values, dialect.asRows(numbers)]) }),
  };
}

const where = (condition: Sql): Sql => sql`where ${condition}`;
