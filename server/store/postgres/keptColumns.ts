/** Reads columns whose fields are no longer declared, before a model brings them back. */
import type { EntityTables } from '../entityTable.ts';
import type { FieldCodec } from '../fieldCodec.ts';
import type { ColumnSchema } from '../sql/columnSchema.ts';
import { type ColumnValue, convertValue } from '../sql/convertValue.ts';
import { columnOf, fieldsKept, type KeptReader, keptPiece } from '../sql/keptColumns.ts';
import { formatOf } from '../sql/names.ts';
import type { ScanPiece, ScanQuery } from '../types.ts';
import type { Run } from './connections.ts';
import { quotedName } from './names.ts';
import { readSchema } from './storedSchema.ts';

/** Restored fields that have values, by entity. */
export async function keptFields(
  run: Run,
  tables: EntityTables,
  known: EntityTables,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return fieldsKept(await readSchema(run), tables, known);
}

/** A piece of a scan over records as another model would show them. */
export async function scanAs(
  run: Run,
  tables: EntityTables,
  { entity, after = 0, size }: Omit<ScanQuery, 'of'>,
): Promise<ScanPiece> {
  const table = tables.get(entity);
  const actual = await readSchema(run);
  const readers = table.codecs.map((codec) => readerOf(codec, columnOf(actual, table, codec.field.id)));
  const columns = [...readers.map(({ sql }) => sql), '_rowid_'].join(', ');
  const text = `select ${columns} from ${quotedName(entity)} where _rowid_ > $1 order by _rowid_ limit $2`;
  const { rows } = await run({ text, values: [after, size + 1] });
  return keptPiece(readers, rows, size);
}

/** A column that does not exist yet will hold the default; one of another format is converted. */
function readerOf(codec: FieldCodec, column: ColumnSchema | undefined): KeptReader<unknown> {
  const { field } = codec;
  if (!column) return { codec, sql: 'null', kept: () => codec.encode(field.default) };
  const format = formatOf(field);
  const name = quotedName(column.name);
  if (column.format === format) return { codec, sql: name, kept: (value) => value };
  const kept = (value: unknown) => {
    const before = typeof value === 'boolean' ? Number(value) : (value as ColumnValue);
    const converted = convertValue(before, column.format, format);
    if (format === 'boolean') return converted === null ? null : converted === 1;
    return format === 'json' && converted !== null ? JSON.parse(String(converted)) : converted;
  };
  return { codec, sql: column.format === 'json' ? `${name}::text` : name, kept };
}
