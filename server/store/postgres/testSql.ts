/** SQL of a single test in PostgreSQL, with its values. */
import { sql } from 'kysely';
import { comparisonOf, type FieldModel, highest, isScaled, searchKey, textKey, wordsOf } from '#engine';
import { joined, type Slot, type Sql } from '../sql/compileSql.ts';
import type { Operand, Test, TreeUse } from '../sql/dialect.ts';
import { isKeyed } from './keyed.ts';

/** Indexes hold only this prefix, so long texts fit; sorts and tests start with it too. */
export const prefixOf = (key: Sql): Sql => sql`left(${key}, 300)`;

export function testSql(test: Test, { raw, value, key }: Operand, slots: readonly Slot[]): Sql {
  const { operator, path } = test;
  const { field } = path;
  const [first, second] = slots;
  switch (operator) {
    case 'has':
      return field.storage === 'text' ? sql`${raw} <> ''` : sql`${raw} is not null`;
    case 'contains':
    case 'words':
      return joined(
        [sql`${key} is not null`, ...slots.map((slot) => sql`${key} like ${slot}`)],
        'and',
        () => sql`true`,
      );
    case 'startsWith':
      return indexed(
        test,
        key,
        sql`${prefixOf(key)} >= left(${first}, 300) and ${prefixOf(key)} < ${second}`,
        sql`${key} >= ${first} and ${key} < ${second}`,
      );
    case 'all':
      return areWhole(test) ? sql`(${value}::bigint & ${first}::bigint) = ${first}::bigint` : sql`false`;
    case 'in':
      return sql`${value} = any(${first}::${sql.raw(typeOf(test))}[])`;
    case 'eq': {
      const same = sql`${value} = ${first}::${sql.raw(typeOf(test))}`;
      return isOwnKey(test) ? sql`${prefixOf(value)} = left(${first}::text, 300) and ${same}` : same;
    }
    default:
      return sql`${value} ${sql.raw(signs[operator])} ${first}::${sql.raw(typeOf(test))}`;
  }
}

const signs = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

/** A key column, whose index holds prefixes. */
const isOwnKey = ({ path: { field } }: Test): boolean =>
  isKeyed(field) && comparisonOf(field) === 'words' && !field.path.includes('.');

const indexed = (test: Test, _key: Sql, begins: Sql, whole: Sql): Sql =>
  isKeyed(test.path.field) && !test.path.field.path.includes('.') ? sql`${begins} and ${whole}` : whole;

/** Integers that fit the column; others are compared as decimals, which uses no index. */
const areWhole = ({ value }: Test): boolean => [value].flat().every((each) => Number.isSafeInteger(each));

function typeOf(test: Test): string {
  const { field } = test.path;
  if (isScaled(field)) return 'numeric';
  if (field.storage === 'integer') return field.path.includes('.') || !areWhole(test) ? 'numeric' : 'bigint';
  if (field.storage === 'number') return field.path.includes('.') ? 'numeric' : 'float8';
  return field.storage === 'boolean' ? 'boolean' : 'text';
}

export function slotsOf(test: Test): { readonly shape: string; readonly values: readonly unknown[] } {
  const values = slotValues(test);
  return { shape: `${test.operator}${values.length}${areWhole(test) ? '' : 'n'}`, values };
}

function slotValues({ operator, value, path: { field } }: Test): readonly unknown[] {
  if (operator === 'has') return [];
  if (operator === 'words') return wordsOf(String(value)).map(containing);
  const part = operator === 'contains' || operator === 'startsWith' ? searchKey(String(value)) : '';
  if (operator === 'contains') return [containing(part)];
  if (operator === 'startsWith') return [part, part + highest];
  if (operator !== 'in') return [slotValue(field, value)];
  return [(value as readonly unknown[]).map((each) => slotValue(field, each))];
}

const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

function slotValue(field: FieldModel, value: unknown): unknown {
  return typeof value === 'string' && comparisonOf(field) === 'words' ? textKey(value) : value;
}

/** Tests of text read the tree of keys. */
export function treeOf({ operator, path: { field } }: Test): TreeUse {
  const isOfText = operator === 'contains' || operator === 'startsWith' || operator === 'words';
  return isKeyed(field) && operator !== 'has' && (isOfText || comparisonOf(field) === 'words')
    ? 'key'
    : 'raw';
}
