/** Conditions of saved views by role, and the same condition in a list, its groups, its export and a bulk change. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, startApp, withDeclarations } from './support/startApp.ts';

type Item = Record<string, unknown>;

const secret = 'V-SECRET';
const hidden = { path: 'AccountingVendorId', operator: 'eq', value: secret };
const open = { path: 'City', operator: 'eq', value: 'Laval' };
const asked = (where: unknown) => `$where=${encodeURIComponent(JSON.stringify(where))}`;

/** A list of dealers whose vendor ID only some people see. */
const added = withDeclarations([
  {
    file: 'screens/test/vendors.json',
    json: {
      id: 'vendors',
      route: '/vendors',
      access: 'login',
      title: 'screen.profiles',
      blocks: [
        {
          ...{ kind: 'grid', id: 'dealers', entity: 'dealer', find: '/profile/dealer' },
          ...{ columns: ['TradingName', 'City', 'AccountingVendorId'], sort: ['TradingName'] },
          empty: 'profile.none.dealer',
        },
      ],
    },
  },
]);

describe.each(appStores)('conditions by right (%s)', (kind) => {
  let [admin, manager]: Ask[] = [];
  beforeAll(async () => {
    const app = await startApp({ store: kind, added });
    [admin, manager] = [await app.as('admin'), await app.as('manager')];
  });

  const view = (ask: Ask, where: unknown, more: object = {}) =>
    ask('POST', '/view', {
      ...{ List: 'vendors#dealers', Name: `Conditions ${crypto.randomUUID()}` },
      Choices: {
        ...{ filters: {}, sort: [], hidden: [], widths: {}, order: [], pinned: [], density: 'normal' },
        where,
      },
      ...more,
    });

  it('refuses a path that the person may not read, at every depth, in lists and in own views', async () => {
    for (const where of [{ all: [hidden] }, { any: [open, hidden] }, { all: [open, { any: [hidden] }] }]) {
      expect((await manager?.('GET', `/profile/dealer?${asked(where)}`))?.status).toBe(403);
      expect((await view(manager as Ask, where)).status).toBe(403);
      expect((await view(admin as Ask, where)).status).toBe(201);
    }
    expect((await manager?.('GET', '/profile/dealer?$groups=AccountingVendorId'))?.status).toBe(403);
    expect((await view(manager as Ask, { all: [open] })).status).toBe(201);
  });

  it('a shared view tells nothing of a condition that the reader may not see', async () => {
    const where = { all: [open, { any: [hidden] }] };
    const made = await view(admin as Ask, where, { Role: 'manager' });
    expect([made.status, made.body.Choices.where]).toEqual([201, where]);
    const read = await manager?.('GET', `/view/${made.body.Id}`);
    expect(read?.body).toMatchObject({ IsPartial: true, Choices: { where: { all: [open] } } });
    expect(JSON.stringify(read?.body)).not.toMatch(/SECRET|AccountingVendorId/);
  });

  it('lists, groups and exports take the same records', async () => {
    const all = (await admin?.('GET', '/product?pageSize=0'))?.body.Items as Item[];
    const state = all[0]?.ProductStateTypeId;
    const where = asked({ all: [{ path: 'ProductStateTypeId', operator: 'eq', value: state }] });
    const expected = all.filter(({ ProductStateTypeId }) => ProductStateTypeId === state);
    expect(expected.length).toBeLessThan(all.length);
    const listed = (await admin?.('GET', `/product?pageSize=0&${where}`))?.body.Items as Item[];
    expect(listed.map(({ Id }) => Id).sort()).toEqual(expected.map(({ Id }) => Id).sort());
    const grouped = await admin?.('GET', `/product?$groups=ProductStateTypeId&${where}`);
    expect(grouped?.body.Groups).toEqual([{ Value: state, Count: expected.length }]);
    const file = await admin?.('GET', `/product?$export=csv&exportColumns=Code&${where}`);
    for (const { Code } of all)
      expect([Code, String(file?.body).includes(String(Code))]).toEqual([
        Code,
        expected.some((one) => one.Code === Code),
      ]);
  });
});
