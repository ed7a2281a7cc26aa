/** How SQL gets at a field: columns, keys of text, members of JSON, records referred to. */
import { sql } from 'kysely';
import { comparisonOf, type FieldModel, isScaled, type Model } from '#engine';
import { column, type Sql } from './compileSql.ts';
import { hasKeyColumn, keyColumn } from './names.ts';

export type Operand = {
  /** As stored. */
  readonly raw: Sql;
  /** What comparisons and sorts read: keys of words, numbers of decimals. */
  readonly value: Sql;
  /** The key of any text. */
  readonly key: Sql;
};

export type SqlScope = { readonly model: Model; readonly alias: string; readonly nextAlias: () => string };

/** Rows named `alias`; what is joined to them is named after `prefix`. */
export function scopeOf(model: Model, alias: string, prefix = alias): SqlScope {
  let count = 0;
  return { model, alias, nextAlias: () => `${prefix}${++count}` };
}

/** The condition over the field's value; over any of its values where it stands in a list or is one. */
export function overField(field: FieldModel, scope: SqlScope, body: (operand: Operand) => Sql): Sql {
  const names = field.path.split('.');
  if (names.length === 1 && field.kind !== 'references') return body(columnOperand(field, scope.alias));
  const lists = listsOn(field, scope.model);
  return overLists(
    { field, scope, body, lists, names },
    { from: column(scope.alias, names[0] ?? ''), read: 1 },
  );
}

/** The field's value where it has one: a column, or a member of an object. */
export function singleValue(field: FieldModel, { alias }: SqlScope): Operand {
  const [top = '', ...members] = field.path.split('.');
  return members.length === 0
    ? columnOperand(field, alias)
    : jsonOperand(field, member(column(alias, top), members));
}

function columnOperand(field: FieldModel, alias: string): Operand {
  const raw = column(alias, field.name);
  const key = hasKeyColumn(field) ? column(alias, keyColumn(field.name)) : sql`text_key(${raw})`;
  return { raw, key, value: comparable(field, raw, key) };
}

function jsonOperand(field: FieldModel, raw: Sql): Operand {
  const key = sql`text_key(${raw})`;
  return { raw, key, value: comparable(field, raw, key) };
}

function comparable(field: FieldModel, raw: Sql, key: Sql): Sql {
  if (isScaled(field)) return sql`cast(${raw} as real)`;
  return comparisonOf(field) === 'words' ? key : raw;
}

type Walk = {
  readonly field: FieldModel;
  readonly scope: SqlScope;
  readonly body: (operand: Operand) => Sql;
  readonly names: readonly string[];
  /** How many names lead to each list on the path. */
  readonly lists: readonly number[];
};

/** Enters the lists one by one; `from` is JSON that the first `read` names led to. */
function overLists(walk: Walk, at: { from: Sql; read: number }): Sql {
  const { field, names, lists } = walk;
  const next = lists.find((count) => count >= at.read);
  if (next === undefined) return walk.body(jsonOperand(field, member(at.from, names.slice(at.read))));
  const each = walk.scope.nextAlias();
  const list =
    next === at.read
      ? sql`json_each(${at.from})`
      : sql`json_each(${at.from}, ${path(names.slice(at.read, next))})`;
  const value = column(each, 'value');
  const rest = { ...walk, lists: lists.filter((count) => count > next) };
  const inner =
    next === names.length
      ? walk.body(jsonOperand(field, value))
      : overLists(rest, { from: value, read: next });
  return sql`exists (select 1 from ${list} as ${sql.ref(each)} where ${inner})`;
}

/** How many names of the field's path lead to each list of rows or references on it. */
function listsOn(field: FieldModel, model: Model): readonly number[] {
  const names = field.path.split('.');
  let fields = model.entities.get(field.entity)?.fields ?? [];
  return names.flatMap((name, index) => {
    const found = fields.find((each) => each.name === name);
    fields = found?.fields ?? [];
    return found?.kind === 'rows' || found?.kind === 'references' ? [index + 1] : [];
  });
}

function member(from: Sql, names: readonly string[]): Sql {
  return names.length === 0 ? from : sql`json_extract(${from}, ${path(names)})`;
}

function path(names: readonly string[]): Sql {
  return sql.lit(`$${names.map((name) => `."${name}"`).join('')}`);
}
