/** How SQL reads a field: columns, text keys, JSON members, referenced records. */
import { sql } from 'kysely';
import { type FieldModel, kinds, type Model } from '#engine';
import { column, type Sql } from './compileSql.ts';
import type { Dialect, Operand, Tree, TreeUse } from './dialect.ts';

export type SqlScope = {
  readonly model: Model;
  readonly dialect: Dialect;
  readonly alias: string;
  readonly nextAlias: () => string;
};

/** Scope of rows named `alias`; joined aliases start with `prefix`. */
export function scopeOf(
  { model, dialect }: Pick<SqlScope, 'model' | 'dialect'>,
  alias: string,
  prefix = alias,
): SqlScope {
  let count = 0;
  return { model, dialect, alias, nextAlias: () => `${prefix}${++count}` };
}

/** The condition over the field's value; over any of its values in or of a list. */
export function overField(
  field: FieldModel,
  scope: SqlScope,
  body: (operand: Operand) => Sql,
  use: TreeUse = 'raw',
): Sql {
  const names = field.path.split('.');
  if (names.length === 1 && !kinds[field.kind].elements)
    return body(scope.dialect.column(field, scope.alias));
  const lists = listsOn(field, scope.model);
  return overLists(
    { field, scope, body, lists, names, use },
    { from: scope.dialect.tree(scope.alias, names[0] ?? ''), read: 1 },
  );
}

/** The field's single value: a column, or a member of an object. */
export function singleValue(
  field: FieldModel,
  { alias, dialect }: Pick<SqlScope, 'alias' | 'dialect'>,
): Operand {
  const [top = '', ...members] = field.path.split('.');
  return members.length === 0
    ? dialect.column(field, alias)
    : dialect.member(field, dialect.tree(alias, top), members);
}

type Walk = {
  readonly field: FieldModel;
  readonly scope: SqlScope;
  readonly body: (operand: Operand) => Sql;
  readonly names: readonly string[];
  readonly use: TreeUse;
  /** How many path segments lead to each list on the path. */
  readonly lists: readonly number[];
};

/** Enters the lists one by one; `from` is the JSON at the first `read` segments. */
function overLists(walk: Walk, at: { from: Tree; read: number }): Sql {
  const { field, names, lists, use } = walk;
  const { dialect } = walk.scope;
  const next = lists.find((count) => count >= at.read);
  if (next === undefined) return walk.body(dialect.member(field, at.from, names.slice(at.read)));
  const each = walk.scope.nextAlias();
  const list = dialect.list(at.from, names.slice(at.read, next), { alias: each, use });
  const value = column(each, 'value');
  // Inside a list only its elements are available, whichever tree they came from.
  const from = { raw: value, key: value };
  const rest = { ...walk, lists: lists.filter((count) => count > next) };
  const inner =
    next === names.length
      ? walk.body(dialect.member(field, from, []))
      : overLists(rest, { from, read: next });
  return sql`exists (select 1 from ${list} where ${inner})`;
}

/** How many segments of the field's path lead to each list of rows or references on it. */
function listsOn(field: FieldModel, model: Model): readonly number[] {
  const names = field.path.split('.');
  let fields = model.entities.get(field.entity)?.fields ?? [];
  return names.flatMap((name, index) => {
    const found = fields.find((each) => each.name === name);
    fields = found?.fields ?? [];
    return found && (found.kind === 'rows' || kinds[found.kind].elements) ? [index + 1] : [];
  });
}
