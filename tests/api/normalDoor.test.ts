/** Every write passes one door that normalizes its texts, whichever path it comes by. */
import { expect, it } from 'vitest';
import { type DataRecord, type FieldModel, isNormal } from '#engine';
import { normalStore } from '../../server/store/normalStore.ts';
import { entraUser, scimOf } from './support/scim.ts';
import { makeStore, model, startApp } from './support/startApp.ts';

const typed = ' \u200b\u202eA\u0301 \0b\u00a0\ufeff';
const kept = 'Á b';

const filled = (fields: readonly FieldModel[], textOf: (field: FieldModel) => string): DataRecord =>
  Object.fromEntries(
    fields.map((field) => {
      const value = field.fields ? filled(field.fields, textOf) : textOf(field);
      return [field.name, field.kind === 'rows' ? [value] : value];
    }),
  );

it('C4: each kind of write of every entity stores what people see, in a transaction too', async () => {
  const base = await makeStore.memory();
  await base.migrate(model);
  const written: DataRecord[] = [];
  const noting = {
    insert: async (_: string, record: DataRecord) => void written.push(record),
    insertMany: async (_: string, records: readonly DataRecord[]) => written.push(...records),
    update: async (_: string, __: string, fields: DataRecord) => written.push(fields) > 0,
    refresh: async (_: string, __: string, fields: DataRecord) => written.push(fields) > 0,
  };
  const given = {
    ...{ ...base, ...noting },
    transaction: (work) => base.transaction((session) => work({ ...session, ...noting })),
    migrate: async (_, within) => {
      await base.transaction(async (session) => within?.({ ...session, ...noting }));
      return [];
    },
  } satisfies typeof base;
  const store = normalStore(given, () => model);
  const records = [...model.entities.values()].map(
    ({ id, fields }) => [id, fields, filled(fields, () => typed)] as const,
  );
  for (const [id, fields, record] of records) {
    const writes = async (session: Pick<typeof store, keyof typeof noting>) => {
      await session.insert(id, record);
      await session.insertMany(id, [record]);
      await session.update(id, 'some', record);
      await session.refresh(id, 'some', record);
    };
    written.length = 0;
    await writes(store);
    await store.transaction(writes);
    await store.migrate(model, writes);
    expect(written).toHaveLength(12);
    const wanted = filled(fields, (field) => (isNormal(field) ? kept : typed));
    for (const one of written) expect([id, one]).toEqual([id, wanted]);
  }
  expect(records.length).toBeGreaterThan(100);
  await base.close();
});

it('C4: lines are kept in texts of the server, and joined in those that people edit in one line', async () => {
  const base = await makeStore.memory();
  const written: DataRecord[] = [];
  const insert = async (_: string, record: DataRecord) => void written.push(record);
  const store = normalStore({ ...base, insert }, () => model);
  await store.insert('record-comment', { Text: ' one\r\ntwo ' });
  await store.insert('product-type', { Name: ' one\r\ntwo ' });
  expect(written).toEqual([{ Text: 'one\ntwo' }, { Name: 'one two' }]);
  await base.close();
});

it('C4: names from a directory, which no form validates, are stored as people see them', async () => {
  const app = await startApp({ store: 'sqlite' });
  const admin = await app.as('admin');
  const Features = ['User.Provision', ...(app.models.current().roles.get('viewer')?.features ?? [])];
  const account = await admin('POST', '/serviceaccount', { Name: 'Directory', Features });
  const { body } = await admin('POST', `/serviceaccount/${account.body.Id}/key`);
  await admin('PUT', '/programaccess', { Name: 'scim', IsOn: true });
  const name = { formatted: typed, familyName: typed, givenName: typed };
  const sent = { ...entraUser('adele@contoso.example'), displayName: typed, externalId: ' x ', name };
  const made = await scimOf(app, body.Key)('POST', '/Users', sent);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(await app.store.get('user', made.body.id)).toMatchObject({
    ...{ DisplayName: kept, GivenName: kept, FamilyName: kept },
    // An id of another service is its own.
    ExternalId: ' x ',
  });
  await app.store.close();
});
