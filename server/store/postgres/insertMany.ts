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
  { table, columns }: EntityStatements,
  records: readonly DataRecord[],
): Promise<number> {
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const lists = columns.map((column, at) => `$${at + 1}::${typeOf(table, column)}[]`).join(', ');
  const text = `insert into ${quotedName(table.entity.id)} (${names}) select * from unnest(${lists}) on conflict do nothing`;
  let count = 0;
  for (let from = 0; from < records.length; from += atOnce) {
    const kept = records.slice(from, from + atOnce).map((record) => encodeRecord(table, record));
    const values = columns.map((column) => kept.map((one) => column.valueOf(one)));
    count += (await run({ text, values })).count;
  }
  return count;
}

/** The type of a column without its collation. */
export function typeOf(table: EntityStatements['table'], { name, field }: WrittenColumn): string {
  const codec = table.codecByName.get(field);
  const format = codec ? formatOf(codec.field) : 'text';
  // Keys are text, or JSON for trees of them.
  if (name !== field) return format === 'json' ? 'json' : 'text';
  return postgresDialect.columnType(format).replace(' collate "C"', '');
}
