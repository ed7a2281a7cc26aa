/** Views of lists: saved under a name, shared with a role, opened under the rights of the reader. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, type Running, startApp, withDeclarations } from './support/startApp.ts';

/** A screen over dealers whose vendor ID only some people see. */
const screenWith = (...columns: string[]) => ({
  file: 'screens/test/vendors.json',
  json: {
    id: 'vendors',
    route: '/vendors',
    access: 'login',
    title: 'screen.profiles',
    blocks: [
      {
        kind: 'grid',
        id: 'dealers',
        entity: 'dealer',
        find: '/profile/dealer',
        columns,
        filters: columns.map((path) => ({ path, operator: 'eq' })),
        sort: ['TradingName'],
        empty: 'profile.none.dealer',
      },
      {
        kind: 'grid',
        id: 'closed',
        entity: 'dealer',
        find: '/profile/dealer',
        access: 'User.Manage',
        columns: ['TradingName'],
        empty: 'profile.none.dealer',
      },
    ],
  },
});

const all = ['TradingName', 'City', 'AccountingVendorId'] as const;
const List = 'vendors#dealers';
const choices = (more: object = {}) => ({
  filters: {},
  sort: [{ path: 'City', direction: 'desc' }],
  hidden: ['City'],
  widths: { TradingName: 300 },
  order: ['City', 'TradingName', 'AccountingVendorId'],
  pinned: [],
  density: 'normal',
  ...more,
});

let app: Running;
let admin: Ask;
/** Cannot see the finance of dealers, and manages nobody. */
let manager: Ask;

beforeAll(async () => {
  const added = withDeclarations([screenWith(...all)]);
  app = await startApp({ store: 'sqlite', added });
  [admin, manager] = [await app.as('admin'), await app.as('manager')];
  return () => app.store.close();
});

