/** Kysely writes the SQL, once a shape; what changes from call to call is a slot, filled before each run. */
import { type Kysely, type RawBuilder, sql } from 'kysely';

export type Sql = RawBuilder<unknown>;

/** SQL text, and which value stands at which placeholder: the index of a slot, or the value itself. */
export type CompiledSql = { readonly text: string; readonly bind: (values: readonly unknown[]) => unknown[] };

/** A value that comes with each run: the n-th of those given to `bind`. */
export class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** The text of a statement, and how its values are put in order. */
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

/** Joined with `and` or `or` as a balanced tree, since databases limit how deep an expression may be. */
export function joined(parts: readonly Sql[], word: 'and' | 'or', truth: (value: boolean) => Sql): Sql {
  if (parts.length === 0) return truth(word === 'and');
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const half = Math.ceil(parts.length / 2);
  const [left, right] = [joined(parts.slice(0, half), word, truth), joined(parts.slice(half), word, truth)];
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
}
