/** Signing in with an OpenID Connect provider: a real one, and one whose answers are falsified. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createPost } from '../../server/node/createPost.ts';
import { type Ask, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';
import { type Someone, startOidcProvider, visitProvider } from './support/startOidcProvider.ts';

const publicUrl = 'http://localhost';
const callback = `${publicUrl}/api/sign-in/company/callback`;
let oidc: Awaited<ReturnType<typeof startOidcProvider>>;

beforeAll(async () => {
  oidc = await startOidcProvider(callback);
});
afterAll(() => oidc.close());

const anna: Someone = {
  ...{ sub: 'anna-1', preferred_username: 'anna', name: 'Anna Roy', groups: ['staff'] },
  ...{ email: 'anna@example.com', email_verified: true },
};

describe.each(['memory', 'sqlite'] satisfies StoreKind[])('company sign-in, %s store', (kind) => {
  let app: Running;
  let admin: Ask;
  /** Replaces members of the provider. */
  const start = async (more: DataRecord = {}, signIn: DataRecord = {}) => {
    const { client, issuer } = oidc;
    const provider = {
      ...{ key: 'company', label: 'Company', labelFrench: 'Entreprise', issuer, clientId: client.id },
      ...{ clientSecret: client.secret, createsAccounts: true },
      ...{ roles: { staff: ['viewer'], leads: ['manager'], root: ['admin'] }, ...more },
    };
    app = await startApp({
      store: kind,
      ports: { post: createPost({ allowedHosts: ['localhost'] }), publicUrl },
      settings: { signIn: { providers: [provider], ...signIn } as never },
    });
    admin = await app.as('admin');
  };
  beforeEach(async () => {
    Object.assign(oidc.how, { someone: anna, falsify: undefined, isForged: false, isSilent: false });
    await start();
  });

  type Begun = { readonly url: string; readonly cookie: string };
  const begin = async (ReturnTo = '/products'): Promise<Begun> => {
    const answer = await (await app.as())('POST', '/sign-in/company', { ReturnTo });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { url: answer.body.Url, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  type Ended = { readonly to: string; readonly token: string | undefined };
  const finish = async (back: string, cookie: string): Promise<Ended> => {
    const answer = await app.fetch(new Request(back, { headers: { cookie } }));
    expect(answer.status).toBe(303);
    const token = answer.headers
      .getSetCookie()
      .map((line) => /^(?:__Host-)?formwright=([^;]+)/.exec(line)?.[1])
      .find(Boolean);
    return { to: answer.headers.get('location') ?? '', token };
  };
  const signIn = async (someone: Someone = anna): Promise<Ended> => {
    oidc.how.someone = someone;
    const { url, cookie } = await begin();
    return finish(await visitProvider(url), cookie);
  };
  const reasonOf = ({ to, token }: Ended): string | null => {
    expect(token).toBe(undefined);
    return new URL(to, publicUrl).searchParams.get('sign-in');
  };
  const asOf = ({ token }: Ended): Ask => asker(app.fetch, { authorization: `Bearer ${token}` });
  const userNamed = async (name: string) => {
    const { items } = await app.store.find({ entity: 'user' });
    return items.find(({ UserName }) => UserName === name);
  };
  const change = async (name: string, fields: DataRecord) => {
    await app.store.update('user', String((await userNamed(name))?.Id), fields);
    app = app.restart();
  };

  it('a link is removed by administrators, or by its person if another way to sign in is left', async () => {
    const session = await signIn();
    const person = asOf(session);
    const own = (await person('GET', '/account/companylink')).body;
    expect([own.Items.length, own.Items[0].ProviderName, own.MayRemove]).toEqual([1, 'Company', false]);
    const linkId = own.Items[0].Id;
    // Without a password they would shut themselves out.
    expect((await person('DELETE', `/account/companylink/${linkId}`)).status).toBe(409);
    const viewer = await app.as('viewer');
    expect((await viewer('DELETE', `/account/companylink/${linkId}`)).status).toBe(404);
    const userId = String((await userNamed('anna'))?.Id);
    const path = `/user/${userId}/signinidentity`;
    expect((await viewer('GET', path)).status).toBe(403);
    expect((await viewer('DELETE', `${path}/${linkId}`)).status).toBe(403);
    const viewerId = String((await userNamed('viewer'))?.Id);
    expect((await admin('DELETE', `/user/${viewerId}/signinidentity/${linkId}`)).status).toBe(404);
    const listed = (await admin('GET', path)).body.Items;
    expect([listed.length, listed[0].Subject]).toEqual([1, 'anna-1']);
    expect((await admin('DELETE', `${path}/${linkId}`)).status).toBe(200);
    expect((await admin('GET', path)).body.Items).toEqual([]);
    // The logins that it opened have ended; the verified address links the account again.
    expect((await person('GET', '/session')).status).toBe(401);
    const again = asOf(await signIn());
    const { Password } = (await admin('POST', `/user/${userId}/password`)).body;
    expect(Password).toBeTypeOf('string');
    await change('anna', { MustChangePassword: false });
    const back = asOf(await signIn());
    const link = (await back('GET', '/account/companylink')).body;
    expect(link.MayRemove).toBe(true);
    expect((await back('DELETE', `/account/companylink/${link.Items[0].Id}`)).status).toBe(204);
    expect((await back('GET', '/account/companylink')).body.Items).toEqual([]);
    expect((await again('GET', '/session')).status).toBe(401);
  });

  it('is offered, creates the account with the roles of the groups, and returns to the page', async () => {
    const nobody = await app.as();
    expect((await nobody('GET', '/sign-in')).body).toEqual({
      ...{ HasPassword: true, HasPasskeys: true },
      Providers: [{ Key: 'company', Label: 'Company', LabelFrench: 'Entreprise' }],
    });
    const ended = await signIn();
    expect(ended.to).toBe('/products');
    const { body } = await asOf(ended)('GET', '/session');
    expect(body.User).toMatchObject({ UserName: 'anna', DisplayName: 'Anna Roy', Roles: ['viewer'] });
    expect(await userNamed('anna')).toMatchObject({ Email: 'anna@example.com', IsActive: true });
    const out = await asOf(ended)('DELETE', '/session');
    const there = new URL(out.body.SignOutUrl);
    expect([there.origin, there.searchParams.get('post_logout_redirect_uri')]).toEqual([
      oidc.issuer,
      `${publicUrl}/`,
    ]);
    expect((await asOf(ended)('GET', '/session')).status).toBe(401);
  });

  it('asks with PKCE, state and nonce, and returns to no other site', async () => {
    const { url } = await begin('//evil.example/');
    const asked = new URL(url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(asked.get('redirect_uri')).toBe(callback);
    const { cookie } = await begin('/\\evil.example');
    expect(cookie).not.toContain('evil');
    const begun = await begin('//evil.example/');
    expect((await finish(await visitProvider(begun.url), begun.cookie)).to).toBe('/');
  });

  it('finishes after a restart, in any process', async () => {
    const { url, cookie } = await begin();
    app = app.restart();
    expect((await finish(await visitProvider(url), cookie)).to).toBe('/products');
  });

  it('refuses a code that was used, another browser, mixed-up states and an expired sign-in', async () => {
    const { url, cookie } = await begin();
    const back = await visitProvider(url);
    expect(reasonOf(await finish(back, ''))).toBe('expired');
    expect((await finish(back, cookie)).token).toBeTruthy();
    expect(reasonOf(await finish(back, cookie))).toBe('expired');
    const [one, other] = [await begin(), await begin()];
    const mixed = new URL(await visitProvider(one.url));
    mixed.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '');
    expect(reasonOf(await finish(mixed.href, other.cookie))).toMatch(/expired|answer/);
    const late = await begin();
    const returned = await visitProvider(late.url);
    app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000);
    expect(reasonOf(await finish(returned, late.cookie))).toBe('expired');
  });

  it.each([
    ['of another issuer', { iss: 'http://localhost:1' }],
    ['for another application', { aud: 'another' }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { iat: 1_000_000, exp: 1_000_060 }],
    ['without a person', { sub: undefined }],
  ])('refuses a token %s', async (_, changed) => {
    oidc.how.falsify = (claims) => ({ ...claims, ...changed });
    expect(reasonOf(await signIn())).toBe('answer');
    expect(await userNamed('anna')).toBe(undefined);
  });

  it('refuses a signature that is not the provider’s, and accepts a new key at once', async () => {
    expect((await signIn()).token).toBeTruthy();
    oidc.how.isForged = true;
    expect(reasonOf(await signIn())).toBe('answer');
    oidc.how.isForged = false;
    await oidc.rotate();
    expect((await signIn()).token).toBeTruthy();
  });

  it('roles follow the groups at the next sign-in; roles that no group gives stay', async () => {
    await signIn();
    await change('anna', { Roles: ['viewer', 'pricing'] });
    await signIn({ ...anna, groups: ['leads', 'unknown'] });
    expect((await userNamed('anna'))?.Roles).toEqual(['pricing', 'manager']);
    await signIn({ ...anna, groups: [] });
    expect((await userNamed('anna'))?.Roles).toEqual(['pricing']);
  });

  it('creates nobody without a mapped group, or where accounts are added by hand', async () => {
    expect(reasonOf(await signIn({ ...anna, groups: ['others'] }))).toBe('no-group');
    await start({ createsAccounts: false });
    expect(reasonOf(await signIn())).toBe('no-account');
    expect(await userNamed('anna')).toBe(undefined);
  });

  it('links an existing account by an address that both sides have verified, and by nothing else', async () => {
    await change('viewer', { Email: 'vi@example.com' });
    const vi = { ...anna, sub: 'vi', email: 'vi@example.com', preferred_username: 'vivi' };
    const linked = await signIn({ ...vi, email: 'VI@example.com' });
    expect((await asOf(linked)('GET', '/session')).body.User.UserName).toBe('viewer');
    // Linked to the person, not to the address, which now belongs to someone else.
    await change('viewer', { Email: 'moved@example.com' });
    expect((await asOf(await signIn(vi))('GET', '/session')).body.User.UserName).toBe('viewer');
    await change('viewer', { Email: 'vi@example.com' });
    expect(reasonOf(await signIn({ ...vi, sub: 'another' }))).toBe('ambiguous');
    await change('manager', { Email: 'ma@example.com', IsEmailUnconfirmed: true });
    const ma = { ...anna, sub: 'ma', email: 'ma@example.com', preferred_username: 'manager' };
    expect(reasonOf(await signIn(ma))).toBe('ambiguous');
    await change('manager', { IsEmailUnconfirmed: false });
    for (const email_verified of [false, 'true', undefined])
      expect(reasonOf(await signIn({ ...ma, email_verified })), `${email_verified}`).toBe('name-taken');
  });

  it.each(['admin', 'ADMIN', ' admin ', 'аdmin', 'adm1n', 'ａdmin', 'ad\u200bmin'])(
    'takes over no account by the name %s',
    async (preferred_username) => {
      const sneaky = {
        ...anna,
        sub: 'sneaky',
        preferred_username,
        email: 'x@evil.example',
        groups: ['staff'],
      };
      expect(reasonOf(await signIn(sneaky))).toBe('name-taken');
    },
  );

  it('keeps out deactivated people, other domains, and anyone who would remove the last administrator', async () => {
    const first = await signIn();
    await change('anna', { IsActive: false });
    expect((await asOf(first)('GET', '/session')).status).toBe(401);
    expect(reasonOf(await signIn())).toBe('inactive');
    await start({ mailDomains: ['Example.com'] });
    expect((await signIn()).token).toBeTruthy();
    const outside = { ...anna, sub: 'out', preferred_username: 'out' };
    for (const email of ['a@evil.example', 'a@notexample.com', 'a@sub.example.com', 'example.com'])
      expect(reasonOf(await signIn({ ...outside, email })), email).toBe('domain');
    expect(reasonOf(await signIn({ ...outside, email_verified: false }))).toBe('domain');
    await change('admin', { Email: 'root@example.com' });
    const root = { ...anna, sub: 'root', email: 'root@example.com', groups: [] };
    expect(reasonOf(await signIn(root))).toBe('last-manager');
    expect((await userNamed('admin'))?.Roles).toContain('admin');
  });

  it('says in time that the provider is down or silent, while passwords still work', async () => {
    oidc.how.isSilent = true;
    const answer = await (await app.as())('POST', '/sign-in/company', {}, { 'accept-language': 'fr-CA' });
    expect([answer.status, answer.body.Message]).toEqual([
      503,
      expect.stringMatching(/^Entreprise est injoignable/),
    ]);
    expect((await (await app.as('viewer'))('GET', '/session')).status).toBe(200);
    await start({ issuer: 'https://10.0.0.1' });
    expect((await (await app.as())('POST', '/sign-in/company', {})).status).toBe(503);
  });

  it('the provider ends logins by a token of its own, and by no other', async () => {
    const ended = await signIn();
    const end = async (logout_token: string) => {
      const body = new URLSearchParams({ logout_token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (
        await app.fetch(
          new Request(`${publicUrl}/api/sign-in/company/logout`, { method: 'POST', body, headers }),
        )
      ).status;
    };
    const iat = Math.floor(app.clock.now.getTime() / 1000);
    const claims = { sub: 'anna-1', aud: 'formwright', iat, jti: 'one' };
    expect(await end('x')).toBe(400);
    expect(await end(await oidc.logoutToken({ ...claims, aud: 'another' }))).toBe(400);
    expect(await end(await oidc.logoutToken({ ...claims, nonce: 'n' }))).toBe(400);
    expect(await end(await oidc.logoutToken({ ...claims, events: {} }))).toBe(400);
    expect(await end(await oidc.logoutToken({ ...claims, iat: iat - 3600 }))).toBe(400);
    expect((await asOf(ended)('GET', '/session')).status).toBe(200);
    expect(await end(await oidc.logoutToken(claims))).toBe(200);
    expect((await asOf(ended)('GET', '/session')).status).toBe(401);
  });

  it('a provider is set up by people who hold what it gives, and speaks for nobody above them', async () => {
    const body = {
      ...{ Name: 'Directory', LabelFrench: 'Annuaire', Issuer: oidc.issuer, ClientId: 'formwright' },
      RoleMap: [{ Group: 'staff', Roles: ['viewer'] }],
    };
    const made = await admin('POST', '/signinprovider', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const path = `/signinprovider/${made.body.Id}`;
    expect((await (await app.as('viewer'))('GET', path)).status).toBe(403);
    for (const [bad, key] of [
      [{ Issuer: 'login.example.com' }, 'Issuer'],
      [{ Issuer: 'javascript:alert(1)' }, 'Issuer'],
      [{ RoleMap: [{ Group: 'x', Roles: ['no-such-role'] }] }, 'RoleMap.0.Roles'],
      [{ MailDomains: 'a@b' }, 'MailDomains'],
      [{ CreatesAccounts: true, RoleMap: [] }, 'CreatesAccounts'],
      [{ ReplacesPasswords: true }, 'ReplacesPasswords'],
    ] as const) {
      const refused = await admin('PUT', path, bad);
      expect([refused.status, refused.body.ValidationErrors?.[0]?.Key], JSON.stringify(refused.body)).toEqual(
        [422, key],
      );
    }
    const nobody = await app.as();
    const offered = async () => (await nobody('GET', '/sign-in')).body.Providers;
    for (const IsActive of [true, false]) {
      expect((await admin('PUT', path, { IsActive })).status).toBe(200);
      const begun = await nobody('POST', `/sign-in/${made.body.Id}`, {});
      expect([(await offered()).length, begun.status]).toEqual(IsActive ? [2, 200] : [1, 404]);
    }
    expect((await admin('PUT', `${path}/secret`, { Secret: 'top secret' })).status).toBe(200);
    const read = await admin('GET', path);
    expect(JSON.stringify(read.body)).not.toMatch(/top secret|"Secret":/);
    expect(read.body.SecretDate).toBeTruthy();
    const tested = await admin('POST', `${path}/test`);
    expect(tested.body.CallbackUrl).toBe(`${publicUrl}/api/sign-in/${made.body.Id}/callback`);
    await admin('PUT', path, { Issuer: `${oidc.issuer}/other` });
    expect((await admin('GET', path)).body.SecretDate ?? null).toBe(null);
    expect((await admin('POST', `${path}/test`)).status).toBe(409);
    expect((await admin('DELETE', path)).status).toBe(200);
  });
});
