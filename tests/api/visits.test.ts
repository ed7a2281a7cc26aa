/** Records that a person opened or keeps as favourites: their own list, bounded, as far as they may still see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const names = ({ body }: { readonly body: { readonly Items: readonly DataRecord[] } }) =>
  body.Items.map(({ Name }) => Name);

describe.each(appStores)('visits on %s', (store) => {
  let app: Running;
  let profiles: Ask;
  let principal: Ask;
  let dealers: readonly DataRecord[];

  beforeAll(async () => {
    app = await startApp({ store });
    [profiles, principal] = [await app.as('profiles'), await app.as('dealer-principal')];
    dealers = (await profiles('GET', '/profile/dealer?pageSize=5')).body.Items;
  });
  afterAll(() => app.store.close());

  const at = (dealer: DataRecord | undefined) => `/visit/dealer/${dealer?.Id}`;
  const open = async (dealer: DataRecord | undefined) => {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    expect((await profiles('PUT', at(dealer), {})).status).toBe(200);
  };
  const listed = () => profiles('GET', '/visit?entity=dealer');

  it('are listed with the last first, favourites before them, by names and pages of today', async () => {
    const [first, second, third] = dealers;
    for (const dealer of [first, second, third, first]) await open(dealer);
    expect(names(await listed())).toEqual([first, third, second].map((one) => one?.TradingName));
    expect((await profiles('PUT', at(second), { IsFavourite: true })).body).toEqual({ IsFavourite: true });
    const { body } = await listed();
    expect(body.Items[0]).toMatchObject({
      ...{ Name: second?.TradingName, Page: `/profile/dealer/${second?.Id}`, IsFavourite: true, Visits: 1 },
    });
    expect(body.Items[1]).toMatchObject({ Name: first?.TradingName, Visits: 2 });
    // Opening it again keeps it a favourite.
    await open(second);
    expect((await profiles('PUT', at(second), {})).body).toEqual({ IsFavourite: true });
    expect((await profiles('PUT', at(second), { IsFavourite: false })).body).toEqual({ IsFavourite: false });
    expect(names(await profiles('GET', '/visit?entity=product'))).toEqual([]);
    expect(
      names(
        await app
          .restart()
          .as('profiles')
          .then((again) => again('GET', '/visit')),
      ),
    ).toHaveLength(3);
  });

  it('are those of the person alone, and refused and hidden like the record', async () => {
    expect(names(await principal('GET', '/visit'))).toEqual([]);
    const own = (await principal('GET', '/session')).body.User?.Employee?.DealerId;
    const foreign = dealers.find(({ Id }) => Id !== own);
    expect((await principal('PUT', at(foreign), { IsFavourite: true })).status).toBe(404);
    expect((await (await app.as())('GET', '/visit')).status).toBe(401);
    const [product] = (await (await app.as('admin'))('GET', '/product?pageSize=1')).body.Items;
    const { status } = await principal('PUT', `/visit/product/${product.Id}`, {});
    const reading = await principal('GET', `/product/${product.Id}`);
    expect(status < 300).toBe(reading.status < 300);
    // What was opened before it went out of sight is not named.
    const { items } = await app.store.find({ entity: 'user' });
    const UserId = items.find(({ UserName }) => UserName === 'dealer-principal')?.Id;
    await app.store.insert('record-visit', {
      ...{ Id: crypto.randomUUID(), Revision: 1, UserId, Entity: 'dealer', RecordId: foreign?.Id },
      ...{ Visits: 1, LastDate: app.clock.now.toISOString(), IsFavourite: true },
    });
    expect(names(await principal('GET', '/visit?entity=dealer'))).toEqual([]);
  });

  it('refuse what is no record, and what is no mark', async () => {
    const [dealer] = dealers;
    const none = '01900d03-0000-7000-8000-00000000dead';
    expect((await profiles('PUT', `/visit/dealer/${none}`, {})).status).toBe(404);
    expect((await profiles('PUT', `/visit/nothing/${none}`, {})).status).toBe(404);
    expect((await profiles('PUT', at(dealer), { IsFavourite: 'yes' })).status).toBe(422);
    expect((await profiles('PUT', at(dealer), { Visits: 9 })).status).toBe(400);
    for (const entity of ['preference', 'session', 'record-visit'])
      expect((await profiles('PUT', `/visit/${entity}/${none}`, {})).status).toBeGreaterThanOrEqual(403);
  });

  it('stay within their bound: the oldest make room, favourites never, and those are limited in words', async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const UserId = items.find(({ UserName }) => UserName === 'profiles')?.Id;
    const old = (at: number, more: DataRecord) =>
      app.store.insert('record-visit', {
        ...{ Id: crypto.randomUUID(), Revision: 1, UserId, Entity: 'dealer', RecordId: crypto.randomUUID() },
        ...{ Visits: 1, LastDate: `2020-01-01T00:00:00.${String(at).padStart(3, '0')}Z`, ...more },
      });
    for (let made = 0; made < 100; made += 1) await old(made, { IsFavourite: true });
    const mine = () =>
      app.store.count('record-visit', {
        kind: 'compare',
        path: 'UserId',
        operator: 'eq',
        value: UserId,
      } as never);
    for (let made = await mine(); made < 200; made += 1) await old(made, { IsFavourite: false });
    await open(dealers[4]);
    expect(await mine()).toBe(200);
    const refused = await profiles(
      'PUT',
      at(dealers[4]),
      { IsFavourite: true },
      { 'accept-language': 'fr-CA' },
    );
    expect([refused.status, refused.body.Message]).toEqual([409, expect.stringContaining('100 favoris')]);
    const { body } = await profiles('GET', '/visit');
    expect(body.Items.length).toBeLessThanOrEqual(40);
  });
});

describe.each(appStores)('sample data on %s', (store) => {
  it('are loaded into a new installation and removed again, and never over the work of others', async () => {
    const app = await startApp({ store, seed: 'none' });
    const admin = await app.as('admin');
    const products = async () => (await admin('GET', '/product?pageSize=1')).body.TotalItems;
    expect((await admin('GET', '/sample-data')).body).toEqual({
      IsLoaded: false,
      MayLoad: true,
      MayRemove: false,
    });
    expect((await admin('DELETE', '/sample-data')).status).toBe(409);
    const before = await admin('GET', '/maildomain');
    expect((await admin('POST', '/sample-data')).body.IsLoaded).toBe(true);
    expect(await products()).toBeGreaterThan(10);
    expect((await admin('POST', '/sample-data')).status).toBe(409);
    const shown = await admin('GET', '/profile/dealer?pageSize=1');
    expect(shown.body.TotalItems).toBeGreaterThan(3);
    // Nobody can sign in who could not before.
    expect((await admin('GET', '/user')).body.TotalItems).toBe(1);

    // What refers to a sample keeps it.
    const [dealer] = shown.body.Items;
    const note = { Id: crypto.randomUUID(), Revision: 1, Text: 'Ours', DealerId: dealer.Id };
    await app.store.insert('profile-note', note);
    const kept = await admin('DELETE', '/sample-data');
    expect([kept.status, kept.body.Message]).toEqual([409, expect.stringContaining('refers to sample data')]);
    expect(await products()).toBeGreaterThan(10);
    await app.store.remove('profile-note', note.Id);
    expect((await admin('DELETE', '/sample-data')).body).toEqual({
      IsLoaded: false,
      MayLoad: true,
      MayRemove: false,
    });
    expect(await products()).toBe(0);
    expect((await admin('GET', '/maildomain')).body).toEqual(before.body);
    expect(app.errors).toEqual([]);
    await app.store.close();
  });

  it('are for administrators, and not for an installation at work', async () => {
    const app = await startApp({ store });
    expect((await (await app.as('viewer'))('POST', '/sample-data')).status).toBe(403);
    const admin = await app.as('admin');
    expect((await admin('GET', '/sample-data')).body).toEqual({
      IsLoaded: false,
      MayLoad: false,
      MayRemove: false,
    });
    expect((await admin('POST', '/sample-data')).status).toBe(409);
    expect((await admin('DELETE', '/sample-data')).status).toBe(409);
    await app.store.close();
  });
});
