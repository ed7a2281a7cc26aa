/** What joins multiply beyond all that can be read in time is refused before it is begun. */
import { refusals } from '../../errors/Refusal.ts';
import type { EntityTables } from '../entityTable.ts';
import type { TableQuery } from '../tableQuery.ts';
import type { Dialect } from './dialect.ts';
import type { Ready } from './entityStatements.ts';
import { joinedRowsSql } from './tableSql.ts';

type Judging = {
  readonly tables: EntityTables;
  readonly dialect: Dialect;
  /** About how many rows an entity has. */
  readonly rowsIn: (entity: string) => number;
  readonly count: (ready: Ready) => Promise<number>;
  /** Rows that can be joined in time. */
  readonly most: number;
};

/** Rows that are joined in a millisecond at the very most, several times what SQLite has been seen to do. */
export const joinedInMillisecond = 50_000;

/** Averages err where few records have most of the others: from this share of what is possible on, it is counted. */
const doubtful = 1 / 1000;

/** Nothing is refused of which only the first rows are wanted, as they are found. */
export async function refuseEndless(query: TableQuery, { tables, dialect, rowsIn, count, most }: Judging) {
  const { rows, worst } = averageRows(query, rowsIn);
  if (worst === undefined || rows < most * doubtful) return;
  const counted = await count(joinedRowsSql(query, tables, dialect));
  if (counted <= most) return;
  const entity = { message: tables.get(worst).entity.title };
  throw refusals.queryMultiplies({ params: { entity, rows: Math.floor(most) } });
}

/** Rows that the tables give when joined, were all filters let through all; and the entity that multiplies them most. */
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
