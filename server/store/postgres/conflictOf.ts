/** Maps PostgreSQL constraint errors to `StoreConflict`. */
import pg from 'pg';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { uniqueIndex } from '../sql/names.ts';
import { StoreConflict } from '../types.ts';
import { referenceName, stored } from './names.ts';

/** The conflict behind a failed write; undefined for any other failure. */
export function conflictOf(error: unknown, table: EntityTable): StoreConflict | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  const entity = table.entity.id;
  const unique = table.entity.unique.find((each) => stored(uniqueIndex(entity, each)) === error.constraint);
  return new StoreConflict({ kind: 'unique', entity, constraint: unique?.id, cause: error });
}

/** References are checked at the end of a transaction; the error names the constraint. */
export function brokenReference(error: unknown, tables: EntityTables): StoreConflict | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return undefined;
  for (const { entity, references } of tables.all)
    for (const { name } of references)
      if (stored(entity.id) === error.table && stored(referenceName(entity.id, name)) === error.constraint)
        return new StoreConflict({ kind: 'reference', entity: entity.id, constraint: name, cause: error });
  return undefined;
}
