/**
 * Kysely writes the SQL once per shape; values that change between calls are slots, filled before each run.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

export type Sql = RawBuilder<unknown>;

/** SQL text, and the value of each placeholder: a slot index, or the value itself. */
export type CompiledSql = { readonly text: string; readonly bind: (values: readonly unknown[]) => unknown[] };

/** A value supplied with each run: the n-th of those given to `bind`. */
export class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Compiles a statement and the function that orders its values. */
export function compileSql(
  builder: Sql,
  { compiler }: { readonly compiler: Kysely<Record<string, never>> },
): CompiledSql {
  const { sql: text, parameters } = builder.compile(compiler);
  return {
    text,
    bind: (values) =>
      parameters.map((parameter) => (parameter instanceof Slot ? values[parameter.index] : parameter)),
  };
}

/** `"alias"."column"`. */
export function column(alias: string, name: string): Sql {
  return sql.ref(`${alias}.${name}`);
}

/** Joins with `and` or `or` as a balanced tree, since databases limit expression depth. */
export function joined(parts: readonly Sql[], word: 'and' | 'or', truth: (value: boolean) => Sql): Sql {
  if (parts.length === 0) return truth(word === 'and');
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const half = Math.ceil(parts.length / 2);
  const [left, right] = [joined(parts.slice(0, half), word, truth), joined(parts.slice(half), word, truth)];
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
}
