/** A walk over a whole table, some rows at a time. */
import type { Database } from 'better-sqlite3';
import type { DataRecord } from '#engine';
import { othersFirst } from '../../othersFirst.ts';
import type { EntityTable } from '../entityTable.ts';
import { answerInto } from '../fieldCodec.ts';
import { fromColumn, quoted } from './names.ts';

/** Few enough to be read in a few milliseconds. */
const atOnce = 5000;

/** Visits the values of these stored fields in every record. */
export async function scanTable(
  db: Database,
  table: EntityTable,
  fields: readonly string[],
  visit: (values: DataRecord) => void,
): Promise<void> {
  const codecs = fields.flatMap((name) => table.codecByName.get(name) ?? []);
  const columns = ['Id', ...codecs.map(({ field }) => field.name)].map(quoted).join(', ');
  const text = `select ${columns} from ${quoted(table.entity.id)} where "Id" > ? order by "Id" limit ${atOnce}`;
  const some = db.prepare<[string], unknown[]>(text).raw();
  for (let last = ''; ; ) {
    const rows = some.all(last);
    for (const [, ...values] of rows) {
      const record: Record<string, unknown> = {};
      codecs.forEach((codec, at) => void answerInto(record, codec, fromColumn(codec.field)(values[at])));
      visit(record);
    }
    if (rows.length < atOnce) return;
    last = String(rows.at(-1)?.[0]);
    await othersFirst();
  }
}
