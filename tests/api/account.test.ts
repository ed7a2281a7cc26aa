/** Changing one's own password, generated passwords, and the list of one's sessions. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';

const good = 'a few words in a row';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`one's own account, ${kind} store`, () => {
    let app: Running;
    let nobody: Ask;

    beforeEach(async () => {
      app = await startApp({ store: kind });
      nobody = await app.as();
    });

    const signIn = (UserName: string, Password: string, headers: Record<string, string> = {}) =>
      nobody('POST', '/session', { UserName, Password }, headers);
    const withToken = (Token: string) => asker(app.fetch, { authorization: `Bearer ${Token}` });
    const change = (ask: Ask, CurrentPassword: unknown, NewPassword: unknown) =>
      ask('PUT', '/account/password', { CurrentPassword, NewPassword });

    it('a password change requires the current password and ends all other sessions', async () => {
      const [one, other] = [await app.as('viewer'), await app.as('viewer')];
      const done = await change(one, 'demo', good);
      expect(done.status).toBe(200);
      expect((await other('GET', '/session')).status).toBe(401);
      expect((await one('GET', '/session')).status).toBe(401);
      expect((await withToken(done.body.Token)('GET', '/session')).body.User.UserName).toBe('viewer');
      expect((await signIn('viewer', 'demo')).status).toBe(401);
      expect((await signIn('viewer', good)).status).toBe(200);
      app = app.restart();
      expect((await signIn('viewer', good)).status).toBe(200);
    });

    it('with cookie sign-in, the new login is sent as a cookie and no token is returned', async () => {
      const { headers } = await signIn('viewer', 'demo');
      const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const done = await change(asker(app.fetch, { cookie }), 'demo', good);
      expect([done.status, done.body.Token]).toEqual([200, undefined]);
      const next = (done.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      expect(next).not.toBe(cookie);
      expect((await nobody('GET', '/session', undefined, { cookie: next })).status).toBe(200);
      expect((await nobody('GET', '/session', undefined, { cookie })).status).toBe(401);
    });

    it('a wrong current password changes nothing, and attempts are limited', async () => {
      const viewer = await app.as('viewer');
      for (let n = 0; n < 5; n += 1) expect((await change(viewer, 'wrong', good)).status).toBe(422);
      const refused = await change(viewer, 'demo', good);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
      expect((await signIn('viewer', 'demo')).status).toBe(429);
      expect((await viewer('GET', '/session')).status).toBe(200);
    });

    it('explains what is wrong with a new password', async () => {
      const viewer = await app.as('viewer');
      const wrong = [
        ['short', /at least 12/],
        ['x'.repeat(1025), /at most 1,024/],
        ['aaaaaaaaaaaaaaaa', /too easy/],
        ['the Viewer of products', /too easy/],
        ['Password-2026!', /^Many people use/],
        ['  p@ssw0rd1234', /^Many people use/],
      ] as const;
      for (const [password, message] of wrong) {
        const { status, body } = await change(viewer, 'demo', password);
        expect([status, body.Message]).toEqual([422, expect.stringMatching(message)]);
        expect(body.ValidationErrors).toMatchObject([{ Key: 'NewPassword', Value: body.Message }]);
      }
      const { body: unknown } = await change(viewer, 'not this', good);
      expect(unknown.ValidationErrors).toMatchObject([{ Key: 'CurrentPassword', Value: unknown.Message }]);
      expect((await change(viewer, 'demo', 12)).status).toBe(400);
      const { body } = await change(viewer, 'demo', good);
      const again = withToken(body.Token);
      expect((await change(again, good, good)).body.Message).toMatch(/is the same as the current one/);
    });

    it("lists one's sessions and can end them", async () => {
      const first = await signIn('viewer', 'demo', { 'user-agent': 'Browser/1 (of the office)' });
      const one = withToken(first.body.Token);
      const second = await signIn('viewer', 'demo', { 'user-agent': 'Browser/2' });
      const manager = await app.as('manager');
      const { body } = await one('GET', '/account/session');
      expect(body.TotalItems).toBe(2);
      expect(body.Items.map(({ Device, IsCurrent }: Record<string, unknown>) => [Device, IsCurrent])).toEqual(
        expect.arrayContaining([
          ['Browser/1 (of the office)', true],
          ['Browser/2', false],
        ]),
      );
      expect(JSON.stringify(body)).not.toMatch(/Hash|Token/);
      const other = body.Items.find(({ IsCurrent }: { IsCurrent: boolean }) => !IsCurrent).Id;
      expect((await manager('DELETE', `/account/session/${other}`)).status).toBe(404);
      expect((await one('DELETE', `/account/session/${other}`)).status).toBe(204);
      expect((await withToken(second.body.Token)('GET', '/session')).status).toBe(401);
      expect((await one('DELETE', `/account/session/${other}`)).status).toBe(404);
      const third = await signIn('viewer', 'demo');
      expect((await one('DELETE', '/account/session')).status).toBe(204);
      expect((await withToken(third.body.Token)('GET', '/session')).status).toBe(401);
      expect((await one('GET', '/account/session')).body.TotalItems).toBe(1);
    });
  });
}

describe('the generated password of the first administrator', () => {
  it('only lets its user choose a new password', async () => {
    const app = await startApp({ store: 'memory', seed: 'none' });
    const { items } = await app.store.find({ entity: 'user' });
    // Marked as seeding without a password marks it; seeding itself is tested with the declarations.
    await app.store.update('user', String(items[0]?.Id), { MustChangePassword: true });
    const nobody = await app.as();
    const { body } = await nobody('POST', '/session', { UserName: 'admin', Password: 'demo' });
    expect(body.MustChangePassword).toBe(true);
    const admin = asker(app.fetch, { authorization: `Bearer ${body.Token}` });
    for (const [method, path] of [
      ['GET', '/product'],
      ['GET', '/user'],
      ['GET', '/account/session'],
      ['PUT', '/preference/x'],
    ] as const) {
      const refused = await admin(method, path);
      expect([refused.status, refused.body.Message], path).toEqual([
        403,
        expect.stringMatching(/Choose your own password/),
      ]);
    }
    expect((await admin('GET', '/model')).status).toBe(401);
    expect((await admin('GET', '/model?part=public')).status).toBe(200);
    expect((await admin('GET', '/session')).body.MustChangePassword).toBe(true);
    const done = await admin('PUT', '/account/password', { CurrentPassword: 'demo', NewPassword: good });
    expect([done.status, done.body.MustChangePassword]).toEqual([200, undefined]);
    const own = asker(app.fetch, { authorization: `Bearer ${done.body.Token}` });
    expect((await own('GET', '/product')).status).toBe(200);
    expect((await nobody('POST', '/session', { UserName: 'admin', Password: 'demo' })).status).toBe(401);
  });
});