const make = async (ask: Ask, more: object = {}) => {
  const { status, body } = await ask('POST', '/view', { List, Name: 'Mine', Choices: choices(), ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const names = async (ask: Ask): Promise<string[]> =>
  (await ask('GET', '/view')).body.Items.map(({ Name }: { Name: string }) => Name);

describe('views of a list', () => {
  it('are saved, renamed, overwritten and deleted by their author', async () => {
    const made = await make(manager, {
      Name: '  Mine ',
      Choices: choices({ order: ['City', 'TradingName'] }),
    });
    expect(made).toMatchObject({
      Name: 'Mine',
      Role: null,
      IsMine: true,
      Owner: 'manager',
      Gone: [],
      IsPartial: false,
    });
    const own = await make(admin, { Name: 'Mine' });
    expect(own.Choices).toEqual(choices());
    expect(await names(admin)).toEqual(['Mine']);
    const sent = { Name: 'Others', Choices: choices({ density: 'compact' }), Revision: 1 };
    const changed = await admin('PUT', `/view/${own.Id}`, sent);
    expect(changed.body).toMatchObject({ Name: 'Others', Revision: 2, Choices: { density: 'compact' } });
    expect((await admin('PUT', `/view/${own.Id}`, sent)).status).toBe(409);
    expect((await admin('GET', `/view/${own.Id}`)).body).toEqual(changed.body);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await manager(method, `/view/${own.Id}`, method === 'PUT' ? { Name: 'x' } : undefined)).status,
      ).toBe(404);
    expect((await admin('DELETE', `/view/${own.Id}`)).status).toBe(204);
    expect((await admin('GET', `/view/${own.Id}`)).status).toBe(404);
    expect((await manager('DELETE', `/view/${made.Id}`)).status).toBe(204);
    expect([...(await names(admin)), ...(await names(manager))]).toEqual([]);
    expect((await (await app.as())('GET', '/view')).status).toBe(401);
  });

  it('are shared with a role one holds, and changed by nobody else', async () => {
    const shared = await make(admin, { Name: 'For others', Role: 'manager' });
    expect(await names(manager)).toEqual(['For others']);
    const seen = (await manager('GET', `/view/${shared.Id}`)).body;
    expect(seen).toMatchObject({ IsMine: false, Role: 'manager' });
    for (const [method, body] of [
      ['PUT', { Name: 'Taken' }],
      ['PUT', { Role: null }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await manager(method, `/view/${shared.Id}`, body);
      expect([refused.status, refused.body.Code]).toEqual([403, 'forbidden']);
    }
    // Administrators share with any role, others with those they hold.
    expect(
      (await manager('POST', '/view', { List, Name: 'Up', Role: 'admin', Choices: choices() })).status,
    ).toBe(403);
    expect((await admin('PUT', `/view/${shared.Id}`, { Role: 'nobody-has-it' })).status).toBe(403);
    await admin('PUT', `/view/${shared.Id}`, { Role: null });
    expect(await names(manager)).toEqual([]);
    expect((await manager('GET', `/view/${shared.Id}`)).status).toBe(404);
    await admin('DELETE', `/view/${shared.Id}`);
  });

  it('are shared by everyone with the roles they hold, and by administrators with any', async () => {
    const { roles, entities } = app.models.current();
    const manages = entities.get('user')?.policy.update as { readonly anyOf: readonly string[] };
    let [taken, refused] = [0, 0];
    for (const [holder, { features }] of roles) {
      const ask = await app.as(holder);
      // Only for a visible list, and without hidden fields.
      const plain = { List, Name: `Of ${holder}`, Choices: choices({ order: ['City', 'TradingName'] }) };
      const own = await ask('POST', '/view', plain);
      if (own.status !== 201) continue;
      for (const role of roles.keys()) {
        const may = role === holder || manages.anyOf.some((one) => features.includes(one));
        const made = await ask('POST', '/view', { ...plain, Name: `${holder} ${role}`, Role: role });
        const changed = await ask('PUT', `/view/${own.body.Id}`, { Role: role });
        expect([made.status, changed.status], `${holder} with ${role}`).toEqual(
          may ? [201, 200] : [403, 403],
        );
        if (!may)
          expect(made.body.Message).toBe('You can share views only with your own roles. Choose one of them.');
        if (may) await ask('DELETE', `/view/${made.body.Id}`);
        if (may) taken += 1;
        else refused += 1;
      }
      await ask('DELETE', `/view/${own.body.Id}`);
    }
    expect([taken, refused].every((times) => times > 10)).toBe(true);
  });

  it('reveal neither a hidden field nor its filters', async () => {
    const filters = { 'AccountingVendorId:eq': 'V-SECRET', 'City:eq': 'Laval' };
    const shared = await make(admin, { Name: 'Vendors', Role: 'manager', Choices: choices({ filters }) });
    expect(shared).toMatchObject({ IsPartial: false, Choices: { filters } });
    const { body } = await manager('GET', `/view/${shared.Id}`);
    expect(body).toMatchObject({ IsPartial: true, Gone: [], Choices: { filters: { 'City:eq': 'Laval' } } });
    expect(JSON.stringify(body)).not.toMatch(/SECRET|AccountingVendorId/);
    const sort = [{ path: 'AccountingVendorId', direction: 'asc' }];
    for (const named of [{ filters }, { sort }, { hidden: ['AccountingVendorId'] }]) {
      const { status } = await manager('POST', '/view', {
        List,
        Name: 'Spy',
        Choices: choices({ order: [], ...named }),
      });
      expect(status, JSON.stringify(named)).toBe(403);
    }
    // Saved again by someone who sees less, their view holds only what they were shown.
    const copy = await make(manager, { Name: 'Copy', Choices: body.Choices });
    expect(JSON.stringify(copy)).not.toContain('AccountingVendorId');
    for (const [ask, { Id }] of [
      [admin, shared],
      [manager, copy],
    ] as const)
      await ask('DELETE', `/view/${Id}`);
  });

  it('open without what a release removed: their owner is told what, others only that', async () => {
    const shared = await make(admin, {
      Name: 'Towns',
      Role: 'manager',
      Choices: choices({ filters: { 'City:eq': 'Laval' } }),
    });
    const later = await app.startAgain(withDeclarations([screenWith('TradingName', 'AccountingVendorId')]));
    const [owner, reader] = [await later.as('admin'), await later.as('manager')];
    const { status, body } = await owner('GET', `/view/${shared.Id}`);
    expect([status, body.Gone, body.Choices.filters]).toEqual([200, ['City'], {}]);
    expect(body.Choices).toMatchObject({
      sort: [{ path: 'TradingName' }],
      order: ['TradingName', 'AccountingVendorId'],
    });
    expect((await reader('GET', `/view/${shared.Id}`)).body).toMatchObject({ Gone: [], IsPartial: true });
    // Once it is overwritten it no longer names the field.
    const again = await owner('PUT', `/view/${shared.Id}`, { Choices: body.Choices });
    expect(again.body).toMatchObject({ Gone: [], IsPartial: false });
    await owner('DELETE', `/view/${shared.Id}`);
  });

  it('of a list the person may not see do not exist for them', async () => {
    const shared = await make(admin, {
      ...{ List: 'vendors#closed', Name: 'Closed', Role: 'manager' },
      Choices: choices({ sort: [], hidden: [], widths: {}, order: [] }),
    });
    expect(await names(manager)).toEqual([]);
    expect((await manager('GET', `/view/${shared.Id}`)).status).toBe(404);
    for (const wrong of [
      'vendors#closed',
      'vendors#none',
      'none#dealers',
      'vendors',
      '',
      null,
      7,
      { a: 1 },
      '__proto__#x',
    ])
      expect(
        (await manager('POST', '/view', { List: wrong, Name: 'x', Choices: choices() })).status,
        String(wrong),
      ).toBe(422);
    await admin('DELETE', `/view/${shared.Id}`);
  });

  it('have valid names, unique for a person and a list, and a limited number', async () => {
    for (const Name of ['', '   ', 'x'.repeat(61), 'a\nb', 'a\u0000b', '\ud800', 7, null, ['x'], {}])
      expect((await admin('POST', '/view', { List, Name, Choices: choices() })).status, String(Name)).toBe(
        422,
      );
    const first = await make(admin, { Name: 'Été 夏 😀' });
    const second = await make(admin, { Name: 'x'.repeat(60) });
    expect((await admin('POST', '/view', { List, Name: 'été 夏 😀 ', Choices: choices() })).status).toBe(409);
    expect((await admin('PUT', `/view/${second.Id}`, { Name: 'ÉTÉ 夏 😀' })).status).toBe(409);
    expect((await admin('PUT', `/view/${first.Id}`, { Name: 'ÉTÉ 夏 😀' })).status).toBe(200);
    const most = app.models.current().entities.get('saved-view')?.atMost[0]?.count ?? 0;
    for (let made = 3; made <= most; made += 1) await make(admin, { Name: String(made) });
    const refused = await admin('POST', '/view', { List, Name: 'more', Choices: choices() });
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      expect.stringContaining(`the maximum of ${most} has been reached`),
    ]);
    const { body } = await admin('GET', '/view');
    for (const { Id } of body.Items) await admin('DELETE', `/view/${Id}`);
  });

  it('hold only what the screen could have requested', async () => {
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
    const wrong: object[] = [
      { filters: { 'Nothing:eq': 'x' } },
      { filters: { 'City:contains': 'x' } },
      { filters: { 'City:eq': 'x'.repeat(257) } },
      { filters: { 'City:eq': { a: 1 } } },
      { filters: { 'City:eq': deep } },
      { filters: { 'City:eq': null } },
      { filters: [] },
      { sort: [{ path: 'Nothing', direction: 'asc' }] },
      { sort: [{ path: 'City', direction: 'up' }] },
      { sort: [{ path: 'City', direction: 'asc', more: 1 }] },
      { hidden: ['Nothing'] },
      { hidden: 'City' },
      { order: Array.from({ length: 201 }, () => 'City') },
      { pinned: [7] },
      { widths: { City: '1; drop' } },
      { widths: { Nothing: 100 } },
      { density: 'tiny' },
      { page: 7 },
    ];
    for (const one of wrong) {
      const { status, body } = await admin('POST', '/view', { List, Name: 'x', Choices: choices(one) });
      expect([status, body.Code], JSON.stringify(one).slice(0, 99)).toEqual([422, 'validation']);
    }
    for (const Choices of [undefined, null, 1, 'x', [], {}])
      expect((await admin('POST', '/view', { List, Name: 'x', Choices })).status).toBe(422);
    for (const [body, status] of [
      [[], 400],
      ['x', 400],
      [{ Surprise: 1 }, 400],
      [{ Name: 'x'.repeat(70_000) }, 413],
    ] as const)
      expect((await admin('POST', '/view', body)).status).toBe(status);
    expect(await names(admin)).toEqual([]);
    expect(app.errors).toEqual([]);
  });
});
