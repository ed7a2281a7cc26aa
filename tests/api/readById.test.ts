/**
 * Reads by id need the rights of lists: every `get`, history and file of a record, of every entity, by every
 * role. A role that may list no whole records of an entity reads none by id, unless the route itself declares
 * who reads it and why.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { accessOfRoute, type EntityModel, type RouteModel } from '#engine';
import { type Ask, declarations, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const saleViewer = 'only sale history';
const profileViewer = 'only profiles';
let app: Running;
let roles: readonly (readonly [role: string, ask: Ask, features: ReadonlySet<string>])[];

beforeAll(async () => {
  app = await startApp({
    store: 'sqlite',
    added: withRoles({
      [saleViewer]: { features: ['Dealer.DealershipSaleHistory.View'] },
      [profileViewer]: { features: ['Profile.View'] },
    }),
  });
  const { items } = await app.store.find({ entity: 'user' });
  const model = app.models.current();
  const names = [...model.roles.keys()].filter((id) => items.some(({ UserName }) => UserName === id));
  roles = await Promise.all(
    names.map(async (id) => {
      const ask = await app.as(id);
      const { body } = await ask('GET', '/session');
      return [id, ask, new Set<string>(body.User?.Features ?? model.roles.get(id)?.features)] as const;
    }),
  );
  return () => app.store.close();
});

const as = (role: string): Ask => {
  const found = roles.find(([id]) => id === role);
  if (!found) throw new Error(`Nobody is ${role}.`);
  return found[1];
};

const isAllowed = (route: RouteModel, features: ReadonlySet<string>): boolean => {
  const access = accessOfRoute(app.models.current(), route);
  return access.kind !== 'feature' || access.anyOf.some((feature) => features.has(feature));
};

/** Lists of whole records, restricted to any rows. */
const listsOf = (entity: string): readonly RouteModel[] =>
  app.models
    .current()
    .routes.filter(
      (one) =>
        one.entity === entity &&
        one.operation === 'find' &&
        (!one.fields || !one.access) &&
        !one.flag &&
        !isAboutCaller(one),
    );

/** A list of one's own records shows nothing of others. */
const isAboutCaller = ({ where }: RouteModel): boolean =>
  where?.reads.some(({ path }) => path.join('.').includes('$user')) ?? false;

/** Exceptions of routes, with their reasons. */
const declared = new Map(
  declarations.files
    .filter(({ file }) => /api\.json$/.test(file))
    .flatMap(({ json }) =>
      (json as { routes: readonly { route: string; access?: unknown; $comment?: string }[] }).routes.map(
        (route) => [route.route.replace('GET ', ''), route] as const,
      ),
    ),
);

const isExplained = ({ path }: RouteModel): boolean => {
  const own = declared.get(path);
  return own?.access !== undefined && (own.$comment ?? '') !== '';
};

describe('reads by id', () => {
  it('nobody reads a record by id without the right to its lists, unless the route says why', async () => {
    const { routes, entities } = app.models.current();
    const wrong: string[] = [];
    for (const route of routes) {
      if (route.operation !== 'get' || route.any || !route.idParameter) continue;
      const names = [...route.path.matchAll(/\{(\w+)\}/g)];
      const { items } = await app.store.find({ entity: route.entity, page: { number: 1, size: 1 } });
      const [record] = items;
      if (!record || names.length > 1 || route.through) continue;
      const path = route.path.replace(/\{\w+\}/, String(record.Id));
      for (const [role, ask, features] of roles) {
        const { status } = await ask('GET', path);
        const listed = listsOf(route.entity).some((list) => isAllowed(list, features));
        if (status === 200 && !listed && !isExplained(route)) wrong.push(`${role} GET ${path} (${status})`);
        if (listed || isExplained(route)) continue;
        const { history } = entities.get(route.entity) as EntityModel;
        const told = history ? await ask('GET', `/history/${route.entity}/${record.Id}`) : undefined;
        if (told?.status === 200) wrong.push(`${role} history of ${route.entity}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('no role without a right to profiles reads people or dealers, by any path', async () => {
    const sensitive = [
      'dealer',
      'employee',
      'lienholder',
      'dealer-group',
      'oem',
      'owning-company',
      'training',
    ];
    const wrong: string[] = [];
    const { routes } = app.models.current();
    for (const [role, ask] of roles.filter(([id]) => ['manager', 'pricing', 'reports'].includes(id)))
      for (const entity of sensitive) {
        const { items } = await app.store.find({ entity, page: { number: 1, size: 1 } });
        const id = String(items[0]?.Id);
        const own = routes.filter(
          (one) => one.entity === entity && /^(get|history|find)$/.test(one.operation),
        );
        // Lists with separate features are for choosing, by people who hold them.
        const isOpen = (one: RouteModel) =>
          (one.operation === 'find' && one.access?.kind === 'feature') ||
          one.fields !== undefined ||
          one.flag !== undefined ||
          isAboutCaller(one);
        const open = own.filter((one) => !isOpen(one) && one.method === 'GET').map(({ path }) => path);
        for (const path of [...open, `/history/${entity}/{id}`, '/profile/{id}', '/profile/{id}/history']) {
          const { status, body } = await ask('GET', path.replaceAll(/\{\w+\??\}/g, id));
          if (status === 200 && (body.Items === undefined || body.Items.length > 0))
            wrong.push(`${role} ${path}: ${status}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  it('a list that shows some fields to more people cannot be searched by other fields', async () => {
    const ask = as('manager');
    const path = '/profile/dealer/dealersbyaccounttype/1';
    const filtered = (name: string) => `FilterProperty=${name}&FilterOperator=startsWith&FilterValue=a`;
    expect((await ask('GET', `${path}?${filtered('TradingName')}`)).status).toBe(200);
    for (const name of ['LegalName', 'BusinessNumber', 'Contacts.FirstName', 'Group.Name'])
      expect([name, (await ask('GET', `${path}?${filtered(name)}`)).status]).toEqual([name, 403]);
    expect((await ask('GET', `${path}?sortFields=LegalName`)).status).toBe(403);
    const { body } = await ask('GET', `${path}?pageSize=1`);
    expect(Object.keys(body.Items[0])).not.toContain('BusinessNumber');
  });

  it('a path into records one may not view is refused, except for what the reference shows', async () => {
    const ask = as('manager');
    const list = (query: string) => ask('GET', `/product?pageSize=1&${query}`);
    const filtered = (name: string) => `FilterProperty=${name}&FilterOperator=eq&FilterValue=x`;
    expect((await list(filtered('RoadsideProvider.TradingName'))).status).toBe(200);
    for (const name of [
      'RoadsideProvider.LegalName',
      'RoadsideProvider.BusinessNumber',
      'RoadsideProvider.Group.Name',
    ])
      expect([name, (await list(filtered(name))).status]).toEqual([name, 403]);
    expect((await list('sortFields=RoadsideProvider.LegalName')).status).toBe(403);
  });

  it('H-381 the sale history of a dealer needs only its own feature', async () => {
    const { items } = await app.store.find({ entity: 'dealer', page: { number: 1, size: 1 } });
    const path = `/profile/dealer/${items[0]?.Id}/dealershipsalehistory`;
    const status = async (role: string) => (await as(role)('GET', path)).status;
    expect([await status(saleViewer), await status(profileViewer)]).toEqual([200, 403]);
  });
});
