/** The model's side of a store that speaks SQL: the same for all connections. */
import type { EntityTables } from '../entityTable.ts';
import type { Dialect } from './dialect.ts';
import { type EntityStatements, entityStatements } from './entityStatements.ts';

export type SqlTables = {
  readonly tables: EntityTables;
  readonly dialect: Dialect;
  readonly statements: (entity: string) => EntityStatements;
};

/** Statements of an entity are written when it is first asked for. */
export function sqlTables(tables: EntityTables, dialect: Dialect): SqlTables {
  const known = new Map<string, EntityStatements>();
  const statements = (entity: string) => {
    const found = known.get(entity) ?? entityStatements(tables.get(entity), tables, dialect);
    known.set(entity, found);
    return found;
  };
  return { tables, dialect, statements };
}
