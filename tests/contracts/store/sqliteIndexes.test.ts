import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Sqlite } from '../../../server/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import { contractModel } from './contractModel.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-indexes-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('recreates an index dropped outside the store, and nothing else', async () => {
  const file = path.join(folder, 'dropped.db');
  const older = openSqliteStore({ file });
  await older.migrate(contractModel());
  await older.close();
  const db = new Sqlite(file);
  const any = "select name from sqlite_schema where type = 'index' and sql is not null limit 1";
  db.exec(`drop index "${db.prepare(any).pluck().get()}"`);
  db.close();
  const store = openSqliteStore({ file });
  expect((await store.migrate(contractModel())).map(({ kind }) => kind)).toEqual(['create-index']);
  expect(await store.planMigration(contractModel())).toEqual([]);
  await store.close();
});
