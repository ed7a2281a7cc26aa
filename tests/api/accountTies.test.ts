/**
 * Records about an account: every entity that ties one (`x-user`), every writable text field, in every
 * spelling, through every way to write a record.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileModel, type DataRecord, parseExpression } from '#engine';
import { grantFeatures } from '../../server/operations/grantFeatures.ts';
import { guardedStore } from '../../server/operations/guardedStore.ts';
import { lookAlikeKey } from '../../server/operations/userNames.ts';
import {
  type Answer,
  type Ask,
  declarations,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

/** The application with every field of a tied entity open to bulk changes. */
function withBulk() {
  const more = ['NewUserName', 'IsUserActive', 'DealerId'];
  const files = declarations.files.map((one) => {
    if (one.file !== 'screens/profiles/profiles.json') return one;
    const json = structuredClone(one.json) as { blocks: { id: string; bulk?: { fields: string[] } }[] };
    for (const { id, bulk } of json.blocks) if (id === 'employee') bulk?.fields.push(...more);
    return { ...one, json };
  });
  const set = { ...declarations, files };
  return { set, compilation: compileModel(set, { parse: parseExpression }) };
}

const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

/** For each entity that ties records to accounts: the rest of a new record beside the tested field. */
const bodies: Readonly<Record<string, DataRecord>> = {
  employee: {
    ...{ FirstName: 'Ann', LastName: 'Lee', DealerId: dealer, AddressTypeId: 1, CreateDefaultUser: false },
    Contacts: [],
  },
};

/** How an attacker would spell someone else's name. */
const spellings = (name: string): readonly string[] => [
  name,
  name.toUpperCase(),
  `  ${name} `,
  `${name[0]}\u200b${name.slice(1)}`,
  `\u202e${name}`,
  `${name}\u00ad`,
  `${name}\ufe0f`,
  [...name].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
  name.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о'),
  name.replaceAll('i', 'ı'),
];

