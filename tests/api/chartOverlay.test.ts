/** A chart that a configurator puts on a screen: draft, findings, rights, release, restart, roll-back. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Ask, appStores, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

type Json = Readonly<Record<string, unknown>>;
const title = { 'en-CA': 'Free plans', 'fr-CA': 'Plans gratuits' };
const settings = { show: 'bar', entity: 'plan', column: 'IsFree' };
const chart = (more: Json = {}): Json => ({
  ...{ widget: 'chart', title, settings, by: 'ProductId', after: 'general' },
  ...more,
});
const name = 'product.own-chart';
const added = withRoles({ shy: { features: ['Configuration.Edit', 'Profile.View'] } }, [
  { file: 'schemas/messages/fr-CA/shy.json', json: { messages: { 'role.shy': 'Discret' } } },
]);

const codes = ({ body }: Answer): readonly string[] =>
  (body.Findings as { Level: string; Code: string; At: string; Change: { Kind: string } | null }[])
    .filter(({ Level, Change }) => Level === 'error' && Change?.Kind === 'block')
    .map(({ Code, At }) => `${Code} ${At}`);

describe.each(appStores)('a chart without code on %s', (store) => {
  let app: Running;
  let [admin, viewer] = [] as unknown as [Ask, Ask];
  const put = (ask: Ask, words: Json, to = name) => ask('PUT', `/configure/draft/block/${to}`, words);
  const publish = (ask: Ask) => ask('POST', '/configure/publish', {});
  const read = (ask: Ask, Chosen: Json, language = 'en-CA') =>
    ask('POST', '/report/panel', { Block: name.replace('.', '#'), Chosen }, { 'accept-language': language });
  const blocks = (running = app) => running.models.current().screens.get('product')?.blocks ?? [];

  beforeAll(async () => {
    app = await startApp({ store, added });
    [admin, viewer] = [await app.as('admin'), await app.as('viewer')];
    return () => app.store.close();
  });
  afterEach(async () => {
    await admin('DELETE', '/configure/draft');
  });

  it('is kept in the draft, told among the differences, and undone with it', async () => {
    const kept = await put(admin, chart());
    expect(codes(kept)).toEqual([]);
    expect(JSON.stringify(kept.body.Differences)).toContain('Free plans');
    const inFrench = await admin('GET', '/configure/draft', undefined, { 'accept-language': 'fr-CA' });
    expect(JSON.stringify(inFrench.body.Differences)).toContain('«\u00a0Plans gratuits\u00a0»');
    const gone = await admin('DELETE', `/configure/draft/block/${name}`);
    expect(gone.body.Changes).toEqual([]);
    expect(blocks().some(({ id }) => id === 'own-chart')).toBe(false);
  });

  it('counts the records of the page once it is published, also after a restart, until it is rolled back', async () => {
    await put(admin, chart());
    const published = await publish(admin);
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const ids = blocks().map(({ id }) => id);
    expect(ids.indexOf('own-chart')).toBe(ids.indexOf('general') + 1);
    const { groups } = app.models.current().screens.get('product') ?? { groups: [] };
    const home = groups.find((group) => group.blocks.includes('own-chart'));
    expect(home?.blocks).toContain('general');

    const { items } = await app.store.find({ entity: 'plan' });
    const ProductId = String(items[0]?.ProductId);
    const own = items.filter((plan) => plan.ProductId === ProductId).length;
    const total = ({ body }: Answer) =>
      body.Rows.reduce((sum: number, row: number[]) => sum + Number(row.at(-1)), 0);
    const shown = await read(viewer, { ProductId: [ProductId] });
    expect([shown.body.Title, total(shown)], JSON.stringify(shown.body)).toEqual(['Free plans', own]);
    expect((await read(viewer, { ProductId: [ProductId] }, 'fr-CA')).body.Title).toBe('Plans gratuits');
    expect((await read(viewer, {})).body.Rows).toEqual([]);

    const again = await app.startAgain(added);
    expect(blocks(again).some(({ id }) => id === 'own-chart')).toBe(true);
    const back = await admin('POST', '/configure/releases/0/restore', {});
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect((await read(viewer, { ProductId: [ProductId] })).status).toBe(404);
  });

  it.each([
    [{ widget: 'dashboard' }, 'block-not-offered /widget'],
    [{ widget: 'nothing' }, 'block-not-offered /widget'],
    [{ widget: '__proto__' }, 'block-not-offered /widget'],
    [{ settings: { ...settings, entity: 'nothing' }, by: undefined }, 'no-entity /settings/entity'],
    [{ settings: { ...settings, column: 'Nothing' } }, 'no-field /settings/column'],
    [{ settings: { ...settings, value: 'Nothing' } }, 'no-field /settings/value'],
    [{ settings: { ...settings, surplus: 1 } }, 'declaration /settings'],
    [{ settings: { ...settings, most: 501 } }, 'declaration /settings/most'],
    [{ settings: { entity: 'plan' } }, 'declaration /settings'],
    [{ settings: { ...settings, entity: 'user' }, by: undefined }, 'entity-closed /settings/entity'],
    [{ by: 'Name' }, 'related-apart /by'],
    [{ by: 'constructor' }, 'related-apart /by'],
    [{ surplus: true }, 'shape.unknown '],
  ] as const)('is refused with its place: %o', async (words, code) => {
    const answer = await put(admin, chart(words));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(codes(answer)).toContain(code);
    expect((await publish(admin)).status).toBe(422);
  });

  it('goes only on a screen that exists, under a name that is free, for a record where there is one', async () => {
    expect(codes(await put(admin, chart(), 'nowhere.own-chart'))).toEqual(['no-screen /name']);
    await admin('DELETE', '/configure/draft');
    expect(codes(await put(admin, chart(), 'product.general'))).toEqual(['related-exists /name']);
    await admin('DELETE', '/configure/draft');
    expect(codes(await put(admin, chart(), 'products.own-chart'))).toEqual(['related-no-record /by']);
    const { by: _, after: __, ...everywhere } = chart();
    expect(codes(await put(admin, everywhere, 'products.own-chart'))).toEqual([]);
  });

  it('is refused to those who may not see what it shows, and to those who may not configure', async () => {
    const shy = await app.as('shy');
    const { by: _, ...all } = chart();
    expect(codes(await put(shy, all))).toEqual(['not-yours-to-place /settings/entity']);
    expect((await publish(shy)).status).toBe(422);
    const dealers = (column: string) =>
      put(shy, { ...all, after: undefined, settings: { show: 'bar', entity: 'dealer', column } });
    expect(codes(await dealers('OffersTireStorage'))).toEqual(['not-yours-to-place-field /settings/column']);
    expect((await publish(shy)).status).toBe(422);
    expect(codes(await dealers('Province'))).toEqual([]);
    expect((await put(viewer, all)).status).toBe(403);
  });
});
