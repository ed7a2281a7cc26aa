/** Reads columns whose fields are no longer declared, before a model brings them back. */
import type { DataRecord } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { answerInto, type FieldCodec } from '../fieldCodec.ts';
import type { ScanPiece } from '../types.ts';
import type { ColumnSchema } from './columnSchema.ts';
import type { Actual } from './planMigration.ts';

/** Restored fields that have values, by entity. */
export function fieldsKept(
  actual: Actual,
  tables: EntityTables,
  known: EntityTables,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = tables.all.map((table) => {
    const isGone = !known.model.entities.has(table.entity.id);
    const names = table.codecs.flatMap(({ field }) => {
      const column = columnOf(actual, table, field.id);
      return column && (isGone || column.isKept) ? [field.name] : [];
    });
    return [table.entity.id, new Set(names)] as const;
  });
  return new Map(found.filter(([, names]) => names.size > 0));
}

/** How a field is read from its former column. */
export type KeptReader<Value> = {
  readonly codec: FieldCodec;
  readonly sql: string;
  readonly kept: (value: Value | null) => unknown;
};

/** Selects one row more than a piece: the values of the readers, and the row number last. */
export function keptPiece<Value>(
  readers: readonly KeptReader<Value>[],
  rows: readonly (readonly Value[])[],
  size: number,
): ScanPiece {
  const items = rows.slice(0, size).map((row) => {
    const record: Record<string, unknown> = {};
    for (const [at, { codec, kept }] of readers.entries()) answerInto(record, codec, kept(row[at] ?? null));
    return record as DataRecord;
  });
  return rows.length > size ? { items, next: rows[size - 1]?.at(-1) as number } : { items };
}

export function columnOf(actual: Actual, { entity }: EntityTable, id: string): ColumnSchema | undefined {
  if (!Object.hasOwn(actual.tables, entity.id)) return undefined;
  return actual.tables[entity.id]?.columns.find((column) => column.id === id);
}