describe('records about an account', () => {
  let app: Running;
  let asks: Readonly<Record<'admin' | 'profiles' | 'viewer', Ask>>;
  let accounts: readonly DataRecord[];

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite', added: withBulk() });
    const [admin, profiles, viewer] = await Promise.all(
      ['admin', 'profiles', 'viewer'].map((role) => app.as(role)),
    );
    asks = { admin, profiles, viewer } as typeof asks;
    ({ items: accounts } = await app.store.find({ entity: 'user' }));
    return () => app.store.close();
  });

  const tied = () => [...app.models.current().entities.values()].filter(({ ofUser }) => ofUser);
  const routeTo = (entity: string, operation: string) => {
    const { routes } = app.models.current();
    const found = routes.find((one) => one.entity === entity && one.operation === operation && !one.as);
    if (!found) throw new Error(`${entity} has no ${operation}.`);
    return found;
  };
  const textsOf = (entity: string) =>
    (app.models.current().entities.get(entity)?.fields ?? []).filter(
      ({ kind, stored, readOnly }) => kind === 'text' && stored && !readOnly,
    );
  /** The records of an entity that could be taken for records of some account's person. */
  const tiesOf = async (entity: string) => {
    const by = app.models.current().entities.get(entity)?.ofUser?.by ?? '';
    const keys = new Set(accounts.map(({ UserName }) => lookAlikeKey(String(UserName))));
    const { items } = await app.store.find({ entity });
    return items.filter((one) => one[by] && keys.has(lookAlikeKey(String(one[by])))).map(({ Id }) => Id);
  };
  const ended = async (ask: Ask, { status, body }: Answer): Promise<Answer['body']> => {
    expect(status, JSON.stringify(body)).toBe(202);
    for (;;) {
      const job = (await ask('GET', `/job/${body.JobId}`)).body;
      if (job.Status !== 'running' && job.Status !== 'cancelling') return job;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const plain = async (entity: string, more: DataRecord = {}): Promise<DataRecord> => {
    const { body, status } = await asks.profiles('POST', routeTo(entity, 'create').path, {
      ...bodies[entity],
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };

  it('has a body for every entity of the application', () => {
    expect(tied().map(({ id }) => id)).toEqual(Object.keys(bodies));
  });

  it('no text of a new or changed record takes over an account, in any spelling', async () => {
    for (const { id } of tied()) {
      const before = await tiesOf(id);
      const { body: known } = await asks.admin('GET', `${routeTo(id, 'find').path}?pageSize=1`);
      expect(known.TotalItems).toBeGreaterThan(0);
      const target = await plain(id);
      const names = accounts.map(({ UserName }) => String(UserName));
      const tried = ['admin', 'viewer'];
      const plainly = names.filter((name) => !tried.includes(name));
      for (const spelling of [...tried.flatMap(spellings), ...plainly])
        for (const { name } of textsOf(id)) {
          const made = { ...bodies[id], [name]: spelling };
          await asks.profiles('POST', routeTo(id, 'create').path, made);
          await asks.profiles('PUT', routeTo(id, 'update').path, { Id: target.Id, [name]: spelling });
        }
      expect(await tiesOf(id)).toEqual(before);
    }
  });

  it('reports this at the field, in both languages, and loses nothing', async () => {
    const body = { ...bodies.employee, NewUserName: 'Admin' };
    const english = await asks.profiles('POST', '/profile/employee', body);
    const [said] = english.body.ValidationErrors;
    expect([english.status, said]).toMatchObject([422, { Key: 'NewUserName' }]);
    expect(said.Value).toContain('The user name Admin belongs to an account.');
    const french = await asks.profiles('POST', '/profile/employee', body, { 'accept-language': 'fr-CA' });
    expect(JSON.stringify(french.body)).toContain('appartient à un compte');
    const alike = await asks.admin('POST', '/profile/employee', { ...body, NewUserName: 'аdmin' });
    expect(JSON.stringify(alike.body)).toContain('looks like the user name of another account');
    const mixed = await asks.admin('POST', '/profile/employee', { ...body, NewUserName: 'bоb.new' });
    expect(JSON.stringify(mixed.body)).toContain('several alphabets');
  });

  it('a bulk change does not either, in both modes', async () => {
    const before = await tiesOf('employee');
    const { Id, Revision } = await plain('employee');
    for (const Mode of ['all', 'each'])
      for (const Value of spellings('admin')) {
        const asked = {
          List: 'profiles#employee',
          Field: 'NewUserName',
          Value,
          Mode,
          Rows: [{ Id, Revision }],
        };
        const job = await ended(asks.profiles, await asks.profiles('POST', '/bulk', asked));
        expect(Number(job.Result?.Changed ?? 0), JSON.stringify(job)).toBe(0);
      }
    expect(await tiesOf('employee')).toEqual(before);
  });

  it('records stored in bulk by an import or an action do not either, in either store', async () => {
    const { model } = { model: app.models.current() };
    const holder = { model, features: new Set(grantFeatures(model, ['profiles'])) };
    for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
      const store = kind === 'sqlite' ? app.store : (await startApp({ store: kind })).store;
      const guarded = guardedStore(store, holder);
      for (const entity of tied()) {
        const by = entity.ofUser?.by ?? '';
        const [like] = (await store.find({ entity: entity.id, page: { number: 1, size: 1 } })).items;
        for (const name of spellings('admin')) {
          const record = { ...like, Id: '01900d01-0000-7000-8000-00000000ffff', [by]: name };
          const writes = [
            () => guarded.insert(entity.id, record),
            () => guarded.insertMany(entity.id, [record]),
            () => guarded.update(entity.id, String(like?.Id), { [by]: name }),
            () => guarded.transaction((session) => session.insertMany(entity.id, [record])),
          ];
          for (const write of writes) await expect(write()).rejects.toMatchObject({ name: 'Refusal' });
        }
      }
    }
  });

  it('no new account has the name of another or one that looks like it', async () => {
    for (const UserName of spellings('viewer').filter((one) => one !== 'viewer')) {
      const { status, body } = await asks.admin('POST', '/user', { UserName, DisplayName: 'V.', Roles: [] });
      expect([status, body.ValidationErrors?.[0]?.Key], UserName).toEqual([422, 'UserName']);
    }
    const made = await asks.admin('POST', '/user', {
      UserName: ' René\u200b  B ',
      DisplayName: 'R.',
      Roles: [],
    });
    expect([made.status, made.body.UserName]).toEqual([200, 'René B']);
  });

  it('old accounts with odd or similar names still start, sign in and are found', async () => {
    const like = accounts.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    const odd = ['old\u200bname', 'vіewer', 'ｗide'];
    await app.store.insertMany(
      'user',
      odd.map((UserName, at) => ({ ...like, Id: `01900d01-0000-7000-8000-0000000000b${at}`, UserName })),
    );
    const again = await app.startAgain();
    for (const UserName of odd) {
      const { status, body } = await (await again.as())('POST', '/session', { UserName, Password: 'demo' });
      expect([status, body.User?.UserName]).toEqual([200, UserName]);
    }
    for (const UserName of ['VIEWER', ' viewer ', 'ｖiewer'])
      expect(
        (await (await again.as())('POST', '/session', { UserName, Password: 'demo' })).body.User?.UserName,
      ).toBe('viewer');
  });

  it('an administrator with at least the same rights connects and disconnects a record', async () => {
    const { Id, UserName } = (
      await asks.admin('POST', '/profile/employee', { ...bodies.employee, NewUserName: ' Viewer ' })
    ).body;
    expect(UserName).toBe('Viewer');
    const session = await asks.viewer('GET', '/session');
    expect(session.body.User.Employee).toMatchObject({ Id });
    // Without a record about them a person has no row restrictions; editing employees must not grant that.
    expect((await asks.profiles('DELETE', `/profile/employee/${Id}`)).status).toBe(403);
    expect((await asks.admin('DELETE', `/profile/employee/${Id}`)).status).toBeLessThan(300);
    expect((await asks.viewer('GET', '/session')).body.User.Employee).toBe(undefined);
  });

  /** An employee of an account, connected by someone who may do it. */
  const employeeOf = async (name: string): Promise<DataRecord> => {
    const { Id, Revision } = await plain('employee');
    await app.store.update('employee', String(Id), { UserName: name });
    return { Id, Revision: Number(Revision) + 1 };
  };
  const release = async ({ Id }: DataRecord) => app.store.remove('employee', String(Id));
  const isIn = async (role: string) =>
    (await (await app.as())('POST', '/session', { UserName: role, Password: 'demo' })).status === 200;

  it('someone with fewer rights can neither lock a person out nor move them by a record', async () => {
    const own = await employeeOf('admin');
    const { Id } = own;
    const put = (body: DataRecord) => asks.profiles('PUT', '/profile/employee', { Id, ...body });
    const refused = [
      await asks.profiles('PUT', '/user/toggleactive', { Id }),
      await put({ DealerId: 'b696242c-2a9f-51da-81dc-27b3cd9512d6' }),
      await put({ IsSupervisor: true }),
      await asks.profiles('DELETE', `/profile/employee/${Id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    for (const [Field, Value] of [
      ['IsUserActive', false],
      ['DealerId', 'b696242c-2a9f-51da-81dc-27b3cd9512d6'],
      ['IsSupervisor', true],
    ]) {
      const rows = [{ Id, Revision: (await app.store.get('employee', String(Id)))?.Revision }];
      const asked = { List: 'profiles#employee', Field, Value, Mode: 'all', Rows: rows };
      const job = await ended(asks.profiles, await asks.profiles('POST', '/bulk', asked));
      expect(Number(job.Result?.Changed ?? 0), `${Field} ${JSON.stringify(job)}`).toBe(0);
    }
    expect(await app.store.get('employee', String(Id))).toMatchObject({
      IsUserActive: true,
      DealerId: dealer,
    });
    expect(await isIn('admin')).toBe(true);
    // Changes unrelated to the person stay allowed.
    expect((await put({ ExpertiseLevelId: 1 })).status).toBe(200);
    await release(own);
  });

  it('the last administrator cannot be locked out, not even by themselves', async () => {
    const own = await employeeOf('admin');
    const { body, status } = await asks.admin('PUT', '/user/toggleactive', { Id: own.Id });
    expect([status, body.Message]).toEqual([
      409,
      expect.stringContaining('is the last person with the permission'),
    ]);
    expect(await isIn('admin')).toBe(true);
    await release(own);
  });

  it('a person with fewer rights is deactivated and reactivated, as before', async () => {
    const own = await employeeOf('reports');
    const { Id } = own;
    expect((await asks.profiles('PUT', '/user/toggleactive', { Id })).status).toBe(403);
    expect((await asks.admin('PUT', '/user/toggleactive', { Id })).body.IsUserActive).toBe(false);
    expect(await isIn('reports')).toBe(false);
    expect((await asks.admin('PUT', '/user/toggleactive', { Id })).body.IsUserActive).toBe(true);
    await release(own);
  });
});
