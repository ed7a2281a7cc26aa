/** What columns hold whose fields are declared no longer, read before a model brings them back. */
import type { DataRecord } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { answerInto, type FieldCodec } from '../fieldCodec.ts';
import type { ColumnSchema } from '../sql/columnSchema.ts';
import { type ColumnValue, convertValue } from '../sql/convertValue.ts';
import { formatOf } from '../sql/names.ts';
import type { Actual } from '../sql/planMigration.ts';
import type { ScanPiece, ScanQuery } from '../types.ts';
import type { Run } from './connections.ts';
import { quotedName } from './names.ts';
import { readSchema } from './storedSchema.ts';

/** Fields that come back with values, by entity. */
export async function keptFields(
  run: Run,
  tables: EntityTables,
  known: EntityTables,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const actual = await readSchema(run);
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

/** A piece of a walk over records as another model would have them. */
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
  const items = rows.slice(0, size).map((row) => {
    const record: Record<string, unknown> = {};
    for (const [at, { codec, kept }] of readers.entries()) answerInto(record, codec, kept(row[at] ?? null));
    return record as DataRecord;
  });
  return rows.length > size ? { items, next: rows[size - 1]?.at(-1) as number } : { items };
}

type Reader = {
  readonly codec: FieldCodec;
  readonly sql: string;
  readonly kept: (value: unknown) => unknown;
};

/** A column that is not there yet will hold the default; one of another format is converted. */
function readerOf(codec: FieldCodec, column: ColumnSchema | undefined): Reader {
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

function columnOf(actual: Actual, { entity }: EntityTable, id: string): ColumnSchema | undefined {
  if (!Object.hasOwn(actual.tables, entity.id)) return undefined;
  return actual.tables[entity.id]?.columns.find((column) => column.id === id);
}
