/** Passkeys: added to an account, signing in, as second factor, removed, switched off, and attacks. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createSoftKey, type SoftKey } from './support/softKey.ts';
import { type Ask, appStores, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';

const publicUrl = 'http://localhost';
const kinds = [...new Set<StoreKind>(['memory', ...appStores])];

describe.each(kinds)('passkeys, %s store', (kind) => {
  let app: Running;
  let nobody: Ask;
  let viewer: Ask;

  beforeEach(async () => {
    app = await startApp({ store: kind, ports: { publicUrl } });
    nobody = await app.as();
    viewer = await app.as('viewer');
  });

  const forward = (minutes: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
  };
  const optionsToAdd = async (ask: Ask, CurrentPassword = 'demo') =>
    ask('POST', '/account/passkey/options', { CurrentPassword });
  const add = async (ask: Ask, key: SoftKey, Name = 'Phone', falsified = {}) => {
    const { Options } = (await optionsToAdd(ask)).body;
    return ask('POST', '/account/passkey', { Name, Passkey: key.create(Options, falsified) });
  };
  const ownKey = async (ask = viewer, Name = 'Phone') => {
    const key = createSoftKey();
    const added = await add(ask, key, Name);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    return { key, id: String(added.body.Id) };
  };
  const ask = async () => (await nobody('POST', '/session/passkey/options')).body.Options;
  const signIn = async (key: SoftKey, falsified = {}, more = {}) =>
    nobody('POST', '/session/passkey', { Passkey: key.get(await ask(), falsified), ...more });
  const listed = async (person = viewer) => (await person('GET', '/account/passkey')).body.Items;

  it('signs in the owner, with its name and last use, also after a restart', async () => {
    const { key } = await ownKey();
    await ownKey(viewer, 'Laptop');
    expect((await listed()).map(({ Name }: { Name: string }) => Name).sort()).toEqual(['Laptop', 'Phone']);
    const entered = await signIn(key);
    expect([entered.status, entered.body.User.UserName]).toEqual([200, 'viewer']);
    const session = asker(app.fetch, { authorization: `Bearer ${entered.body.Token}` });
    expect((await session('GET', '/session')).body.User.UserName).toBe('viewer');
    const used = (await listed()).find(({ Name }: { Name: string }) => Name === 'Phone');
    expect(used.LastUsedDate).toBe(app.clock.now.toISOString());
    expect(Object.keys(used).sort()).toEqual(['CreatedDate', 'Id', 'IsSynced', 'LastUsedDate', 'Name']);
    app = app.restart();
    nobody = await app.as();
    expect((await signIn(key)).status).toBe(200);
    const hidden = await signIn(key, {}, { CookieOnly: true });
    expect([hidden.body.Token, hidden.headers.get('set-cookie')]).toEqual([
      undefined,
      expect.stringContaining('HttpOnly'),
    ]);
  });

  it('takes the password to add one, and no passkey twice, nor for two accounts', async () => {
    expect((await optionsToAdd(viewer, 'wrong')).status).toBe(422);
    const { key } = await ownKey();
    expect((await add(viewer, key)).status).toBe(422);
    const manager = await app.as('manager');
    expect((await add(manager, key)).status).toBe(422);
    // The options of one person do not add a passkey to another account.
    const { Options } = (await optionsToAdd(viewer)).body;
    const stolen = await manager('POST', '/account/passkey', {
      ...{ Name: 'Stolen', Passkey: createSoftKey().create(Options) },
    });
    expect([stolen.status, (await listed(manager)).length]).toEqual([422, 0]);
  });

  it('adds none with a wrong origin, site, challenge, name or shape', async () => {
    const wrong = {
      origin: 'https://evil.example',
      rpId: 'evil.example',
      challenge: 'AAAA',
      isVerified: false,
    };
    for (const [name, value] of Object.entries(wrong))
      expect((await add(viewer, createSoftKey(), 'Phone', { [name]: value })).status, name).toBe(422);
    const { Options } = (await optionsToAdd(viewer)).body;
    const Passkey = createSoftKey().create(Options);
    for (const body of [
      { Passkey },
      { Name: ' ', Passkey },
      { Name: 'x'.repeat(61), Passkey },
      { Name: 'A', Passkey: { ...Passkey, response: {} } },
      { Name: 'A', Passkey: 'x' },
      { Name: 'A', Passkey: { ...Passkey, id: 'x'.repeat(2000) } },
      { Name: 'A', Passkey: { ...Passkey, response: { ...Passkey.response, attestationObject: '%%' } } },
    ]) {
      const { status } = await viewer('POST', '/account/passkey', body);
      expect([400, 422], JSON.stringify(body).slice(0, 80)).toContain(status);
    }
    forward(6);
    expect((await viewer('POST', '/account/passkey', { Name: 'Late', Passkey })).status).toBe(422);
    expect(await listed()).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  it('refuses an answer with a wrong origin, site, challenge, owner, counter or without verification', async () => {
    const { key } = await ownKey();
    // Counters 2 and 3: a copy of the key that answers with 2 again is found out.
    for (let time = 0; time < 2; time += 1) expect((await signIn(key)).status).toBe(200);
    const other = Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url');
    for (const [name, value] of Object.entries({
      ...{ origin: 'http://localhost.evil.example', rpId: 'evil.example', challenge: 'AAAA' },
      ...{ isVerified: false, userHandle: other, counter: 2 },
    })) {
      const { status, headers } = await signIn(key, { [name]: value });
      expect([status, headers.get('set-cookie')], name).toEqual([401, null]);
      forward(61);
    }
    expect((await signIn(key, { userHandle: undefined })).status).toBe(401);
    expect((await signIn(createSoftKey())).status).toBe(401);
    // Options to add a passkey, or for a second factor, do not sign in.
    forward(61);
    for (const path of ['/account/passkey/check', '/account/passkey/options']) {
      const { Options } = (
        await viewer('POST', path, path.endsWith('options') ? { CurrentPassword: 'demo' } : {})
      ).body;
      const Passkey = key.get({ ...Options, rpId: 'localhost' });
      expect((await nobody('POST', '/session/passkey', { Passkey })).status, path).toBe(401);
    }
    forward(61);
    expect((await signIn(key)).status).toBe(200);
    expect(app.errors).toEqual([]);
  });

  it('accepts the answer of a synced passkey once, though its counter stays 0', async () => {
    const key = createSoftKey();
    expect((await add(viewer, key, 'Phone', { counter: 0 })).status).toBe(201);
    const Passkey = key.get(await ask(), { counter: 0 });
    const enter = () => nobody('POST', '/session/passkey', { Passkey });
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 401]);
    expect((await signIn(key, { counter: 0 })).status).toBe(200);
  });

  it('adds none with a challenge that was asked for without the password', async () => {
    await ownKey();
    const { Options } = (await viewer('POST', '/account/passkey/check', {})).body;
    const made = createSoftKey().create({
      ...{ ...Options, rp: { id: 'localhost' }, user: { id: 'anyone' } },
    });
    expect((await viewer('POST', '/account/passkey', { Name: 'Other', Passkey: made })).status).toBe(422);
    expect(await listed()).toHaveLength(1);
  });

  it('accepts an answer once, in one of two processes, and only in time', async () => {
    const { key } = await ownKey();
    const before = app;
    const after = app.restart();
    const Passkey = key.get(await ask());
    const second = await after.as();
    const first = asker(before.fetch, {});
    const both = await Promise.all([
      first('POST', '/session/passkey', { Passkey }),
      second('POST', '/session/passkey', { Passkey }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await second('POST', '/session/passkey', { Passkey })).status).toBe(401);
    const late = key.get(await ask());
    app = after;
    app.clock.now = new Date(before.clock.now.getTime() + 6 * 60_000);
    nobody = await app.as();
    expect((await nobody('POST', '/session/passkey', { Passkey: late })).status).toBe(401);
  });

  it('is a second factor after the password, with recovery codes that work as before', async () => {
    const turnOn = () => viewer('POST', '/account/second-factor/passkey', { CurrentPassword: 'demo' });
    expect((await turnOn()).status).toBe(409);
    const { key, id } = await ownKey();
    const { RecoveryCodes } = (await turnOn()).body;
    expect(RecoveryCodes).toHaveLength(10);
    const enter = (more = {}) =>
      nobody('POST', '/session', { UserName: 'viewer', Password: 'demo', ...more });
    const asked = await enter();
    expect([asked.status, asked.body.CodeRequired]).toEqual([401, true]);
    expect(asked.body.PasskeyOptions.allowCredentials.map((one: { id: string }) => one.id)).toEqual([key.id]);
    const wrong = await nobody('POST', '/session', { UserName: 'viewer', Password: 'wrong' });
    expect(wrong.body.PasskeyOptions).toBe(undefined);
    const { Options: toAdd } = (await optionsToAdd(viewer)).body;
    const asIfAdding = key.get({ ...toAdd, rpId: 'localhost' });
    expect((await enter({ Passkey: asIfAdding })).status).toBe(401);
    const Passkey = key.get(asked.body.PasskeyOptions, { isVerified: false });
    expect((await enter({ Passkey })).status).toBe(200);
    expect((await enter({ Passkey })).status).toBe(401);
    // The passkey of someone else does not help.
    const manager = await app.as('manager');
    const others = await ownKey(manager);
    const foreign = others.key.get((await enter()).body.PasskeyOptions);
    expect((await enter({ Passkey: foreign })).status).toBe(401);
    expect((await enter({ Code: '000000' })).status).toBe(401);
    expect((await enter({ Code: RecoveryCodes[0] })).status).toBe(200);
    expect((await viewer('DELETE', `/account/passkey/${id}`)).status).toBe(409);
    const off = async (more: object) =>
      viewer('POST', '/account/second-factor/off', { CurrentPassword: 'demo', ...more });
    expect((await off({})).status).toBe(422);
    const check = (await viewer('POST', '/account/passkey/check')).body.Options;
    expect((await off({ Passkey: key.get(check) })).status).toBe(204);
    expect((await viewer('DELETE', `/account/passkey/${id}`)).status).toBe(204);
    expect((await enter()).status).toBe(200);
    expect((await signIn(key)).status).toBe(401);
  });

  it('belongs to its owner; administrators remove it, and no one reads its key', async () => {
    const { key, id } = await ownKey();
    const manager = await app.as('manager');
    expect((await manager('DELETE', `/account/passkey/${id}`)).status).toBe(404);
    const admin = await app.as('admin');
    const { items } = await app.store.find({ entity: 'user' });
    const userId = items.find(({ UserName }) => UserName === 'viewer')?.Id;
    const path = `/user/${userId}/passkey`;
    const found = await admin('GET', path);
    expect(found.body.Items).toHaveLength(1);
    expect(JSON.stringify(found.body)).not.toContain(key.id);
    expect((await manager('GET', path)).status).toBe(403);
    expect((await manager('DELETE', `${path}/${id}`)).status).toBe(403);
    const adminId = items.find(({ UserName }) => UserName === 'admin')?.Id;
    expect((await admin('DELETE', `/user/${adminId}/passkey/${id}`)).status).toBe(404);
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await signIn(key)).status).toBe(401);
    const history = await app.store.find({ entity: 'history' });
    const entries = history.items.filter(({ Entity }) => Entity === 'passkey');
    expect(new Set(entries.map(({ ChangedBy }) => ChangedBy))).toEqual(new Set(['viewer', 'admin']));
  });

  it('is off while an administrator says so, and for inactive people', async () => {
    const { key } = await ownKey();
    const admin = await app.as('admin');
    expect((await viewer('PUT', '/passkeys', { IsOn: false })).status).toBe(403);
    expect((await admin('PUT', '/passkeys', { IsOn: false })).body.IsOn).toBe(false);
    const ways = async () => (await nobody('GET', '/sign-in')).body.HasPasskeys;
    expect(await ways()).toBe(false);
    expect((await nobody('POST', '/session/passkey/options')).status).toBe(403);
    expect((await optionsToAdd(viewer)).status).toBe(403);
    expect((await viewer('GET', '/account/passkey')).body.IsOn).toBe(false);
    await admin('PUT', '/passkeys', { IsOn: true });
    expect(await ways()).toBe(true);
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'viewer');
    await app.store.update('user', String(person?.Id), { IsActive: false });
    expect((await signIn(key)).status).toBe(401);
  });
});

it('passkeys are off where only a provider may sign people in', async () => {
  const app = await startApp({ store: 'memory', ports: { publicUrl } });
  const key = createSoftKey();
  const viewer = await app.as('viewer');
  const { Options } = (await viewer('POST', '/account/passkey/options', { CurrentPassword: 'demo' })).body;
  const Passkey = key.create(Options);
  expect((await viewer('POST', '/account/passkey', { Name: 'Phone', Passkey })).status).toBe(201);
  const nobody = await app.as();
  const answer = key.get((await nobody('POST', '/session/passkey/options')).body.Options);
  const provider = { Name: 'Company', LabelFrench: 'Compagnie', Issuer: 'https://id.example', ClientId: 'x' };
  const off = { ...provider, IsActive: true, ReplacesPasswords: true };
  await app.store.insert('sign-in-provider', {
    ...{ Id: '01990000-0000-7000-8000-000000000001', Revision: 1, ...off, CreatesAccounts: false },
    ...{ CreatedDate: app.clock.now.toISOString(), CreatedBy: 'admin' },
    ...{ ModifiedDate: app.clock.now.toISOString(), ModifiedBy: 'admin' },
  });
  expect((await nobody('GET', '/sign-in')).body.HasPasskeys).toBe(false);
  expect((await nobody('POST', '/session/passkey/options')).status).toBe(403);
  expect((await nobody('POST', '/session/passkey', { Passkey: answer })).status).toBe(403);
  expect((await viewer('GET', '/account/passkey')).body.IsOn).toBe(false);
});

it.each(['http://office.example', 'https://10.0.0.5', 'http://[::1]'])(
  'passkeys are not offered at %s, where browsers refuse them',
  async (url) => {
    const app = await startApp({ store: 'memory', ports: { publicUrl: url } });
    const nobody = await app.as();
    expect((await nobody('GET', '/sign-in')).body.HasPasskeys).toBe(false);
    expect((await nobody('POST', '/session/passkey/options')).status).toBe(403);
  },
);
