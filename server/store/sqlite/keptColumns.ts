/** Reads columns whose fields are no longer declared, before a model brings them back. */
import type { Database } from 'better-sqlite3';
import type { EntityTables } from '../entityTable.ts';
import type { FieldCodec } from '../fieldCodec.ts';
import type { ColumnSchema } from '../sql/columnSchema.ts';
import { type ColumnValue, convertValue } from '../sql/convertValue.ts';
import { columnOf, fieldsKept, type KeptReader, keptPiece } from '../sql/keptColumns.ts';
import { formatOf, quoted } from '../sql/names.ts';
import type { ScanPiece, ScanQuery } from '../types.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import { readSchema } from './storedSchema.ts';

/** Restored fields that have values, by entity. */
export function keptFields(
  db: Database,
  tables: EntityTables,
  known: EntityTables,
): ReadonlyMap<string, ReadonlySet<string>> {
  return fieldsKept(readSchema(db), tables, known);
}

/** A piece of a scan over records as another model would show them. */
export function scanAs(
  db: Database,
  tables: EntityTables,
  { entity, after = 0, size }: Omit<ScanQuery, 'of'>,
): ScanPiece {
  const table = tables.get(entity);
  const actual = readSchema(db);
  const readers = table.codecs.map((codec) => readerOf(codec, columnOf(actual, table, codec.field.id)));
  const columns = [...readers.map(({ sql }) => sql), '_rowid_'].join(', ');
  const text = `select ${columns} from ${quoted(entity)} where _rowid_ > ? order by _rowid_ limit ?`;
  const rows = db
    .prepare<[unknown, number], ColumnValue[]>(text)
    .raw()
    .all(after, size + 1);
  return keptPiece(readers, rows, size);
}

/** A column that does not exist yet will hold the default; one of another format is converted. */
function readerOf(codec: FieldCodec, column: ColumnSchema | undefined): KeptReader<ColumnValue> {
  const { field } = codec;
  if (!column) return { codec, sql: 'null', kept: () => codec.encode(field.default) };
  const [toKept, format] = [sqliteDialect.fromColumn(field), formatOf(field)];
  const convert = (value: ColumnValue) =>
    column.format === format ? value : convertValue(value, column.format, format);
  return { codec, sql: quoted(column.name), kept: (value) => toKept(convert(value)) };
}
