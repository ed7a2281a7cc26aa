import { pbkdf2Sync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

for (const kind of appStores) {
  describe(`login, ${kind} store`, () => {
    let app: Running;
    let nobody: Ask;

    beforeEach(async () => {
      app = await startApp({ store: kind });
      nobody = await app.as();
    });

    const signIn = (name: string, password: string) =>
      nobody('POST', '/session', { UserName: name, Password: password });
    const forward = (minutes: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
    };
    const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

    it('gives token, person, features and a cookie that scripts cannot read', async () => {
      const { status, body, headers } = await signIn('viewer', 'demo');
      expect(status).toBe(200);
      expect(body.User).toMatchObject({ UserName: 'viewer', Roles: ['viewer'] });
      expect(body.Features).toContain('Product.Plan.View');
      expect(body.Features).not.toContain('Product.Plan.Edit');
      expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
      const again = await nobody('GET', '/session', undefined, { cookie: cookieOf(headers) });
      expect(again.body).toEqual({ User: body.User, Features: body.Features });
    });

    it('gives the token to clients that request it at sign-in, and never where the cookie holds it', async () => {
      const sent = { UserName: 'viewer', Password: 'demo', CookieOnly: true };
      const { body, headers } = await nobody('POST', '/session', sent);
      expect(JSON.stringify(body)).not.toContain('Token');
      const cookie = cookieOf(headers);
      const seen = await nobody('GET', '/session', undefined, { cookie });
      expect(seen.status).toBe(200);
      expect(JSON.stringify(seen.body)).not.toContain(cookie.split('=')[1]);
      const { Token } = (await signIn('viewer', 'demo')).body;
      const own = await nobody('GET', '/session', undefined, { authorization: `Bearer ${Token}` });
      expect(own.body.Token).toBe(Token);
    });

    it("a hash cheaper than today's is replaced when its person signs in", async () => {
      const { items } = await app.store.find({ entity: 'user' });
      const id = String(items.find(({ UserName }) => UserName === 'viewer')?.Id);
      const salt = Buffer.from('0123456789abcdef');
      const derived = pbkdf2Sync('demo', salt, 999, 32, 'sha256');
      const weak = `pbkdf2$999$${salt.toString('hex')}$${derived.toString('hex')}`;
      await app.store.update('user', id, { PasswordHash: weak });
      const hashNow = async () => String((await app.store.get('user', id))?.PasswordHash);
      expect((await signIn('viewer', 'wrong')).status).toBe(401);
      expect(await hashNow()).toBe(weak);
      expect((await signIn('viewer', 'demo')).status).toBe(200);
      expect(await hashNow()).toMatch(/^pbkdf2\$1000\$/);
      expect((await signIn('viewer', 'demo')).status).toBe(200);
    });

    it('a wrong name and a wrong password get the same answer', async () => {
      const [wrongName, wrongPassword] = [await signIn('nobody', 'demo'), await signIn('viewer', 'wrong')];
      expect(wrongName.status).toBe(401);
      expect(wrongPassword.status).toBe(401);
      expect(wrongName.body).toEqual(wrongPassword.body);
    });

    it('the name ignores case', async () => {
      expect((await signIn('VIEWER', 'demo')).status).toBe(200);
    });

    it('keeps no password and no token in the store', async () => {
      const { body } = await signIn('viewer', 'demo');
      const stored = JSON.stringify([
        await app.store.find({ entity: 'user' }),
        await app.store.find({ entity: 'session' }),
      ]);
      expect(stored).not.toContain(body.Token);
      expect(stored).not.toContain('"demo"');
    });

    it('five wrong passwords close sign-in for a while, for that name only', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect((await signIn('viewer', 'wrong')).status).toBe(401);
      const refused = await signIn('viewer', 'demo');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
      expect((await signIn('admin', 'demo')).status).toBe(200);
      forward(16);
      expect((await signIn('viewer', 'demo')).status).toBe(200);
    });

    it('simultaneous tries cannot exceed the limit', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => signIn('viewer', 'wrong')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    });

    it('an expired session is 401, and use keeps it alive', async () => {
      const viewer = await app.as('viewer');
      for (let hour = 0; hour < 20; hour += 1) {
        forward(60);
        expect((await viewer('GET', '/session')).status).toBe(200);
      }
      forward(12 * 60 + 1);
      const { status, body } = await viewer('GET', '/product');
      expect([status, body.Code]).toEqual([401, 'unauthenticated']);
    });

    it('lasts a week at most, however it is used', async () => {
      const viewer = await app.as('viewer');
      for (let hour = 0; hour < 7 * 24 - 1; hour += 1) {
        forward(60);
        await viewer('GET', '/session');
      }
      expect((await viewer('GET', '/session')).status).toBe(200);
      forward(61);
      expect((await viewer('GET', '/session')).status).toBe(401);
    });

    it('signing out ends it on the server', async () => {
      const viewer = await app.as('viewer');
      const { status, headers } = await viewer('DELETE', '/session');
      expect(status).toBe(204);
      expect(headers.get('set-cookie')).toContain('Max-Age=0');
      expect((await viewer('GET', '/session')).status).toBe(401);
    });

    it('a deactivated person is signed out and cannot sign in', async () => {
      const viewer = await app.as('viewer');
      const { items } = await app.store.find({ entity: 'user' });
      const person = items.find(({ UserName }) => UserName === 'viewer');
      await app.store.update('user', String(person?.Id), { IsActive: false });
      forward(1);
      expect((await viewer('GET', '/session')).status).toBe(401);
      expect((await signIn('viewer', 'demo')).status).toBe(401);
    });

    it('an invented token is refused', async () => {
      const { status } = await nobody('GET', '/product', undefined, { authorization: 'Bearer nonsense' });
      expect(status).toBe(401);
    });

    it('a state-changing call with the cookie and a foreign Origin is 403; with the own Origin it is not', async () => {
      const { headers } = await signIn('manager', 'demo');
      const cookie = cookieOf(headers);
      for (const origin of ['https://evil.example', 'null', 'http://localhost:9999']) {
        const { status } = await nobody('PUT', '/preference/x', 1, { cookie, origin });
        expect(status, origin).toBe(403);
      }
      expect((await nobody('PUT', '/preference/x', 1, { cookie, origin: 'http://localhost' })).status).toBe(
        200,
      );
      expect(
        (await nobody('GET', '/preference/x', undefined, { cookie, origin: 'https://evil.example' })).status,
      ).toBe(200);
    });

    it('requires both name and password as text, before anything else', async () => {
      for (const body of [{}, { UserName: 'admin' }, { UserName: 1, Password: 2 }, []])
        expect((await nobody('POST', '/session', body)).status).toBe(400);
      expect((await nobody('POST', '/session', { UserName: 'a', Password: 'x'.repeat(17_000) })).status).toBe(
        413,
      );
    });
  });
}
