/** The history of one record is read in the order of its index, however long it is. */
import { expect, it } from 'vitest';
import { entityTables } from '../../server/store/entityTable.ts';
import { entityStatements } from '../../server/store/sql/entityStatements.ts';
import { quoted } from '../../server/store/sql/names.ts';
import { shadowColumn, tableSchema } from '../../server/store/sql/tableSchema.ts';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { sqliteDialect } from '../../server/store/sqlite/sqliteDialect.ts';
import { realModel } from './realModel.ts';

it.each(['RecordId', 'OwnerId'])('changes found by %s are not sorted', (field) => {
  const tables = entityTables(realModel());
  const { columns, indexes } = tableSchema(tables.get('history'), sqliteDialect);
  const db = new Sqlite(':memory:');
  const names = columns.flatMap(({ name, shadows }) => [
    name,
    ...shadows.map((kind) => shadowColumn(name, kind)),
  ]);
  db.exec(`create table "history" (${names.map(quoted).join(', ')})`);
  for (const index of Object.values(indexes)) db.exec(index);
  const { text, values } = entityStatements(tables.get('history'), tables, sqliteDialect).find({
    entity: 'history',
    filter: { kind: 'compare', path: field, operator: 'eq', value: '0b0e2a4e-0000-4000-8000-000000000000' },
    sort: [
      { path: 'ChangedAt', direction: 'desc' },
      { path: 'Id', direction: 'desc' },
    ],
    page: { number: 1, size: 50 },
  });
  const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
  // The page is found in order; what follows sorts only its own rows.
  const steps = plan
    .map(({ detail }) => detail)
    .join('\n')
    .split('SCAN page')[0];
  expect(steps).toContain(`history:by:${field},ChangedAt`);
  expect(steps).not.toContain('TEMP B-TREE');
  db.close();
});
