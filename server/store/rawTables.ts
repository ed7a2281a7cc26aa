/** Tables as stored in a database, without a model; `copy-database` reads and writes these. */
import { keyVersion } from '#engine';
import { StartError } from '../errors/StartError.ts';
import type { ColumnSchema, ShadowKind } from './sql/columnSchema.ts';
import type { ColumnValue, Dialect } from './sql/dialect.ts';
import { type DatabaseSchema, type StoredSchema, shadowColumn, type TableSchema } from './sql/tableSchema.ts';

/** Portable values: booleans as true and false, decimals and JSON as text. */
export type RawValue = string | number | boolean | null;
export type RawRow = readonly RawValue[];

/** `place` is the position of the last row. */
export type RawPiece = { readonly rows: readonly RawRow[]; readonly place: number };

export type RawSource = {
  /** The schema the database was last migrated to; undefined for a new database. */
  readonly schema: () => Promise<StoredSchema | undefined>;
  /** The next rows after a position, in insertion order; none at the end. */
  readonly read: (entity: string, columns: readonly ColumnSchema[], after: number) => Promise<RawPiece>;
  readonly close: () => Promise<void>;
};

export type RawTarget = RawSource & {
  /** All tables that exist, by their database names. */
  readonly tables: () => Promise<readonly string[]>;
  /** The source of an unfinished copy. */
  readonly unfinished: () => Promise<string | undefined>;
  /** Creates the tables without constraints or indexes, and marks them as being filled. */
  readonly begin: (schema: StoredSchema, from: string) => Promise<void>;
  /** The schema the copy was begun with, and the position up to which each table is filled. */
  readonly begun: () => Promise<{
    readonly schema: StoredSchema;
    readonly places: ReadonlyMap<string, number>;
  }>;
  /** Stores the rows and the position they reach atomically. */
  readonly write: (entity: string, table: TableSchema, piece: RawPiece) => Promise<void>;
  /** Adds the references; the database is then complete. */
  readonly finish: (schema: StoredSchema) => Promise<void>;
  readonly dialect: Dialect;
};

/** Maximum rows per piece, and bytes of text after which a piece ends early. */
export const [mostRows, mostBytes] = [500, 4_000_000];

/** The table that records the progress of a copy. */
export const copyTable = '_formwright_copy';

/** A partial copy looks like a database that has lost records. */
export function refuseUnfinished(tables: { readonly has: (name: string) => boolean }): void {
  if (tables.has(copyTable))
    throw new StartError(
      'A copy into this database has not ended. Run the same `npm run copy-database` again: it goes on where it was.',
    );
}

/** A column and its shadow columns, with the value of each in a row. */
export function writtenColumns(
  { columns }: TableSchema,
  shadowValue: (kind: ShadowKind, value: ColumnValue, format: string) => ColumnValue,
) {
  return columns.flatMap((column, at) => [
    { name: column.name, format: column.format, of: (row: RawRow) => row[at] ?? null },
    ...column.shadows.map((kind) => ({
      name: shadowColumn(column.name, kind),
      format: column.format === 'json' ? 'json' : 'text',
      of: (row: RawRow) => shadowValue(kind, row[at] as ColumnValue, column.format),
    })),
  ]);
}

/**
 * Converts another database's schema for the start of a copy: no indexes, and shadows as this model needs
 * them.
 */
export function copiedSchema({ version, tables }: StoredSchema, wanted: DatabaseSchema): StoredSchema {
  const entries = Object.entries(tables).map(([entity, { columns }]) => {
    const copied = columns.map((column) => ({ ...column, shadows: wantedShadows(wanted[entity], column) }));
    return [entity, { columns: copied, indexes: {}, keys: keyVersion }] as const;
  });
  return { version, tables: Object.fromEntries(entries) };
}

function wantedShadows(wanted: TableSchema | undefined, column: ColumnSchema): readonly ShadowKind[] {
  const found = wanted?.columns.find(({ id }) => id === column.id);
  return column.isKept || found?.format !== column.format ? [] : found.shadows;
}
