/** Charts as blocks of a screen: the declared data under the rights of the reader, and nothing else. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDeclarations, type DeclarationFile } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import {
  type Ask,
  appStores,
  declarations,
  type Running,
  startApp,
  withDeclarations,
} from './support/startApp.ts';

const chart = (id: string, options: object, more: object = {}) => ({
  ...{ kind: 'widget', id, widget: 'chart', options },
  ...more,
});
const screen = (id: string, words: object): DeclarationFile => ({
  file: `screens/test/${id}.json`,
  json: { id, route: `/${id}`, title: 'entity.dealer.plural', ...words },
});

const added = withDeclarations([
  screen('charts', {
    access: 'login',
    blocks: [
      chart('all', { show: 'bar', entity: 'dealer', column: 'Province' }),
      chart('one', {
        ...{ show: 'bar', entity: 'dealer', column: 'Province', narrow: { Province: '{route.province}' } },
      }),
      chart('closed', { show: 'number', entity: 'user' }),
      chart('kept', { show: 'number', entity: 'dealer' }, { access: 'User.Manage' }),
    ],
  }),
  screen('hidden', {
    access: 'User.Manage',
    blocks: [chart('all', { show: 'bar', entity: 'dealer', column: 'Province' })],
  }),
]);

describe.each(appStores)('a chart on a screen (%s)', (store) => {
  let app: Running;
  let [admin, principal] = [] as unknown as [Ask, Ask];
  const read = (ask: Ask, Block: string, Chosen: object = {}, headers = {}) =>
    ask('POST', '/report/panel', { Block, Chosen }, headers);
  const total = (rows: readonly (readonly unknown[])[]) =>
    rows.reduce((sum, row) => sum + Number(row.at(-1)), 0);

  beforeAll(async () => {
    app = await startApp({ store, added });
    [admin, principal] = [await app.as('admin'), await app.as('dealer-principal')];
    return () => app.store.close();
  });

  it('counts the records that the reader may see, in the language of the reader', async () => {
    const all = (await read(admin, 'charts#all')).body;
    expect([all.Label, all.Value, all.Rows.length > 1]).toEqual([0, 1, true]);
    expect(total(all.Rows)).toBe((await admin('GET', '/profile/dealer?pageSize=1')).body.TotalItems);
    const french = (await read(admin, 'charts#all', {}, { 'accept-language': 'fr-CA' })).body;
    expect(french.Title).not.toBe(all.Title);
    const own = (await read(principal, 'charts#all')).body;
    expect(total(own.Rows ?? [])).toBeLessThan(total(all.Rows));
  });

  it('is narrowed to the record of the page, and empty without one', async () => {
    const all = (await read(admin, 'charts#all')).body;
    const [key] = all.Keys;
    const one = (await read(admin, 'charts#one', { Province: [key] })).body;
    expect(one.Rows).toEqual([all.Rows[0]]);
    expect((await read(admin, 'charts#one')).body.Rows).toEqual([]);
    // Only declared fields narrow it, and one value at a time.
    const more = { Province: [key, all.Keys[1]], Name: ['x'] };
    expect((await read(admin, 'charts#one', more)).body.Rows).toEqual([all.Rows[0]]);
  });

  it('says which right is missing, and does not exist where its screen or block is closed', async () => {
    expect((await read(principal, 'charts#closed')).body).toMatchObject({ Closed: true });
    for (const name of ['charts#kept', 'hidden#all', 'charts#gone', 'gone', '']) {
      const { status, body } = await read(principal, name);
      expect([name, status], JSON.stringify(body)).toEqual([name, 404]);
    }
    expect((await read(admin, 'hidden#all')).status).toBe(200);
    expect((await read(await app.as(undefined), 'charts#all')).status).toBe(401);
  });
});

it.each([
  [{ show: 'bar', entity: 'nothing' }, 'There is no entity nothing'],
  [{ show: 'bar', entity: 'dealer', column: 'Nothing' }, 'dealer has no field Nothing'],
  [{ show: 'bar', entity: 'dealer', narrow: { Nothing: '1' } }, 'dealer has no field Nothing'],
  [{ show: 'pie', entity: 'dealer' }, 'show'],
])('is checked with the declarations: %o', (options, problem) => {
  const wrong = screen('wrong', { access: 'login', blocks: [chart('wrong', options)] });
  const { findings } = checkDeclarations({ files: [...declarations.files, wrong] }, compiledOnce);
  const own = findings.filter(({ file, severity }) => file === wrong.file && severity === 'error');
  expect(JSON.stringify(own)).toContain(problem);
});
