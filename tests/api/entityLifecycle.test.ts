/** Entities of an overlay are copied, retired, brought back and deleted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, copyEntity } from '#engine';
import {
  type Answer,
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

const stores: readonly StoreKind[] = process.env.STORES ? appStores : ['memory', 'sqlite'];

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const crate = { title: texts('Crate'), plural: texts('Crates'), rights: 'apart' };
const size = { type: 'integer', title: texts('Size'), minimum: 1 };
const lid = { type: 'reference', reference: 'crate', title: texts('Inside') };

describe.each(stores)('entities of an overlay, in %s', (store) => {
  let app: Running;
  let admin: Ask;

  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    await put('entity/crate', crate);
    await put('field/crate.Size', size);
    await put('field/crate.InsideId', lid);
    await put('rule/crate.even', {
      field: 'Size',
      check: 'Size < 3 or Size > 3',
      message: texts('Not three.'),
    });
    await publish();
    return () => app.store.close();
  });

  const put = async (path: string, words: object) => {
    const answer = await admin('PUT', `/configure/draft/${path}`, words);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer;
  };
  const publish = async () => {
    const effects = await admin('GET', '/configure/draft/effects');
    const answer = await admin('POST', '/configure/publish', {});
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return effects.body;
  };
  const make = (entity: string, more: object = {}): Promise<Answer> =>
    admin('POST', `/custom/${entity}`, { Name: 'One', Size: 2, ...more });

  it('a retired entity takes no new records, stays readable, and comes back', async () => {
    const { body: made } = await make('crate');
    await put('entity/crate', { ...crate, retired: true });
    await publish();
    expect((await make('crate')).status).toBe(403);
    expect((await admin('GET', '/custom/crate')).body.TotalItems).toBe(1);
    const { body: read } = await admin('GET', `/custom/crate/${made.Id}`);
    expect((await admin('PUT', `/custom/crate/${made.Id}`, { ...read, Size: 4 })).status).toBe(200);
    const model = app.models.current();
    expect(model.screens.get('crate-list')?.menu).toBeUndefined();
    await put('entity/crate', crate);
    await publish();
    expect((await make('crate')).status).toBe(201);
    expect(app.models.current().screens.get('crate-list')?.menu).toBeDefined();
  });

  it('a copy has the fields and rules of the entity, and records of its own', async () => {
    const { body: draft } = await admin('GET', '/configure/draft');
    const copied = copyEntity(draft.Changes as readonly Change[], {
      ...{ from: 'crate', to: 'box', title: texts('Box'), plural: texts('Boxes') },
    });
    const answer = await admin('PUT', '/configure/draft', { Put: copied });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await publish();
    expect((await make('box')).status).toBe(201);
    expect((await admin('GET', '/custom/box')).body.TotalItems).toBe(1);
    expect((await make('box', { Size: 0 })).status).toBe(422);
    expect(JSON.stringify((await make('box', { Size: 3 })).body)).toContain('Not three.');
    const { body: box } = await make('box');
    expect((await make('box', { InsideId: box.Id })).status).toBe(201);
    const { body: one } = await make('crate');
    expect((await make('box', { InsideId: one.Id })).status).toBe(422);
  });

  it('deleting names the records and what depends on the entity', async () => {
    const { body } = await admin('GET', '/configure/draft/entity/box/dependents');
    expect(body.Records).toBe(3);
    expect(body.Gone.map(({ Name }: { Name: string }) => Name)).toEqual(
      expect.arrayContaining(['box.Size', 'box.InsideId', 'box.even']),
    );
    const { body: before } = await admin('GET', '/configure/draft');
    await admin('DELETE', '/configure/draft/entity/box?dependents=true', undefined, {
      'if-match': String(before.Revision),
    });
    const { body: after } = await admin('GET', '/configure/draft');
    expect(after.Changes.filter(({ name }: { name: string }) => /^box/.test(name))).toEqual([]);
    const viewer = await app.as('viewer');
    expect((await viewer('GET', '/configure/draft/entity/crate/dependents')).status).toBe(403);
  });
});
