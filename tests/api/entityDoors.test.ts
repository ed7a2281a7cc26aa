/**
 * General calls of any entity besides its declared ones: history, checking and rendering a record, finding
 * similar ones, bulk changes. Each needs the rights of the declared calls.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, DataRecord, EntityModel } from '#engine';
import { createFeatureClients, distinct, type FeatureClients, neededFor } from './support/featureClients.ts';
import { type Answer, type Ask, model } from './support/startApp.ts';

const anyOf = (access: Access) => (access.kind === 'feature' ? access.anyOf : []);
const entities = [...model.entities.values()];
const viewed = entities.filter(({ policy }) => anyOf(policy.view).length > 0);
const written = entities.filter(
  ({ policy }) => anyOf(policy.create).length > 0 && anyOf(policy.update).length > 0,
);

/** Lists whose rows are changed in bulk, with the features of the call that changes one. */
const bulks = [...model.screens.values()].flatMap((screen) =>
  screen.blocks.flatMap((block) => {
    if (block.kind !== 'grid') return [];
    const shown = [['', block] as const, ...block.views.map((view) => [`/${view.id}`, view.block] as const)];
    return shown.flatMap(([view, grid]) => {
      const [method, path] = grid.bulk?.save.split(' ') ?? [];
      const route = model.routes.find((one) => one.method === method && one.path === path);
      const needed = route && neededFor(route);
      const field = grid.bulk?.items[0]?.field;
      return needed && field ? [{ list: `${screen.id}#${block.id}${view}`, field, needed }] : [];
    });
  }),
);

/** The answer of the fake job. */
const ofJob = 'Product.Copy.Create';

const both = ({ policy }: EntityModel) => [...new Set([...anyOf(policy.create), ...anyOf(policy.update)])];
const sets = distinct([
  ...viewed.map(({ policy }) => anyOf(policy.view)),
  ...written.flatMap((entity) => [both(entity), anyOf(entity.policy.create), anyOf(entity.policy.update)]),
  ...bulks.map(({ needed }) => needed),
  [ofJob],
]);

const isRefused = ({ status, body }: Answer) => status === 403 && body.Code === 'forbidden';
const nobody = '0f000000-0000-7000-8000-00000000dead';

