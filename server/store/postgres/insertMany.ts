/** Inserts many records with few statements: one array parameter per column. */
import type { DataRecord } from '#engine';
import { encodeRecord } from '../entityTable.ts';
import type { EntityStatements, WrittenColumn } from '../sql/entityStatements.ts';
import { formatOf } from '../sql/names.ts';
import type { Run } from './connections.ts';
import { quotedName } from './names.ts';
import { postgresDialect } from './postgresDialect.ts';

const atOnce = 500;

/** Skips records that violate a unique; returns the number inserted. */
export async function insertMany(
  { run }: { readonly run: Run },
  statements: EntityStatements,
  records: readonly DataRecord[],
): Promise<number> {
  let count = 0;
  for (let from = 0; from < records.length; from += atOnce)
    count += (await run(inserting(statements, records.slice(from, from + atOnce)))).count;
  return count;
}

function inserting({ table, columns }: EntityStatements, records: readonly DataRecord[], first = 1) {
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const lists = columns.map((column, at) => `$${at + first}::${typeOf(table, column)}[]`).join(', ');
  const text = `insert into ${quotedName(table.entity.id)} (${names}) select * from unnest(${lists}) on conflict do nothing`;
  const kept = records.map((record) => encodeRecord(table, record));
  return { text, values: columns.map((column) => kept.map((one) => column.valueOf(one))) };
}

/**
 * Inserts of a transaction that nothing can refuse wait for its next statement: before another insert they are
 * part of it, which saves a round trip.
 */
export function createLateInserts(run: Run) {
  let waiting: { readonly statements: EntityStatements; readonly records: readonly DataRecord[] } | undefined;
  const take = () => {
    const taken = waiting;
    waiting = undefined;
    return taken;
  };
  const write = (): Promise<unknown> | undefined => {
    const late = take();
    return late && run(inserting(late.statements, late.records));
  };
  return {
    /** To be called before every other statement, and at the end of the work. */
    write,
    insert: async (statements: EntityStatements, records: readonly DataRecord[]): Promise<number> => {
      const { unique } = statements.table.entity;
      const isLate = unique.length === 0 && statements.table.references.length === 0;
      const isFew = records.length > 0 && records.length <= atOnce;
      if (isLate && isFew && !waiting) {
        waiting = { statements, records };
        return records.length;
      }
      const late = isFew ? take() : undefined;
      if (!late) return insertMany({ run: (ready) => after(write(), run(ready)) }, statements, records);
      const before = inserting(late.statements, late.records);
      const own = inserting(statements, records, before.values.length + 1);
      const text = `with late as (${before.text}) ${own.text}`;
      return (await run({ text, values: [...before.values, ...own.values] })).count;
    },
  };
}

/** The result of a statement that was sent after another one; what refused the earlier one is the reason. */
export const after = <T>(earlier: Promise<unknown> | undefined, later: Promise<T>): Promise<T> =>
  earlier ? Promise.all([earlier, later]).then(([, result]) => result) : later;

/** The type of a column without its collation. */
export function typeOf(table: EntityStatements['table'], { name, field }: WrittenColumn): string {
  const codec = table.codecByName.get(field);
  const format = codec ? formatOf(codec.field) : 'text';
  // Keys are text, or JSON for trees of them.
  if (name !== field) return format === 'json' ? 'json' : 'text';
  return postgresDialect.columnType(format).replace(' collate "C"', '');
}
