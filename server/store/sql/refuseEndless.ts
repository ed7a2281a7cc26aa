/** Refuses joins that would yield more rows than can be read in time, before they start. */
import { refusals } from '../../errors/Refusal.ts';
import type { EntityTables } from '../entityTable.ts';
import type { TableQuery } from '../tableQuery.ts';
import type { Dialect } from './dialect.ts';
import type { Ready } from './entityStatements.ts';
import { joinedRowsSql } from './tableSql.ts';

type Judging = {
  readonly tables: EntityTables;
  readonly dialect: Dialect;
  /** Approximate number of rows of an entity. */
  readonly rowsIn: (entity: string) => number;
  readonly count: (ready: Ready) => Promise<number>;
  /** The most rows that can be joined in time. */
  readonly most: number;
};

/** An upper bound of rows joined per millisecond: several times the fastest seen with SQLite. */
export const joinedInMillisecond = 50_000;

/**
 * Averages mislead if few records have most of the others: above this share of the limit, rows are counted.
 */
const doubtful = 1 / 1000;

/** Pages that stop at their first rows are not refused. */
export async function refuseEndless(query: TableQuery, { tables, dialect, rowsIn, count, most }: Judging) {
  const { rows, worst } = averageRows(query, rowsIn);
  if (worst === undefined || rows < most * doubtful) return;
  const counted = await count(joinedRowsSql(query, tables, dialect));
  if (counted <= most) return;
  const entity = { message: tables.get(worst).entity.title };
  throw refusals.queryMultiplies({ params: { entity, rows: Math.floor(most) } });
}

/** Estimated rows of the join without filters, and the entity that multiplies them most. */
function averageRows(
  { tables }: TableQuery,
  rowsIn: Judging['rowsIn'],
): { readonly rows: number; readonly worst?: string } {
  const [source] = tables;
  const entityOf = new Map(tables.map(({ alias, entity }) => [alias, entity]));
  const factors = new Map<string, number>();
  let rows = Math.max(1, rowsIn(source?.entity ?? ''));
  for (const { entity, joined } of tables) {
    if (!joined?.isMany) continue;
    const each = Math.max(1, rowsIn(entity) / Math.max(1, rowsIn(entityOf.get(joined.to) ?? '')));
    rows *= each;
    factors.set(entity, (factors.get(entity) ?? 1) * each);
  }
  const [worst] = [...factors].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return worst === undefined ? { rows } : { rows, worst };
}
