/** A condition → SQL, its shape → a key for prepared statements, its values → slots. */
import { sql } from 'kysely';
import { type Condition, comparisonOf, type FieldModel, highest, searchKey, textKey, wordsOf } from '#engine';
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
  let slots = first;
  const nextSlot = () => new Slot(slots++);
  const write = (part: Condition, isExact: boolean, reach: Reach = within): Sql => {
    if (part.kind === 'constant') return part.value ? sql`1` : sql`0`;
    if (part.kind === 'not') return sql`not ${write(part.of, true, reach)}`;
    if (part.kind === 'test') {
      const test = testSql(part, { scope, nextSlot, reach });
      return isExact ? sql`coalesce(${test}, 0)` : sql`(${test})`;
    }
    const parts = part.of.map((each) => write(each, isExact, reach));
    return joined(parts, part.kind === 'all' ? 'and' : 'or');
  };
  const parts = condition ? [write(condition, false)] : [];
  // No index serves a `coalesce`, so that SQLite begins elsewhere.
  if (check) parts.push(write(check, true, each));
  return joined(parts, 'and');
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
  const values: unknown[] = [];
  const reads = new Set<string>();
  const shape = (part: Condition): string => {
    if (part.kind === 'constant') return part.value ? '1' : '0';
    if (part.kind === 'not') return `!${shape(part.of)}`;
    if (part.kind !== 'test') return `${part.kind}(${part.of.map(shape).join()})`;
    const own = slotValues(part);
    values.push(...own);
    for (const hop of part.path.through) if (hop.ref) reads.add(hop.ref.entity);
    return `${[...part.path.through, part.path.field].map((field) => field.path).join('>')}:${operatorOf(part)}${own.length}`;
  };
  return { shape: condition ? shape(condition) : '', values, reads };
}

function testSql(
  test: Test,
  { scope, nextSlot, reach }: { scope: SqlScope; nextSlot: () => Slot; reach: Reach },
): Sql {
  const { through, field } = test.path;
  const slots = slotValues(test).map(nextSlot);
  const along = ([hop, ...rest]: readonly FieldModel[], at: SqlScope): Sql => {
    if (!hop) return atEnd(test, at, slots);
    const target = { ...scope, alias: scope.nextAlias() };
    return overField(hop, at, ({ raw }) => {
      const table = sql.table(hop.ref?.entity ?? '');
      return reach({ raw, table, alias: target.alias, where: along(rest, target) });
    });
  };
  return field ? along(through, scope) : sql`0`;
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