describe('general calls of every entity', () => {
  let clients: FeatureClients;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    clients = await createFeatureClients('memory', sets);
    const { store } = clients.app;
    for (const entity of entities) {
      const { items } = await store.find({ entity: entity.id, page: { number: 1, size: 1 } });
      ids.set(entity.id, String(items[0]?.Id ?? nobody));
    }
    // A change of a record of each entity.
    for (const [n, { id }] of viewed.entries())
      await store.insert('history', {
        ...{ Id: `0f000000-0000-7000-8000-${String(n).padStart(12, '0')}`, Revision: 1, Entity: id },
        ...{ RecordId: ids.get(id), Field: 'Name', PreviousValue: 'A', CurrentValue: 'B' },
        ...{ ChangedAt: '2026-11-01T00:00:00.000Z', ChangedBy: 'seed', Operation: 'update' },
      });
  });
  afterAll(() => clients.app.store.close());

  const withHistory = viewed.filter(({ history }) => history);
  const changesOf = async (ask: Ask, id: string): Promise<number> => {
    const only = `FilterProperty=Entity&FilterOperator=eq&FilterValue=${id}`;
    return (await ask('GET', `/history?${only}`)).body.TotalItems;
  };

  it('the history is open to those who may view the record', async () => {
    expect(withHistory.length).toBeGreaterThan(10);
    const admin = await clients.app.as('admin');
    const wrong: string[] = [];
    for (const { id, policy } of withHistory) {
      const path = `/history/${id}/${ids.get(id)}`;
      if ((await admin('GET', path)).body.TotalItems < 1) wrong.push(`${path} says nothing`);
      if ((await changesOf(admin, id)) < 1) wrong.push(`/history says nothing of ${id}`);
      const ask = await clients.lacking(anyOf(policy.view));
      if (!isRefused(await ask('GET', path))) wrong.push(`${path} is open`);
      if ((await changesOf(ask, id)) > 0) wrong.push(`/history tells of ${id}`);
    }
    expect(wrong).toEqual([]);
  });

  it('a file is opened by those who may view a record that has it', async () => {
    const { store, files } = clients.app;
    const admin = await clients.app.as('admin');
    const holders = viewed.flatMap((entity) =>
      entity.fields
        .filter(({ kind, stored, name }) => kind === 'file' && stored && !entity.policy.fields[name])
        .map((field) => ({ entity, field })),
    );
    const wrong: string[] = [];
    for (const [n, { entity, field }] of holders.entries()) {
      const [file, record] = ['f', 'e'].map((kind) => `0${kind}000000-0000-7000-8000-00000000${1000 + n}`);
      const about = { Name: 'a.pdf', ContentType: 'application/pdf', Size: 4, Sha256: 'a'.repeat(64) };
      await files.put(String(file), new Blob(['%PDF']).stream(), { maxBytes: 4 });
      await store.insert('file', { ...about, Id: file, CreatedBy: 'seed', Revision: 1 });
      await store.insert(entity.id, { Id: record, Revision: 1, [field.name]: file });
      const path = `/File/token/${file}`;
      if ((await admin('GET', path)).status !== 200)
        wrong.push(`${entity.id}.${field.name} is closed to all`);
      const ask = await clients.lacking(anyOf(entity.policy.view));
      if (!isRefused(await ask('GET', path))) wrong.push(`${entity.id}.${field.name} is open`);
    }
    expect(holders.length).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
  });

  it('texts are rendered and similar records shown to those who may view them', async () => {
    const wrong: string[] = [];
    for (const { id, policy, alike } of viewed) {
      const ask = await clients.lacking(anyOf(policy.view));
      if (!isRefused(await ask('POST', `/render/${id}/${ids.get(id)}`, { Field: 'Name' })))
        wrong.push(`/render/${id}`);
      if (alike.length > 0 && !isRefused(await ask('POST', `/alike/${id}`, {}))) wrong.push(`/alike/${id}`);
    }
    expect(wrong).toEqual([]);
  });

  it('a record is checked for those who may create or change it, each separately', async () => {
    const wrong: string[] = [];
    for (const entity of written) {
      const { id, policy } = entity;
      const path = `/validate/${id}`;
      if (!isRefused(await (await clients.lacking(both(entity)))('POST', path, {}))) wrong.push(path);
      const maker = await clients.lacking(anyOf(policy.create));
      if (!isRefused(await maker('POST', path, {}))) wrong.push(`${path} of a new one`);
      const changer = await clients.lacking(anyOf(policy.update));
      if (!isRefused(await changer('POST', path, { Id: ids.get(id) }))) wrong.push(`${path} of one there is`);
    }
    expect(written.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('a job is watched and cancelled by the person who started it, and by those with its rights', async () => {
    const Id = '0d000000-0000-7000-8000-000000000001';
    await clients.app.store.insert('job', {
      ...{ Id, Revision: 1, Kind: 'copy', Key: Id, Status: 'done', StartedBy: 'admin', Features: ofJob },
      ...{ Input: {}, CreatedDate: '2026-11-01T00:00:00.000Z', CreatedBy: 'admin' },
    });
    const calls = [
      ['GET', `/job/${Id}`],
      ['POST', `/job/${Id}/cancel`],
    ] as const;
    for (const [method, path] of calls) {
      const statuses = [];
      for (const ask of [await clients.app.as('admin'), await clients.holding([ofJob])])
        statuses.push((await ask(method, path)).status);
      expect(
        statuses.every((status) => status < 300),
        `${method} ${statuses}`,
      ).toBe(true);
      expect((await (await clients.lacking([ofJob]))(method, path)).status, method).toBe(404);
    }
  });

  it('a bulk change is open to those who may change one record', async () => {
    expect(bulks.length).toBeGreaterThan(1);
    const wrong: string[] = [];
    for (const { list, field, needed } of bulks) {
      const ask = await clients.lacking(needed);
      const change: DataRecord = { List: list, Field: field, Value: 'x' };
      const preview = await ask('POST', '/bulk/preview', { ...change, Ids: [nobody] });
      const start = await ask('POST', '/bulk', {
        ...change,
        Mode: 'each',
        Rows: [{ Id: nobody, Revision: 1 }],
      });
      if (!isRefused(preview) || !isRefused(start)) wrong.push(`${list}: ${preview.status} ${start.status}`);
    }
    expect(wrong).toEqual([]);
  });
});
