/** What an incoming webhook finds its record by is indexed: the search runs within a write. */
import { expect, it } from 'vitest';
import type { EntityModel } from '#engine';
import { entityTables } from '../../server/store/entityTable.ts';
import { postgresDialect } from '../../server/store/postgres/postgresDialect.ts';
import { tableSchema } from '../../server/store/sql/tableSchema.ts';
import { sqliteDialect } from '../../server/store/sqlite/sqliteDialect.ts';
import { realModel } from './realModel.ts';

const matched = ({ fields }: EntityModel) =>
  fields.filter(({ stored, storage, name, ref }) => stored && storage !== 'json' && name !== 'Id' && !ref);

it.each([
  { title: 'SQLite', dialect: sqliteDialect },
  { title: 'PostgreSQL', dialect: postgresDialect },
])('a matched field has an index in $title, of every kind with a column', ({ dialect }) => {
  const model = realModel();
  const entities = new Map(
    [...model.entities].map(([id, entity]) => {
      const automations = matched(entity).map(({ name }) => ({ when: { match: name } }));
      return [id, { ...entity, automations: automations as unknown as typeof entity.automations }] as const;
    }),
  );
  const tables = entityTables({ ...model, entities });
  for (const [id, entity] of entities) {
    const names = Object.keys(tableSchema(tables.get(id), dialect).indexes);
    for (const { name } of matched(entity)) expect(names).toContain(`${id}:by:${name}`);
  }
});
