/** The model-dependent part of an SQL store: shared by all connections. */
import type { EntityTables } from '../entityTable.ts';
import type { Dialect } from './dialect.ts';
import { type EntityStatements, entityStatements } from './entityStatements.ts';

export type SqlTables = {
  readonly tables: EntityTables;
  readonly dialect: Dialect;
  readonly statements: (entity: string) => EntityStatements;
};

/** An entity's statements are written on first use. */
export function sqlTables(tables: EntityTables, dialect: Dialect): SqlTables {
  const known = new Map<string, EntityStatements>();
  const statements = (entity: string) => {
    const found = known.get(entity) ?? entityStatements(tables.get(entity), tables, dialect);
    known.set(entity, found);
    return found;
  };
  return { tables, dialect, statements };
}
