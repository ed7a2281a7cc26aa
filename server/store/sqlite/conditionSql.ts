/** A condition → SQL, its shape → a key for prepared statements, its values → slots. */
import { sql } from 'kysely';
import {
  type Condition,
  comparisonOf,
  type FieldModel,
  type FieldPath,
  highest,
  searchKey,
  textKey,
  wordsOf,
} from '#engine';
import { joined, Slot, type Sql } from './compileSql.ts';
import { type Operand, overField, type SqlScope } from './fieldSql.ts';

type Test = Extract<Condition, { kind: 'test' }>;

/** What is asked beside a condition. */
type Beside = {
  /** Asked of each row that the condition finds. */
  readonly check?: Condition;
  /** The slot of its first value. */
  readonly first?: number;
};

/** The condition over rows named `scope.alias`; true or null-or-false where it is asked, exact under `not`. */
export function conditionSql(
  condition: Condition | undefined,
  scope: SqlScope,
  { check, first = 0 }: Beside = {},
): Sql {
  const nextSlot = slotsFrom(first);
  const parts = condition ? [partSql(condition, { scope, nextSlot, reach: within, isExact: false })] : [];
  // No index serves a `coalesce`, so that SQLite begins elsewhere.
  if (check) parts.push(partSql(check, { scope, nextSlot, reach: each, isExact: true }));
  return joined(parts, 'and');
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
  if (part.kind === 'constant') return part.value ? sql`1` : sql`0`;
  if (part.kind === 'not') return sql`not ${partSql(part.of, { ...writing, isExact: true })}`;
  if (part.kind === 'test') {
    const test = testSql(part, writing);
    return writing.isExact ? sql`coalesce(${test}, 0)` : sql`(${test})`;
  }
  const parts = part.of.map((each) => partSql(each, writing));
  return joined(parts, part.kind === 'all' ? 'and' : 'or');
}

/** What must hold of the record a reference leads to, beside what is read of it. */
export function seenSql(
  seen: Condition | undefined,
  { scope, nextSlot }: { readonly scope: SqlScope; readonly nextSlot: NextSlot },
): Sql | undefined {
  return seen && partSql(seen, { scope, nextSlot, reach: each, isExact: false });
}

/** How a test gets to the record a reference leads to; `raw` is its id. */
type Reach = (step: { raw: Sql; table: Sql; alias: string; where: Sql }) => Sql;

/** All of them that pass, found once. */
const within: Reach = ({ raw, table, alias, where }) =>
  sql`${raw} in (select ${sql.ref(`${alias}.Id`)} from ${table} as ${sql.ref(alias)} where ${where})`;

/** The one, found for each row. */
const each: Reach = ({ raw, table, alias, where }) =>
  sql`(select ${where} from ${table} as ${sql.ref(alias)} where ${sql.ref(`${alias}.Id`)} = ${raw})`;

/** Conditions with one shape have one SQL text. Values in the order of the slots; the entities it reads. */
export function describeCondition(condition: Condition | undefined) {
  const described: Described = { values: [], reads: new Set() };
  return { shape: condition ? shapeOf(condition, described) : '', ...described };
}

/** The same of what paths are sorted by. */
export function describePaths(paths: readonly FieldPath[]) {
  const described: Described = { values: [], reads: new Set() };
  return { shape: paths.map((path) => pathShape(path, described)).join(), ...described };
}

type Described = { readonly values: unknown[]; readonly reads: Set<string> };

function shapeOf(part: Condition, described: Described): string {
  if (part.kind === 'constant') return part.value ? '1' : '0';
  if (part.kind === 'not') return `!${shapeOf(part.of, described)}`;
  if (part.kind !== 'test') return `${part.kind}(${part.of.map((each) => shapeOf(each, described)).join()})`;
  const own = slotValues(part);
  described.values.push(...own);
  return `${pathShape(part.path, described)}:${operatorOf(part)}${own.length}`;
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
  const slots = slotValues(test).map(nextSlot);
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
  return field ? along(0, scope) : sql`0`;
}

function atEnd(test: Test, scope: SqlScope, slots: readonly Slot[]): Sql {
  const { field } = test.path;
  const isWhole = field.storage === 'json' && !field.path.includes('.');
  if (test.operator === 'has' && isWhole) {
    const name = sql.ref(`${scope.alias}.${field.name}`);
    return sql`${name} <> '[]'`;
  }
  return overField(field, scope, (operand) => operators[operatorOf(test)](operand, slots));
}

const operators: Record<Test['operator'] | 'inMany', (operand: Operand, slots: readonly Slot[]) => Sql> = {
  has: ({ raw }) => sql`${raw} <> ''`,
  eq: ({ value }, [slot]) => sql`${value} = ${slot}`,
  gt: ({ value }, [slot]) => sql`${value} > ${slot}`,
  ge: ({ value }, [slot]) => sql`${value} >= ${slot}`,
  lt: ({ value }, [slot]) => sql`${value} < ${slot}`,
  le: ({ value }, [slot]) => sql`${value} <= ${slot}`,
  in: ({ value }, slots) => sql`${value} in (${sql.join(slots)})`,
  all: ({ value }, [slot]) => sql`(${value} & ${slot}) = ${slot}`,
  inMany: ({ value }, [slot]) => sql`${value} in (select value from json_each(${slot}))`,
  // The letters stand first in a key, and what is looked for has no accents: wherever it is found it is a part of them.
  contains: ({ key }, [slot]) => sql`instr(${key}, ${slot}) > 0`,
  startsWith: ({ key }, [low, high]) => sql`${key} >= ${low} and ${key} < ${high}`,
  words: ({ key }, slots) =>
    joined([sql`${key} is not null`, ...slots.map((slot) => sql`instr(${key}, ${slot}) > 0`)], 'and'),
};

/** A short list is written out, so that SQLite knows how long it is when it chooses an index. */
function operatorOf({ operator, value }: Test): Test['operator'] | 'inMany' {
  return operator === 'in' && (value as readonly unknown[]).length > longList ? 'inMany' : operator;
}

const longList = 40;

function slotValues({ operator, value, path: { field } }: Test): readonly unknown[] {
  if (operator === 'has') return [];
  if (operator === 'words') return wordsOf(String(value));
  const part = operator === 'contains' || operator === 'startsWith' ? searchKey(String(value)) : '';
  if (operator === 'contains') return [part];
  if (operator === 'startsWith') return [part, part + highest];
  if (operator !== 'in') return [slotValue(field, value)];
  const values = (value as readonly unknown[]).map((each) => slotValue(field, each));
  return values.length > longList ? [JSON.stringify(values)] : values;
}

function slotValue(field: FieldModel, value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && comparisonOf(field) === 'words' ? textKey(value) : value;
}
