/** Kysely writes the SQL, once a shape; what changes from call to call is a slot, filled before each run. */
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';

export type Sql = RawBuilder<unknown>;

/** SQL text, and which value stands at which `?`: the index of a slot, or the value itself. */
export type CompiledSql = { readonly text: string; readonly bind: (values: readonly unknown[]) => unknown[] };

/** A value that comes with each run: the n-th of those given to `bind`. */
export class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** The text of a statement, and how its values are put in order. */
export function compileSql(builder: Sql): CompiledSql {
  const { sql: text, parameters } = builder.compile(database);
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

/** Joined with `and` or `or` as a balanced tree, since SQLite limits how deep an expression may be. */
export function joined(parts: readonly Sql[], word: 'and' | 'or'): Sql {
  if (parts.length === 0) return word === 'and' ? sql`1` : sql`0`;
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const half = Math.ceil(parts.length / 2);
  const [left, right] = [joined(parts.slice(0, half), word), joined(parts.slice(half), word)];
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
}

const database = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
