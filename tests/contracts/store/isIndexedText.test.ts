import { expect, it } from 'vitest';
import { entityTables } from '../../../server/store/entityTable.ts';
import { entityStatements } from '../../../server/store/sql/entityStatements.ts';
import { quoted } from '../../../server/store/sql/names.ts';
import { shadowColumn, tableSchema } from '../../../server/store/sql/tableSchema.ts';
import { Sqlite } from '../../../server/store/sqlite/driver.ts';
import { sqliteDialect } from '../../../server/store/sqlite/sqliteDialect.ts';
import { contractModel } from './contractModel.ts';
import { compare } from './fixture.ts';

const tables = entityTables(contractModel());
const statements = entityStatements(tables.get('item'), tables, sqliteDialect);

it('is a text with an index, searched by a part of it', () => {
  const found = (path: string, operator: string, value: unknown) =>
    statements.isIndexedText(compare(path, operator, value));
  expect(found('Name', 'contains', 'a')).toBe(true);
  expect(found('Name', 'words', 'a b')).toBe(true);
  // An ordinary index lookup finds it.
  expect(found('Name', 'eq', 'a')).toBe(false);
  // No index.
  expect(found('Notes', 'contains', 'a')).toBe(false);
  // The values are in another table.
  expect(found('Maker.Name', 'contains', 'a')).toBe(false);
  const both = { kind: 'and', of: [compare('Name', 'contains', 'a'), compare('Code', 'eq', 'b')] } as const;
  expect(statements.isIndexedText(both)).toBe(false);
  expect(statements.isIndexedText(undefined)).toBe(false);
});

it('is searched in its index, and only matching rows of the table are read', () => {
  const db = new Sqlite(':memory:');
  const columns = tableSchema(tables.get('item'), sqliteDialect).columns.flatMap(({ name, shadows }) => [
    name,
    ...shadows.map((kind) => shadowColumn(name, kind)),
  ]);
  db.exec(`create table "item" (${columns.map(quoted).join(', ')})`);
  for (const index of Object.values(tableSchema(tables.get('item'), sqliteDialect).indexes)) db.exec(index);
  const query = {
    entity: 'item',
    filter: compare('Name', 'contains', 'a'),
    sort: [{ path: 'Day', direction: 'desc' }],
    page: { number: 1, size: 10 },
  } as const;
  const { text, values } = statements.find(query, 'text');
  const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
  expect(plan.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      'SCAN x USING COVERING INDEX item:by:Name',
      'SEARCH p USING INTEGER PRIMARY KEY (rowid=?)',
    ]),
  );
  db.close();
});
