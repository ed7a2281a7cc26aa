/** Sort terms → `order by`. */
import { sql } from 'kysely';
import type { FieldModel } from '#engine';
import type { SortTerm } from '../sortTerms.ts';
import type { Sql } from './compileSql.ts';
import { type SqlScope, singleValue } from './fieldSql.ts';

/** Empty values come first when ascending, which is SQLite's way. */
export function sortSql(terms: readonly SortTerm[], scope: SqlScope): Sql {
  const parts = terms.map((term) =>
    term.sign === 1 ? sql`${termSql(term, scope)} asc` : sql`${termSql(term, scope)} desc`,
  );
  return sql.join(parts, sql`, `);
}

function termSql({ through, field, ranks }: SortTerm, scope: SqlScope): Sql {
  const along = ([hop, ...rest]: readonly FieldModel[], at: SqlScope): Sql => {
    if (!hop) return ranks ? ranked(singleValue(field, at).raw, ranks) : singleValue(field, at).value;
    const target = { ...scope, alias: scope.nextAlias() };
    const [name, id] = [sql.ref(target.alias), sql.ref(`${target.alias}.Id`)];
    const reference = singleValue(hop, at).raw;
    return sql`(select ${along(rest, target)} from ${sql.table(hop.ref?.entity ?? '')} as ${name} where ${id} = ${reference})`;
  };
  return along(through, scope);
}

/** The rank of the item a lookup's id stands for. */
export function ranked(raw: Sql, ranks: ReadonlyMap<string | number, number>): Sql {
  const cases = [...ranks].map(([id, rank]) => sql`when ${sql.lit(id)} then ${sql.lit(rank)}`);
  return cases.length === 0 ? sql`null` : sql`case ${raw} ${sql.join(cases, sql` `)} end`;
}
