/** Copies records from one owner to another inside SQLite, so no values pass through this process. */
import type { Database } from 'better-sqlite3';
import { type EntityTable, encodeChanges } from '../entityTable.ts';
import type { WrittenColumn } from '../sql/entityStatements.ts';
import { quoted } from '../sql/names.ts';
import { uniqueSql } from '../sql/tableSchema.ts';
import type { CopyPiece, CopyQuery, ScanPlace } from '../types.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import type { Connection } from './statements.ts';

export type Copying = {
  readonly connection: Connection;
  readonly table: EntityTable;
  readonly columns: readonly WrittenColumn[];
  readonly query: CopyQuery;
};

/** A scan over rows: a condition, and the value that orders it. */
type Walk = { readonly value: string; readonly where: string; readonly ofOwner: string };

/**
 * Copies the next piece. Rows go in the order of a unique within the owner, if there is one: neighbouring
 * index entries are then written together, ten times faster for a million rows than insertion order. A text
 * position belongs to that scan, a number to the scan by row for rows that the unique's index omits.
 */
export function copyPiece(copying: Copying): CopyPiece {
  const { query, table } = copying;
  const ordered = orderedWalk(table, query.of.field);
  const { after = ordered ? '' : 0 } = query;
  if (ordered && typeof after === 'string') {
    const { count, until } = copyWalk(copying, ordered, { after, size: query.size });
    return { count, next: until ?? 0 };
  }
  const owner = `${quoted(query.of.field)} = ?`;
  const rest = ordered ? ` and not (${ordered.where})` : '';
  const walk = { value: '_rowid_', where: '1', ofOwner: owner };
  // Nearly all of them are copied already and only need to be skipped.
  const size = ordered ? query.size * 40 : query.size;
  const { count, until } = copyWalk(copying, walk, { after, size, rest });
  return until === undefined ? { count } : { count, next: until };
}

/** The scan along a unique with one text within the owner. */
function orderedWalk(table: EntityTable, field: string): Walk | undefined {
  for (const unique of table.entity.unique) {
    const [name = '', ...others] = unique.fields;
    const isOfOwner = unique.within.length === 1 && unique.within[0] === field;
    const isText = table.codecByName.get(name)?.field.storage === 'text';
    if (!isOfOwner || !isText || others.length > 0) continue;
    const { expressions, where } = uniqueSql(unique, table, sqliteDialect);
    const [owner = '', value = ''] = expressions;
    return { value, where, ofOwner: `${owner} = ?` };
  }
  return undefined;
}

type Stretch = { readonly after: ScanPlace; readonly size: number; readonly rest?: string };

/** Copies the rows up to the end of the piece; `until` is undefined after the last. */
function copyWalk(copying: Copying, walk: Walk, { after, size, rest = '' }: Stretch) {
  const { connection, table, query } = copying;
  const from = `from ${quoted(table.entity.id)} where ${walk.ofOwner} and ${walk.value} > ? and (${walk.where})`;
  const { id } = query.of;
  const [last, found] = connection
    .rows(`select max(place), count(*) from (select ${walk.value} as place ${from} order by place limit ?)`)
    .get(id, after, size) as [ScanPlace | null, number];
  if (last === null) return { count: 0, until: undefined };
  const { names, terms, values } = columnsOf(copying);
  const text = `insert into ${quoted(table.entity.id)} (${names}) select ${terms} ${from} and ${walk.value} <= ?${rest} order by ${walk.value} on conflict do nothing`;
  const { changes } = withNewIds(connection.db, query.newId, () =>
    connection.command(text).run(...values, id, after, last),
  );
  return { count: changes, until: found < size ? undefined : last };
}

/** The columns to write: the row's own values, except its id and the replaced fields. */
function columnsOf({ table, columns, query }: Copying) {
  const kept = encodeChanges(table, query.set);
  const values: unknown[] = [];
  const terms = columns.map((column) => {
    const { name, field } = column;
    if (field === 'Id') return 'new_id()';
    if (field === 'Revision') return '1';
    if (!Object.hasOwn(kept, field)) return quoted(name);
    values.push(column.valueOf(kept));
    return '?';
  });
  return { names: columns.map(({ name }) => quoted(name)).join(', '), terms: terms.join(', '), values };
}

const makers = new WeakMap<Database, { newId: () => string }>();

/** Registers `new_id()`, which returns a new id per row, while the work runs. */
function withNewIds<Result>(db: Database, newId: () => string, work: () => Result): Result {
  const known = makers.get(db) ?? { newId };
  if (!makers.has(db)) db.function('new_id', { directOnly: true }, () => known.newId());
  makers.set(db, known);
  known.newId = newId;
  return work();
}
