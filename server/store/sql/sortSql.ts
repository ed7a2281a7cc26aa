/** Compiles sort terms to `order by`. */
import { sql } from 'kysely';
import {
  codeRanks,
  comparisonOf,
  type FieldModel,
  kinds,
  type QueryPlace,
  type ShippedTexts,
  textKey,
} from '#engine';
import type { SortTerm } from '../sortTerms.ts';
import { column, type Sql } from './compileSql.ts';
import { seenSql, slotsFrom } from './conditionSql.ts';
import { type SqlScope, singleValue } from './fieldSql.ts';

/** Empty values come first when ascending. The values of row limits start at slot `first`. */
export function sortSql(terms: readonly SortTerm[], scope: SqlScope, first = 0): Sql {
  const nextSlot = slotsFrom(first);
  const parts = terms.flatMap((term) => {
    const isId = term.through.length === 0 && term.field.name === 'Id' && !term.field.path.includes('.');
    const values = termSql(term, scope, nextSlot);
    return values.map((value) => scope.dialect.ordered(value, term.sign, isId));
  });
  return sql.join(parts, sql`, `);
}

function termSql(
  { through, field, ranks, seen, shown }: SortTerm,
  scope: SqlScope,
  nextSlot: ReturnType<typeof slotsFrom>,
): readonly Sql[] {
  const own = (at: SqlScope): Sql => {
    const { raw, value } = singleValue(field, at);
    if (kinds[field.kind].elements) return choicesRanked(field, raw, at);
    if (ranks) return ranked(raw, ranks);
    return shown ? shownKey({ field, alias: at.alias }, value, shown) : value;
  };
  const along = (step: number, at: SqlScope): Sql => {
    const hop = through[step];
    if (!hop) return own(at);
    const target = { ...scope, alias: scope.nextAlias() };
    const [name, id] = [sql.ref(target.alias), sql.ref(`${target.alias}.Id`)];
    const limit = seenSql(seen?.[step], { scope: target, nextSlot });
    const where = sql`${id} = ${singleValue(hop, at).raw}`;
    const value = along(step + 1, target);
    return sql`(select ${value} from ${sql.table(hop.ref?.entity ?? '')} as ${name} where ${limit ? sql`${where} and ${limit}` : where})`;
  };
  if (through.length > 0) return [along(0, scope)];
  return scope.dialect.sortedBy(own(scope), {
    field,
    isKey: !ranks && !shown && field.storage !== 'json' && !field.path.includes('.'),
  });
}

/** The sort key of a list of choices: the ranks of its entries. */
export function choicesRanked(field: FieldModel, raw: Sql, { dialect }: Pick<SqlScope, 'dialect'>): Sql {
  const rank = (entry: Sql) => ranked(entry, codeRanks(field.schema) as ReadonlyMap<string | number, number>);
  return dialect.joinedRanks(raw, rank);
}

/** The sort key of what readers see instead of the stored text. */
export function shownKey(
  { field, alias }: Pick<QueryPlace, 'field' | 'alias'>,
  key: Sql,
  shown: ShippedTexts,
): Sql {
  if (comparisonOf(field) !== 'words') return shownText(alias, key, shown);
  const keys = new Map([...shown.texts].map(([stored, text]) => [textKey(stored), textKey(text)]));
  return shownText(alias, key, { ...shown, texts: keys });
}

/** What readers see instead of the stored text of the record with this alias. */
export function shownText(alias: string, text: Sql, { ids, texts }: ShippedTexts): Sql {
  if (ids.size === 0) return text;
  const cases = [...texts].map(([stored, shown]) => sql`when ${sql.lit(stored)} then ${sql.lit(shown)}`);
  const shipped = sql.join([...ids].map((id) => sql.lit(id)));
  return sql`case when ${column(alias, 'Id')} in (${shipped}) then case ${text} ${sql.join(cases, sql` `)} else ${text} end else ${text} end`;
}

/** The rank of the lookup item with this id. */
export function ranked(raw: Sql, ranks: ReadonlyMap<string | number, number>): Sql {
  const cases = [...ranks].map(([id, rank]) => sql`when ${sql.lit(id)} then ${sql.lit(rank)}`);
  return cases.length === 0 ? sql`null` : sql`case ${raw} ${sql.join(cases, sql` `)} end`;
}
