/** Tables as they stand in a database, without a model: what `copy-database` reads and writes. */
import { keyVersion } from '#engine';
import { StartError } from '../errors/StartError.ts';
import type { ColumnSchema, ShadowKind } from './sql/columnSchema.ts';
import type { ColumnValue, Dialect } from './sql/dialect.ts';
import { type DatabaseSchema, type StoredSchema, shadowColumn, type TableSchema } from './sql/tableSchema.ts';

/** In a form that every database has: truth as true and false, decimals and JSON as they are written. */
export type RawValue = string | number | boolean | null;
export type RawRow = readonly RawValue[];

/** `place` is that of the last row. */
export type RawPiece = { readonly rows: readonly RawRow[]; readonly place: number };

export type RawSource = {
  /** What the database was last brought to; undefined where it has never been. */
  readonly schema: () => Promise<StoredSchema | undefined>;
  /** The next rows after a place, in the order in which they were written; none at the end. */
  readonly read: (entity: string, columns: readonly ColumnSchema[], after: number) => Promise<RawPiece>;
  readonly close: () => Promise<void>;
};

export type RawTarget = RawSource & {
  /** All tables that are there, by their names in the database. */
  readonly tables: () => Promise<readonly string[]>;
  /** Of a copy that has not ended: where it comes from. */
  readonly unfinished: () => Promise<string | undefined>;
  /** Makes the tables without what compares their rows, and notes that they are being filled. */
  readonly begin: (schema: StoredSchema, from: string) => Promise<void>;
  /** The schema it was begun with, and the place up to which each table is filled. */
  readonly begun: () => Promise<{
    readonly schema: StoredSchema;
    readonly places: ReadonlyMap<string, number>;
  }>;
  /** Rows and the place they reach, together or not at all. */
  readonly write: (entity: string, table: TableSchema, piece: RawPiece) => Promise<void>;
  /** Adds the references; from then on it is a database like any other. */
  readonly finish: (schema: StoredSchema) => Promise<void>;
  readonly dialect: Dialect;
};

/** Rows of a piece, and bytes of text from which it is long enough. */
export const [mostRows, mostBytes] = [500, 4_000_000];

/** The table that notes how far a copy has come. */
export const copyTable = '_formwright_copy';

/** Half a copy looks like a database that has lost records. */
export function refuseUnfinished(tables: { readonly has: (name: string) => boolean }): void {
  if (tables.has(copyTable))
    throw new StartError(
      'A copy into this database has not ended. Run the same `npm run copy-database` again: it goes on where it was.',
    );
}

/** A column and those beside it, with the value of each in a row. */
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

/** The schema of another database as a target begins with it: no index, and beside texts what its own model wants. */
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
