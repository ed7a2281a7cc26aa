/** Publications that fail, collide or are rolled back: the live release keeps running and nothing is lost. */
import { describe, expect, it } from 'vitest';
import type { Store, StoreSession } from '#server/app';
import { putAll } from '../support/putAll.ts';
import { filter } from './support/createClients.ts';
import { type Answer, type Ask, makeStore, type StoreKind, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const text = (title: string, more: object = {}) => ({ type: 'text', title: texts(title), ...more });

const put = async (ask: Ask, path: string, change: object, headers?: Record<string, string>) => {
  const answer = await ask('PUT', `/configure/draft/${path}`, change, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const publish = (ask: Ask, more: object = {}, headers?: Record<string, string>) =>
  ask('POST', '/configure/publish', { Note: 'A test', ...more }, headers);
const published = async (ask: Ask, changes: Readonly<Record<string, object>>): Promise<number> => {
  const drafted = await ask('PUT', '/configure/draft', putAll(changes));
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  const answer = await publish(ask);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.Number;
};
const errorsOf = (body: Answer['body']) =>
  (body.Findings as { Level: string; Message: string; Change: unknown }[]).filter(
    ({ Level }) => Level === 'error',
  );
const inDesign = `/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`;
const someProduct = async (ask: Ask) => (await ask('GET', inDesign)).body.Items[0];

describe.each(['memory', 'sqlite'] as const)('publication on %s', (kind: StoreKind) => {
  it('a release that added a field with data is rolled back and forward: the data is kept, hidden, and restored', async () => {
    const app = await startApp({ store: kind });
    const [admin, configurator] = await Promise.all([app.as('admin'), app.as('configurator')]);
    await published(configurator, { 'field/product.Nickname': text('Nickname', { maxLength: 40 }) });
    const product = await someProduct(admin);
    await admin('PUT', '/product', { Id: product.Id, Nickname: 'Old faithful' });
    const read = async (ask = admin) => (await ask('GET', `/product/${product.Id}`)).body;
    expect(await read()).toMatchObject({ Nickname: 'Old faithful', Release: 1 });
    const back = await configurator('POST', '/configure/releases/0/restore', { Note: 'Not yet' });
    expect([back.status, back.body.Number, back.body.RestoredFrom, back.body.ChangeCount]).toEqual([
      201, 2, 0, 0,
    ]);
    expect(await read()).not.toHaveProperty('Nickname');
    expect((await admin('PUT', '/product', { Id: product.Id, Nickname: 'x' })).status).toBe(400);
    const forward = await configurator('POST', '/configure/releases/1/restore');
    expect([forward.status, forward.body.Number, forward.body.RestoredFrom]).toEqual([201, 3, 1]);
    expect((await read()).Nickname).toBe('Old faithful');
    const again = await app.startAgain();
    expect((await read(await again.as('admin'))).Nickname).toBe('Old faithful');
    const releases = (await configurator('GET', '/configure/releases')).body.Items;
    expect(releases.map(({ Number: number }: { Number: number }) => number)).toEqual([3, 2, 1]);
    expect((await configurator('POST', '/configure/releases/99/restore')).status).toBe(404);
  });

  it("two configurators: the second takes over the first's changes, and nothing is lost", async () => {
    const app = await startApp({ store: kind });
    const [one, two] = await Promise.all([app.as('configurator'), app.as('admin')]);
    await put(one, 'field/product.Nickname', text('Nickname'));
    await put(two, 'field/product.Motto', text('Motto'));
    await put(two, 'field/product.Nickname', text('Pet name'));
    const answers = await Promise.all([publish(one), publish(two)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    expect(answers[1]?.body).toMatchObject({ Code: 'conflict', Live: 1 });
    const asked = await two('POST', '/configure/draft/rebase', {});
    expect(asked.status).toBe(409);
    expect(asked.body.Conflicts).toMatchObject([
      {
        Kind: 'field',
        Name: 'product.Nickname',
        Mine: { title: texts('Pet name') },
        Theirs: { title: texts('Nickname') },
      },
    ]);
    expect((await two('GET', '/configure/draft')).body).toMatchObject({ Release: 0, Live: 1 });
    const Resolutions = [{ Kind: 'field', Name: 'product.Nickname', Take: 'mine' }];
    const rebased = await two('POST', '/configure/draft/rebase', { Resolutions });
    expect([rebased.status, rebased.body.Release]).toEqual([200, 1]);
    expect((await publish(two)).status).toBe(201);
    const { fields } = app.models.current().entities.get('product') ?? { fields: [] };
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['Motto', 'Nickname']));
    const said = app.models.current().messages['en-CA'].get('field.product.Nickname');
    expect(said).toBe('Pet name');
  });

  it.each(['insert', 'remove', 'commit', 'migrate'] as const)(
    'a store that fails at %s keeps the previous release, running and stored, and the draft unchanged',
    async (step) => {
      const failing = { step: undefined as string | undefined };
      const inner = await makeStore[kind]();
      const app = await startApp({ store: brokenAt(inner, failing) });
      const configurator = await app.as('configurator');
      await put(configurator, 'field/product.Nickname', text('Nickname'));
      failing.step = step;
      const answer = await publish(configurator);
      expect([answer.status, answer.body.Code]).toEqual([500, 'internal']);
      failing.step = undefined;
      const product = await someProduct(configurator);
      expect(product).not.toHaveProperty('Nickname');
      expect((await configurator('GET', '/configure/draft')).body).toMatchObject({
        Live: 0,
        Changes: [{ kind: 'field', name: 'product.Nickname' }],
      });
      expect((await configurator('GET', '/configure/releases')).body.TotalItems).toBe(0);
      const again = await app.startAgain();
      expect(again.models.inForce().release).toBe(0);
      expect((await publish(configurator)).status).toBe(201);
    },
  );

  it('a draft changed in another window is neither published unseen nor overwritten', async () => {
    const app = await startApp({ store: kind });
    const configurator = await app.as('configurator');
    const { Revision } = await put(configurator, 'field/product.Nickname', text('Nickname'));
    await put(configurator, 'field/product.Motto', text('Motto'));
    expect((await publish(configurator, { Revision })).status).toBe(409);
    const late = await configurator('PUT', '/configure/draft/field/product.Other', text('Other'), {
      'if-match': `"${Revision}"`,
    });
    expect([late.status, late.body.Current.Revision]).toEqual([412, Revision + 1]);
  });

  it('configurators give nobody a permission they do not hold, nor take the configurator from everyone', async () => {
    const app = await startApp({ store: kind });
    const configurator = await app.as('configurator');
    const granted = await put(configurator, 'role/viewer', { add: ['Product.Plan.Edit'], was: {} });
    expect(errorsOf(granted)).toEqual([
      expect.objectContaining({
        Message: expect.stringContaining('Product.Plan.Edit, which you do not have'),
      }),
    ]);
    expect((await publish(configurator)).status).toBe(422);
    await configurator('DELETE', '/configure/draft');
    const admin = await app.as('admin');
    await put(admin, 'role/admin', { remove: ['Configuration.Edit'] });
    const body = await put(admin, 'role/configurator', { remove: ['Configuration.Edit'] });
    expect(errorsOf(body)).toContainEqual(
      expect.objectContaining({ Message: expect.stringContaining('No one could configure') }),
    );
    expect((await publish(admin)).status).toBe(422);
    expect((await configurator('GET', '/configure/draft')).status).toBe(200);
    await admin('DELETE', '/configure/draft');
    await published(admin, { 'role/viewer': { add: ['Product.Plan.Edit'] } });
    const viewer = await (await app.as())('POST', '/session', { UserName: 'viewer', Password: 'demo' });
    expect(viewer.body.Features).toContain('Product.Plan.Edit');
  });

  it('an overlay is exported as files and imported into an empty database; a broken one is refused whole, with its place', async () => {
    const app = await startApp({ store: kind });
    const configurator = await app.as('configurator');
    await published(configurator, { 'field/product.Nickname': text('Nickname') });
    const { Files } = (await configurator('GET', '/configure/export')).body;
    expect(Files.map(({ Path }: { Path: string }) => Path)).toEqual(['overlay/field/product.Nickname.json']);
    const empty = await startApp({ store: kind, seed: 'none' });
    const admin = await empty.as('admin');
    for (const Text of [
      '{ "kind": "field", ',
      '{"kind":"field"}',
      '[]',
      '"x"',
      '{"kind":"nonsense","name":"x"}',
    ]) {
      const broken = [{ Path: 'overlay/field/product.Nickname.json', Text }, ...Files.slice(1)];
      const answer = await admin('POST', '/configure/import', { Mode: 'replace', Files: broken });
      expect([answer.status, errorsOf(answer.body).length > 0]).toEqual([422, true]);
      expect(JSON.stringify(answer.body.Findings)).toContain('product.Nickname.json');
    }
    expect((await admin('GET', '/configure/draft')).body).toMatchObject({ Revision: 0, Changes: [] });
    const taken = await admin('POST', '/configure/import', { Mode: 'add', Files });
    expect([taken.status, taken.body.Changes.length]).toEqual([200, 1]);
    expect((await publish(admin)).status).toBe(201);
    expect(empty.models.current().entities.get('product')?.fieldByPath.has('Nickname')).toBe(true);
  });
});

/** A store that throws at a step of a publication, once told to. */
function brokenAt(inner: Store, failing: { readonly step: string | undefined }): Store {
  const fail = (step: string) => {
    if (failing.step === step) throw new Error(`The store fails at ${step}`);
  };
  const session = (one: StoreSession): StoreSession => ({
    ...one,
    insert: async (entity, record) => {
      fail('insert');
      return one.insert(entity, record);
    },
    remove: async (entity, id) => {
      fail('remove');
      return one.remove(entity, id);
    },
  });
  return {
    ...inner,
    migrate: async (model, within) => {
      fail('migrate');
      return inner.migrate(
        model,
        within &&
          (async (one) => {
            await within(session(one));
            fail('commit');
          }),
      );
    },
  };
}
