/** Compiles a condition: to SQL, its shape to a key for prepared statements, its values to slots. */
import { sql } from 'kysely';
import type { Condition, FieldPath } from '#engine';
import { joined, Slot, type Sql } from './compileSql.ts';
import type { Dialect, Test } from './dialect.ts';
import { overField, type SqlScope } from './fieldSql.ts';

/** Options of a condition. */
type Beside = {
  /** Also evaluated for each row that the condition finds. */
  readonly check?: Condition;
  /** The slot of its first value. */
  readonly first?: number;
};

/**
 * The condition over rows named `scope.alias`. At the top level it may be null instead of false; under `not`
 * it is exact.
 */
export function conditionSql(
  condition: Condition | undefined,
  scope: SqlScope,
  { check, first = 0 }: Beside = {},
): Sql {
  const nextSlot = slotsFrom(first);
  const parts = condition ? [partSql(condition, { scope, nextSlot, reach: within, isExact: false })] : [];
  // No index serves a `coalesce`, so SQLite starts from another condition.
  if (check) parts.push(partSql(check, { scope, nextSlot, reach: each, isExact: true }));
  return joined(parts, 'and', scope.dialect.truth);
}

type NextSlot = () => Slot;

export function slotsFrom(first: number): NextSlot {
  let slots = first;
  return () => new Slot(slots++);
}

type Writing = {
  readonly scope: SqlScope;
  readonly nextSlot: NextSlot;
  readonly reach: Reach;
  readonly isExact: boolean;
};

function partSql(part: Condition, writing: Writing): Sql {
  const { truth, orFalse } = writing.scope.dialect;
  if (part.kind === 'constant') return truth(part.value);
  if (part.kind === 'not') return sql`not ${partSql(part.of, { ...writing, isExact: true })}`;
  if (part.kind === 'test') {
    const test = testSql(part, writing);
    return writing.isExact ? orFalse(test) : sql`(${test})`;
  }
  const parts = part.of.map((each) => partSql(each, writing));
  return joined(parts, part.kind === 'all' ? 'and' : 'or', truth);
}

/** The condition on the record that a reference leads to. */
export function seenSql(
  seen: Condition | undefined,
  { scope, nextSlot }: { readonly scope: SqlScope; readonly nextSlot: NextSlot },
): Sql | undefined {
  return seen && partSql(seen, { scope, nextSlot, reach: each, isExact: false });
}

/** How a test reaches the referenced record; `raw` is its id. */
type Reach = (step: { raw: Sql; table: Sql; alias: string; where: Sql }) => Sql;

/** Finds all matching targets once. */
const within: Reach = ({ raw, table, alias, where }) =>
  sql`${raw} in (select ${sql.ref(`${alias}.Id`)} from ${table} as ${sql.ref(alias)} where ${where})`;

/** Finds the single target for each row. */
const each: Reach = ({ raw, table, alias, where }) =>
  sql`(select ${where} from ${table} as ${sql.ref(alias)} where ${sql.ref(`${alias}.Id`)} = ${raw})`;

/** Conditions of one shape share one SQL text. Returns the values in slot order, and the entities read. */
export function describeCondition(condition: Condition | undefined, dialect: Dialect) {
  const described: Described = { dialect, values: [], reads: new Set() };
  return { shape: condition ? shapeOf(condition, described) : '', ...described };
}

/** The same for sort paths. */
export function describePaths(paths: readonly FieldPath[], dialect: Dialect) {
  const described: Described = { dialect, values: [], reads: new Set() };
  return { shape: paths.map((path) => pathShape(path, described)).join(), ...described };
}

type Described = { readonly dialect: Dialect; readonly values: unknown[]; readonly reads: Set<string> };

function shapeOf(part: Condition, described: Described): string {
  if (part.kind === 'constant') return part.value ? '1' : '0';
  if (part.kind === 'not') return `!${shapeOf(part.of, described)}`;
  if (part.kind !== 'test') return `${part.kind}(${part.of.map((each) => shapeOf(each, described)).join()})`;
  const { shape, values } = described.dialect.slots(part);
  described.values.push(...values);
  return `${pathShape(part.path, described)}:${shape}`;
}

function pathShape({ through, field, seen }: FieldPath, described: Described): string {
  const hops = through.map((hop, at) => {
    if (hop.ref) described.reads.add(hop.ref.entity);
    const limit = seen?.[at];
    return limit ? `${hop.path}[${shapeOf(limit, described)}]` : hop.path;
  });
  return [...hops, field.path].join('>');
}

function testSql(test: Test, { scope, nextSlot, reach }: Writing): Sql {
  const { through, field, seen } = test.path;
  const { dialect } = scope;
  const slots = dialect.slots(test).values.map(nextSlot);
  const along = (step: number, at: SqlScope): Sql => {
    const hop = through[step];
    if (!hop) return atEnd(test, at, slots);
    const target = { ...scope, alias: scope.nextAlias() };
    return overField(hop, at, ({ raw }) => {
      const table = sql.table(hop.ref?.entity ?? '');
      const limit = seenSql(seen?.[step], { scope: target, nextSlot });
      const rest = along(step + 1, target);
      return reach({ raw, table, alias: target.alias, where: limit ? sql`${limit} and ${rest}` : rest });
    });
  };
  return field ? along(0, scope) : dialect.truth(false);
}

function atEnd(test: Test, scope: SqlScope, slots: readonly Slot[]): Sql {
  const { field } = test.path;
  const isWhole = field.storage === 'json' && !field.path.includes('.');
  if (test.operator === 'has' && isWhole)
    return scope.dialect.hasAny(sql.ref(`${scope.alias}.${field.name}`));
  const { dialect } = scope;
  return overField(field, scope, (operand) => dialect.test(test, operand, slots), dialect.treeOf(test));
}
