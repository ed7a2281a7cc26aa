/**
 * Row access on every path: a person with every feature except the one that opens all dealers belongs to one
 * dealer. Records of another dealer, each with a marker in every text, are planted in every limited entity;
 * then every declared call is made with their ids, and no answer may contain the marker or such an id.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel } from '#engine';
import { foreignId, limitedEntities, mark, plantForeign } from './support/plantForeign.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const ownDealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

let app: Running;
let admin: Ask;
let limited: readonly EntityModel[];
/** Ids of the planted records, by entity. */
let planted: ReadonlyMap<string, string>;

beforeAll(async () => {
  const added = withRoles({ 'all but dealers': { features: ['*'], except: ['AllDealers.View'] } });
  app = await startApp({ store: 'sqlite', added });
  admin = await app.as('admin');
  limited = limitedEntities(app.models.current());
  planted = await plantForeign(app, limited);
  return () => app.store.close();
});

async function member(role: string): Promise<Ask> {
  return app.as(role);
}

describe('row access', () => {
  let insider: Ask;

  beforeAll(async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    const user = { ...like, Id: foreignId(900), UserName: 'pshah', Roles: ['all but dealers'] };
    await app.store.transaction((session) => session.insert('user', user));
    insider = await member('pshah');
  });

  it('is declared for all that belongs to a dealer', () => {
    const referring = [...app.models.current().entities.values()]
      .filter(({ fields }) => fields.some(({ ref, stored }) => stored && ref?.entity === 'dealer'))
      .map(({ id }) => id)
      // Roadside helpers are named by the product, which is visible to everyone.
      .filter((id) => id !== 'product');
    expect(limited.map(({ id }) => id)).toEqual(expect.arrayContaining(referring));
    expect(limited.length).toBeGreaterThan(12);
  });

  it('a person with all dealers finds the planted records; a person of one dealer finds only their own', async () => {
    for (const ask of [admin, await member('viewer'), await member('profiles')]) {
      const { body } = await ask('GET', '/profile/dealer?pageSize=0');
      expect(body.Items.map(({ Id }: DataRecord) => Id)).toEqual(
        expect.arrayContaining([ownDealer, planted.get('dealer')]),
      );
    }
    for (const role of ['dealer-principal', 'finance-manager']) {
      const ask = await member(role);
      const { body } = await ask('GET', '/profile/dealer?pageSize=0');
      expect([body.TotalItems, body.Items.map(({ Id }: DataRecord) => Id)], role).toEqual([1, [ownDealer]]);
      expect((await ask('GET', `/profile/dealer/${ownDealer}`)).status).toBe(200);
    }
    const area = await (await member('area-manager'))('GET', '/profile/dealer?pageSize=0');
    expect(area.body.Items.map(({ TradingName }: DataRecord) => TradingName)).toEqual(['Summit Auto Group']);
    const { Id } = area.body.Items[0];
    const made = await admin('POST', '/profile/employee', employee({ DealerId: Id, LastName: 'Ofthegroup' }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const seen = await (await member('area-manager'))('GET', '/profile/employee?pageSize=0');
    const names = seen.body.Items.map(({ LastName }: DataRecord) => LastName);
    expect(names).toEqual(expect.arrayContaining(['Ofthegroup', 'Haddad', 'Lindqvist']));
    expect(names).not.toContain('Shah');
  });

  it('no read answers a record of another dealer, for any id', async () => {
    const { routes } = app.models.current();
    const reads = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const more = ['/history', '/profile/search', '/view', '/preference/x', '/events-none'];
    const ids = [...planted.values()];
    const found: string[] = [];
    for (const path of new Set([...reads, ...more])) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const asked = names.length === 0 ? [path] : ids.map((id) => path.replace(/\{\w+\}/g, id));
      for (const one of asked)
        for (const address of withQueries(one, names.length === 0)) {
          const answer = await insider('GET', address);
          const leak = leakIn(answer, address);
          if (leak) found.push(`GET ${address}: ${answer.status} ${leak}`);
        }
    }
    expect(found).toEqual([]);
  });

  it('conditions find and groups count nothing of another dealer, on every limited list', async () => {
    const lists = app.models
      .current()
      .routes.filter(
        ({ operation, method, path, entity, any, flag, bind, lengths }) =>
          operation === 'find' &&
          method === 'GET' &&
          planted.has(entity) &&
          !path.includes('{') &&
          !any &&
          !flag &&
          Object.keys({ ...bind, ...lengths }).length === 0,
      );
    const proven = new Set<string>();
    const counted = new Set<string>();
    for (const { path, entity } of lists) {
      const where = { any: [{ path: 'Id', operator: 'eq', value: planted.get(entity) }] };
      const address = `${path}?$total=exact&$where=${encodeURIComponent(JSON.stringify(where))}`;
      const [mine, theirs] = [await insider('GET', address), await admin('GET', address)];
      if (theirs.body.TotalItems === 1) proven.add(entity);
      if (mine.status === 200) expect([path, mine.body.TotalItems, mine.body.Items]).toEqual([path, 0, []]);
      const fields = app.models.current().entities.get(entity)?.fields ?? [];
      for (const { path: by, stored, kind } of fields) {
        if (!stored || by.includes('.') || !['text', 'reference', 'choice'].includes(kind)) continue;
        const grouped = await insider('GET', `${path}?$groups=${by}`);
        expect([path, by, leakIn(grouped, 'groups')]).toEqual([path, by, undefined]);
        if (grouped.status !== 200 || grouped.body.IsGroupsCapped) continue;
        const own = await insider('GET', `${path}?pageSize=1&$total=exact`);
        const sum = grouped.body.Groups.reduce((so: number, { Count }: DataRecord) => so + Number(Count), 0);
        expect([path, by, sum]).toEqual([path, by, own.body.TotalItems]);
        counted.add(entity);
      }
    }
    expect([proven.size, counted.size].every((size) => size >= 3)).toBe(true);
  });

  it('history reveals none of them, singly or all together', async () => {
    // Changes by someone who may make them.
    for (const entity of ['dealer', 'employee']) {
      const Id = planted.get(entity);
      const { body } = await admin('GET', `/profile/${entity}/${Id}`);
      expect(body.Id).toBe(Id);
    }
    const found: string[] = [];
    for (const entity of limited) {
      const answer = await insider('GET', `/history/${entity.id}/${planted.get(entity.id)}`);
      if (answer.status === 200 && answer.body.TotalItems !== 0) found.push(entity.id);
    }
    expect(found).toEqual([]);
  });

  it('none of their files can be opened, and no list, count or export knows them by their id', async () => {
    const found: string[] = [];
    let files = 0;
    const { routes } = app.models.current();
    for (const [at, entity] of limited.entries()) {
      const Id = planted.get(entity.id) as string;
      const [field] = entity.fields.filter(({ kind, stored }) => kind === 'file' && stored);
      if (field) {
        files += 1;
        const file = foreignId(500 + at);
        const content = { Name: `${mark} file.pdf`, ContentType: 'application/pdf', Size: 4 };
        const by = { CreatedBy: 'seed', Sha256: 'a'.repeat(64), Revision: 1 };
        await app.files.put(file, new Blob(['%PDF']).stream(), { maxBytes: 4 });
        await app.store.transaction(async (session) => {
          await session.insert('file', { ...content, ...by, Id: file });
          await session.update(entity.id, Id, { [field.name]: file });
        });
        expect((await admin('GET', `/File/token/${file}`)).status, entity.id).toBe(200);
        if ((await insider('GET', `/File/token/${file}`)).status === 200) found.push(`file of ${entity.id}`);
      }
      const only = `FilterProperty=Id&FilterOperator=eq&FilterValue=${Id}`;
      for (const route of routes.filter((one) => one.entity === entity.id && one.operation === 'find')) {
        if (route.method !== 'GET' || route.path.includes('{') || route.flag || route.any) continue;
        for (const more of ['', '&pageSize=0', '&$export=csv']) {
          const { status, body } = await insider('GET', `${route.path}?${only}${more}`);
          const lines = typeof body === 'string' ? body.trim().split('\n').length - 1 : body.TotalItems;
          if (status === 200 && lines > 0) found.push(`${route.path}${more}: ${lines}`);
        }
      }
    }
    expect(files).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  it('no write changes, removes or creates a record there', async () => {
    const { routes } = app.models.current();
    const before = await everything();
    const wrong: string[] = [];
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const own = planted.get(route.entity);
      for (const id of own ? [own, planted.get('dealer')] : [planted.get('dealer')]) {
        const path = route.path.replace(/\{\w+\}/g, id as string);
        const body = {
          Id: own ?? id,
          DealerId: planted.get('dealer'),
          EmployeeId: planted.get('employee'),
          TradingName: 'Taken over',
        };
        const answer = await insider(route.method, path, route.method === 'DELETE' ? undefined : body);
        const leak = leakIn(answer, path + JSON.stringify(body));
        if (answer.status >= 500 || leak) wrong.push(`${route.method} ${path}: ${answer.status} ${leak}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it("one's own record cannot be moved to another dealer", async () => {
    const own = await insider('POST', '/profile/employee', employee({ DealerId: ownDealer }));
    expect(own.status, JSON.stringify(own.body)).toBe(201);
    const moved = await insider('PUT', '/profile/employee', {
      Id: own.body.Id,
      DealerId: planted.get('dealer'),
    });
    expect([403, 404, 422]).toContain(moved.status);
    const foreign = await insider('POST', '/profile/employee', employee({ DealerId: planted.get('dealer') }));
    expect([403, 404, 422]).toContain(foreign.status);
    const { body } = await admin('GET', `/profile/employee/${own.body.Id}`);
    expect(body.DealerId).toBe(ownDealer);
  });

  it("a person without a dealer, such as a lienholder's, sees none", async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const like = items.find(({ UserName }) => UserName === 'pshah') as DataRecord;
    await app.store.transaction((session) =>
      session.insert('user', { ...like, Id: foreignId(901), UserName: 'dfortin' }),
    );
    const { body } = await (await member('dfortin'))('GET', '/profile/dealer?pageSize=0');
    expect(body).toMatchObject({ TotalItems: 0, Items: [] });
  });

  it('accounts are visible to those who see their people, and to their owner', async () => {
    const names = async (ask: Ask, path: string) =>
      (await ask('GET', path)).body.Items.map(({ UserName }: DataRecord) => UserName).sort();
    const principal = await member('dealer-principal');
    const own = ['dealer-principal', 'finance-manager', 'pshah'];
    expect(await names(principal, '/profile/employee/availableforreport?pageSize=100')).toEqual(own);
    expect(await names(principal, '/person')).toEqual([...own, 'seed', 'server'].sort());
    expect(await names(admin, '/person')).toEqual(expect.arrayContaining(['area-manager', 'viewer']));
  });

  it('an event stream sends each person only their own records', async () => {
    const login = await (await app.as())('POST', '/session', { UserName: 'pshah', Password: 'demo' });
    const headers = { authorization: `Bearer ${login.body.Token}` };
    const response = await app.fetch(new Request('http://localhost/api/events', { headers }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const rename = async (Id: string | undefined) => {
      const answer = await admin('PUT', '/profile/employee', { Id, FirstName: 'Renamed' });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const { items } = await app.store.find({ entity: 'employee' });
    const own = items.find(({ DealerId, UserName }) => DealerId === ownDealer && UserName === 'twebber');
    const other = items.find(({ UserName }) => UserName === 'jtremblay');
    await rename(String(other?.Id));
    await rename(String(own?.Id));
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes(String(own?.Id)))
      text += decoder.decode((await reader.read()).value, { stream: true });
    expect(text).not.toContain(String(other?.Id));
    await reader.cancel();
  });

  it('a group of hundreds of dealers is visible completely and exclusively, with people and accounts', async () => {
    const [{ GroupId }] = (await (await member('area-manager'))('GET', '/profile/dealer')).body.Items;
    expect(GroupId).toBeTruthy();
    const id = (kind: string, n: number) => `0f${kind}00000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const many = Array.from({ length: 600 }, (_, n) => n);
    const stamps = { Revision: 1, ProfileStatusId: 3 };
    await app.store.transaction(async (session) => {
      const dealers = many.map((n) => ({
        ...stamps,
        Id: id('a', n),
        TradingName: `Of the group ${n}`,
        GroupId,
      }));
      const staff = many.map((n) => ({
        ...stamps,
        Id: id('b', n),
        LastName: `Many${n}`,
        DealerId: id('a', n),
      }));
      expect(await session.insertMany('dealer', dealers)).toBe(600);
      expect(await session.insertMany('employee', staff)).toBe(600);
    });
    const area = await member('area-manager');
    const total = async (path: string) => (await area('GET', `${path}pageSize=5`)).body.TotalItems;
    const groups = (await admin('GET', `/profile/dealer?pageSize=0`)).body.Items.filter(
      (dealer: DataRecord) => dealer.GroupId === GroupId,
    );
    expect(await total('/profile/dealer?')).toBe(groups.length);
    const like = (name: string) =>
      `FilterProperty=TradingName&FilterOperator=contains&FilterValue=${encodeURIComponent(name)}&`;
    expect(await total(`/profile/dealer?${like('Of the group 59')}`)).toBe(11);
    expect(await total(`/profile/dealer?${like(mark)}`)).toBe(0);
    const { body } = await area('GET', '/profile/employee?pageSize=0');
    const owners = new Set(groups.map(({ Id }: DataRecord) => Id));
    expect(body.Items.length).toBeGreaterThan(600);
    expect(
      body.Items.filter((one: DataRecord) => !owners.has(one.DealerId) && one.DealerGroupId !== GroupId),
    ).toEqual([]);
    expect((await area('GET', `/profile/employee/${id('b', 7)}`)).status).toBe(200);
    expect((await area('GET', `/profile/employee/${planted.get('employee')}`)).status).toBe(404);
  });
});

let people = 0;
function employee(more: DataRecord): DataRecord {
  people += 1;
  const [FirstName, LastName] = ['Ann', `Ownby ${people}`];
  const Email = { Address: `ann.${people}@example.com`, IsPrimary: true };
  return { FirstName, LastName, AddressTypeId: 1, Contacts: [{ FirstName, LastName, Email }], ...more };
}

/** As lists are also queried: by their own parameters. */
function withQueries(path: string, isList: boolean): readonly string[] {
  if (!isList) return [path, `${path}?dealerId=${planted.get('dealer')}`];
  const dealer = planted.get('dealer');
  const all = ['dealerId', 'profileId', 'companyId', 'id', 'entityId', 'DealerId', 'ProfileId'];
  return [
    `${path}?pageSize=1000`,
    `${path}?${all.map((name) => `${name}=${dealer}`).join('&')}`,
    `${path}?${all.map((name) => `${name}=${planted.get('employee')}`).join('&')}`,
    `${path}?searchText=${mark}&search=${mark}&query=${mark}&name=${mark}&q=${mark}`,
    `${path}?ProfileTypeId=1&pageSize=1000&type=dealer`,
  ];
}

/** The marker, or an id that was not in the request. */
function leakIn({ body }: Answer, asked: string): string | undefined {
  const text = JSON.stringify(body) ?? '';
  if (text.includes(`${mark} `))
    return text.slice(Math.max(0, text.indexOf(mark) - 60), text.indexOf(mark) + 60);
  return [...planted.values()].find((id) => text.includes(id) && !asked.includes(id));
}

async function everything(): Promise<unknown> {
  const all: unknown[] = [];
  for (const { id } of limited) {
    const { items } = await app.store.find({ entity: id });
    all.push([id, items.map(({ Id, Revision }) => `${Id} ${Revision}`).sort()]);
  }
  return all;
}
