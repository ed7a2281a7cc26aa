/** Adds columns and unique indexes before the release that needs them, without holding anyone up. */
import { nothingAhead } from '../sql/aheadOfRelease.ts';
import { type Ahead, type StoredSchema, shadowColumn, type TableSchema } from '../sql/tableSchema.ts';
import { buildIndex, withBuilder } from './buildIndex.ts';
import type { Connections, Run } from './connections.ts';
import { lockTables, untilFree } from './lockTables.ts';
import { quotedName } from './names.ts';
import { storedSchema, writeSchema } from './storedSchema.ts';

type Parts = { readonly connections: Pick<Connections, 'writing' | 'url'> };

/** Each step is noted in the stored schema first: a later migration goes on from there, or drops it. */
export async function addAhead({ connections }: Parts, ahead: ReadonlyMap<string, Ahead>): Promise<void> {
  for (const [entity, { columns, indexes }] of ahead)
    await altering(connections, entity, async (run, table) => {
      for (const sql of Object.values(columns).flat()) await run({ text: sql });
      const before = table.ahead ?? nothingAhead;
      return {
        ...table,
        ahead: { columns: { ...before.columns, ...columns }, indexes: { ...before.indexes, ...indexes } },
      };
    });
  await withBuilder(connections.url, async (run) => {
    for (const { indexes } of ahead.values())
      for (const index of Object.entries(indexes)) await buildIndex(run, index);
  });
}

/** Drops what was added for a release that was not published. */
export async function dropAhead({ connections }: Parts): Promise<void> {
  const { tables = {} } = (await connections.writing(storedSchema)) ?? {};
  for (const [entity, { ahead }] of Object.entries(tables)) {
    if (!ahead) continue;
    await altering(connections, entity, async (run, { ahead: _, ...table }) => {
      for (const name of Object.keys(ahead.indexes))
        await run({ text: `drop index if exists ${quotedName(name)}` });
      for (const field of Object.keys(ahead.columns))
        for (const column of [field, shadowColumn(field, 'key'), shadowColumn(field, 'unique')])
          await run({
            text: `alter table ${quotedName(entity)} drop column if exists ${quotedName(column)}`,
          });
      return table;
    });
  }
}

/** A short transaction that alters one table, and what is stored of it. */
function altering(
  { writing }: Parts['connections'],
  entity: string,
  change: (run: Run, table: TableSchema) => Promise<TableSchema>,
): Promise<void> {
  return untilFree({ writing }, [entity], () =>
    writing(async (run) => {
      await run({ text: 'begin' });
      try {
        await lockTables(run, [entity]);
        const schema = (await storedSchema(run)) as StoredSchema;
        const table = await change(run, schema.tables[entity] as TableSchema);
        await writeSchema(run, { ...schema, tables: { ...schema.tables, [entity]: table } });
        await run({ text: 'commit' });
      } catch (error) {
        await run({ text: 'rollback' }).catch(() => undefined);
        throw error;
      }
    }),
  );
}
