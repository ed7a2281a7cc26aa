/** Copies records from one owner to another inside PostgreSQL, so no values pass through this process. */
import { encodeChanges } from '../entityTable.ts';
import type { SqlTables } from '../sql/sqlTables.ts';
import type { CopyPiece, CopyQuery } from '../types.ts';
import type { Run } from './connections.ts';
import { typeOf } from './insertMany.ts';
import { quotedName } from './names.ts';

type Copying = { readonly run: Run; readonly tables: SqlTables };

/** Copies the next piece, in insertion order. */
export async function copyPiece(
  { run, tables }: Copying,
  { entity, of, set, newId, after = 0, size }: CopyQuery,
): Promise<CopyPiece> {
  const { table, columns } = tables.statements(entity);
  const name = quotedName(entity);
  const { rows } = await run({
    text: `select _rowid_ from ${name} where ${quotedName(of.field)} = $1 and _rowid_ > $2 order by _rowid_ limit $3`,
    values: [of.id, after, size],
  });
  if (rows.length === 0) return { count: 0 };
  const kept = encodeChanges(table, set);
  const values: unknown[] = [rows.map(([row]) => row), rows.map(() => newId())];
  const terms = columns.map((column) => {
    if (column.field === 'Id') return 'page.id';
    if (column.field === 'Revision') return '1';
    if (!Object.hasOwn(kept, column.field)) return `t.${quotedName(column.name)}`;
    values.push(column.valueOf(kept));
    return `$${values.length}::${typeOf(table, column)}`;
  });
  const names = columns.map((column) => quotedName(column.name)).join(', ');
  const page = 'unnest($1::bigint[], $2::text[]) with ordinality as page(row, id, key)';
  const { count } = await run({
    text: `insert into ${name} (${names}) select ${terms.join(', ')} from ${page} join ${name} as t on t._rowid_ = page.row order by page.key on conflict do nothing`,
    values,
  });
  const last = rows.at(-1)?.[0] as number;
  return rows.length < size ? { count } : { count, next: last };
}
