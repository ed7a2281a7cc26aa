/** Codes of an authenticator app besides the password: turning on, signing in, turning off, and attacks. */
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, asker, type Running, type StoreKind, startApp } from './support/startApp.ts';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`the second factor, ${kind} store`, () => {
    let app: Running;
    let nobody: Ask;

    beforeEach(async () => {
      app = await startApp({ store: kind });
      nobody = await app.as();
    });

    const forward = (seconds: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
    };
    /** The code the app shows this many seconds from now. */
    const codeOf = (secret: string, seconds = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: app.clock.now.getTime() + seconds * 1000,
      });
    /** A code that is wrong at every moment near this one. */
    const wrongCode = (secret: string) => {
      const right = new Set([-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds)));
      return (
        ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? ''
      );
    };
    const signIn = async (Code?: unknown, Password = 'demo', UserName = 'viewer') =>
      (await app.as())('POST', '/session', { UserName, Password, ...(Code === undefined ? {} : { Code }) });
    const start = (ask: Ask, CurrentPassword: unknown = 'demo') =>
      ask('POST', '/account/second-factor', { CurrentPassword });
    const end = (ask: Ask, Code: unknown, CurrentPassword: unknown = 'demo') =>
      ask('POST', '/account/second-factor/off', { CurrentPassword, Code });
    const stateOf = async (ask: Ask) => (await ask('GET', '/account/second-factor')).body;
    const idOf = async (name: string): Promise<string> => {
      const { items } = await app.store.find({ entity: 'user' });
      return String(items.find(({ UserName }) => UserName === name)?.Id);
    };
    /** Turned on, and past the time of the code that confirmed it. */
    const turnOn = async (name = 'viewer') => {
      const ask = await app.as(name);
      const { body } = await start(ask);
      const secret: string = body.Secret;
      const confirmed = await ask('PUT', '/account/second-factor', { Code: codeOf(secret) });
      expect(confirmed.status).toBe(200);
      forward(30);
      return { ask, secret, recovery: confirmed.body.RecoveryCodes as readonly string[] };
    };

    it('is turned on with the password and a first code, and only then required', async () => {
      const viewer = await app.as('viewer');
      expect(await stateOf(viewer)).toEqual({ IsOn: false, HasCodes: false, RecoveryCodesLeft: 0 });
      expect((await viewer('PUT', '/account/second-factor', { Code: '123456' })).status).toBe(409);
      const refused = await start(viewer, 'wrong');
      expect([refused.status, refused.body.Message]).toEqual([422, expect.stringMatching(/password/)]);
      const begun = await start(viewer);
      expect([begun.status, begun.body.Secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
      expect(begun.body.Uri).toMatch(/^otpauth:\/\/totp\/Formwright:viewer\?/);
      expect(new URL(begun.body.Uri).searchParams.get('secret')).toBe(begun.body.Secret);
      expect((await signIn()).status).toBe(200);
      const { Secret: secret } = (await start(viewer)).body;
      expect(secret).not.toBe(begun.body.Secret);
      const wrong = await viewer('PUT', '/account/second-factor', { Code: wrongCode(secret) });
      expect([wrong.status, wrong.body.Message]).toEqual([422, expect.stringMatching(/code is incorrect/)]);
      const done = await viewer('PUT', '/account/second-factor', { Code: codeOf(secret) });
      expect(done.status).toBe(200);
      expect(new Set(done.body.RecoveryCodes).size).toBe(10);
      expect(await stateOf(viewer)).toEqual({ IsOn: true, HasCodes: true, RecoveryCodesLeft: 10 });
      expect((await start(viewer)).status).toBe(409);
      expect((await viewer('PUT', '/account/second-factor', { Code: codeOf(secret, 30) })).status).toBe(409);
      const asked = await signIn();
      expect([asked.status, asked.body.CodeRequired, asked.headers.get('set-cookie')]).toEqual([
        401,
        true,
        null,
      ]);
    });

    it('a secret not confirmed in time expires', async () => {
      const viewer = await app.as('viewer');
      const { Secret: secret } = (await start(viewer)).body;
      forward(16 * 60);
      expect((await viewer('PUT', '/account/second-factor', { Code: codeOf(secret) })).status).toBe(409);
      expect((await signIn()).status).toBe(200);
    });

    it('signs in with password and code, whose clock may be off by one step, also after a restart', async () => {
      const { secret } = await turnOn();
      for (const seconds of [0, -30, 30]) {
        forward(90);
        const { status, body } = await signIn(codeOf(secret, seconds));
        expect([status, body.User?.UserName], `${seconds}`).toEqual([200, 'viewer']);
      }
      forward(90);
      expect((await signIn(codeOf(secret, 60))).status).toBe(401);
      expect((await signIn(codeOf(secret, -60))).status).toBe(401);
      app = app.restart();
      expect((await signIn()).body.CodeRequired).toBe(true);
      const typed = codeOf(secret).replace(/^(...)/, ' $1 ');
      expect((await signIn(typed)).status).toBe(200);
      expect((await signIn(codeOf(secret), 'wrong')).body.CodeRequired).toBe(undefined);
    });

    it('a code works once, and no earlier one works after it', async () => {
      const { secret } = await turnOn();
      const code = codeOf(secret);
      // The confirming code is still within the allowed time, but used.
      expect((await signIn(codeOf(secret, -30))).status).toBe(401);
      expect((await signIn(code)).status).toBe(200);
      const again = await signIn(code);
      expect([again.status, again.body.CodeRequired]).toEqual([401, true]);
      app = app.restart();
      expect((await signIn(code)).status).toBe(401);
      forward(30);
      const both = await Promise.all([signIn(codeOf(secret)), signIn(codeOf(secret))]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it('a recovery code works once, ignoring case and spaces', async () => {
      const { ask, recovery } = await turnOn();
      const [first = '', second = ''] = recovery;
      expect((await signIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
      expect((await signIn(first)).status).toBe(401);
      expect(await stateOf(ask)).toEqual({ IsOn: true, HasCodes: true, RecoveryCodesLeft: 9 });
      app = app.restart();
      expect((await signIn(first)).status).toBe(401);
      expect((await signIn(second)).status).toBe(200);
    });

    it('new recovery codes need a code; the old ones are void, and the history says when', async () => {
      const { ask, secret, recovery } = await turnOn();
      const renew = (Code: unknown) => ask('POST', '/account/second-factor/recovery-codes', { Code });
      for (const code of [wrongCode(secret)])
        expect([(await renew(code)).status, await stateOf(ask)], code).toEqual([
          422,
          { IsOn: true, HasCodes: true, RecoveryCodesLeft: 10 },
        ]);
      expect((await renew(7)).status).toBe(400);
      const [first = '', second = ''] = recovery;
      const { status, body } = await renew(first);
      expect([status, new Set([...body.RecoveryCodes, ...recovery]).size]).toEqual([200, 20]);
      expect((await signIn(first)).status).toBe(401);
      expect((await renew(second)).status).toBe(422);
      forward(16 * 60);
      const again = await renew(codeOf(secret));
      expect(again.status).toBe(200);
      expect((await signIn(body.RecoveryCodes[0])).status).toBe(401);
      expect((await signIn(again.body.RecoveryCodes[0])).status).toBe(200);
      const admin = await app.as('admin');
      const { body: history } = await admin('GET', `/history/user/${await idOf('viewer')}`);
      const dates = history.Items.filter(({ Field }: { Field: string }) => Field === 'RecoveryCodesDate');
      expect(dates).toHaveLength(3);
      expect(JSON.stringify(history)).not.toContain(again.body.RecoveryCodes[1]);
      const other = await app.as('manager');
      expect((await other('POST', '/account/second-factor/recovery-codes', { Code: '123456' })).status).toBe(
        422,
      );
    });

    it('a right password without its code resets no counter, so that codes cannot be guessed', async () => {
      const { secret } = await turnOn();
      const wrong = wrongCode(secret);
      for (let n = 0; n < 5; n += 1) {
        expect((await signIn()).body.CodeRequired).toBe(true);
        expect((await signIn(wrong)).status, `${n}`).toBe(401);
      }
      for (const code of [undefined, wrong, codeOf(secret)]) {
        const { status, headers } = await signIn(code);
        expect(status).toBe(429);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
      }
    });

    it('a password alone is not counted, and typing it without a code never locks its person out', async () => {
      const { secret } = await turnOn();
      for (let n = 0; n < 30; n += 1) expect((await signIn()).status).toBe(401);
      expect((await signIn(codeOf(secret))).status).toBe(200);
    });

    it('codes guessed from an open session count, and a new password resets nothing', async () => {
      const { ask, secret } = await turnOn();
      for (let n = 0; n < 4; n += 1) expect((await end(ask, wrongCode(secret))).status).toBe(422);
      const change = { CurrentPassword: 'demo', NewPassword: 'a few words in a row' };
      const { status, body } = await ask('PUT', '/account/password', change);
      expect(status).toBe(200);
      const again = asker(app.fetch, { authorization: `Bearer ${body.Token}` });
      expect((await end(again, wrongCode(secret), change.NewPassword)).status).toBe(422);
      expect((await end(again, codeOf(secret), change.NewPassword)).status).toBe(429);
    });

    it('malformed codes are wrong, and values other than text are refused', async () => {
      const { ask, secret } = await turnOn('manager');
      for (const code of ['x'.repeat(4000), '\u0000', `${codeOf(secret)}0`, '１e99'])
        expect((await signIn(code, 'demo', 'manager')).status, code.slice(0, 9)).toBe(401);
      for (const code of [12, {}, [codeOf(secret)], true]) {
        expect((await signIn(code, 'demo', 'manager')).status).toBe(400);
        expect((await end(ask, code)).status).toBe(400);
        expect((await ask('PUT', '/account/second-factor', { Code: code })).status).toBe(400);
        expect((await start(ask, code)).status).toBe(400);
      }
      expect((await signIn(codeOf(secret), 'demo', 'manager')).status).toBe(200);
    });

    it('is turned off with password and a code or recovery code, and not with one alone', async () => {
      const { ask, secret, recovery } = await turnOn();
      expect((await end(ask, codeOf(secret), 'wrong')).status).toBe(422);
      expect((await end(ask, wrongCode(secret))).status).toBe(422);
      expect((await stateOf(ask)).IsOn).toBe(true);
      expect((await end(ask, recovery[0])).status).toBe(204);
      expect(await stateOf(ask)).toEqual({ IsOn: false, HasCodes: false, RecoveryCodesLeft: 0 });
      expect((await signIn()).status).toBe(200);
      const again = await turnOn();
      expect(again.secret).not.toBe(secret);
      expect((await signIn(recovery[1])).status).toBe(401);
      expect((await end(again.ask, codeOf(again.secret))).status).toBe(204);
      expect((await signIn()).status).toBe(200);
    });

    it('is closed without a login', async () => {
      for (const [method, path] of [
        ['GET', '/account/second-factor'],
        ['POST', '/account/second-factor'],
        ['PUT', '/account/second-factor'],
        ['POST', '/account/second-factor/off'],
        ['POST', '/account/second-factor/recovery-codes'],
      ] as const)
        expect((await nobody(method, path, method === 'GET' ? undefined : {})).status, path).toBe(401);
    });

    it('an administrator turns it off for someone, and the history says so', async () => {
      await turnOn();
      const id = await idOf('viewer');
      const admin = await app.as('admin');
      expect((await admin('GET', `/user/${id}`)).body.HasSecondFactor).toBe(true);
      for (const role of ['manager', 'configurator', undefined]) {
        const refused = await (await app.as(role))('DELETE', `/user/${id}/second-factor`);
        expect(refused.status, `${role}`).toBe(role ? 403 : 401);
      }
      // Nobody can write directly that it is off.
      await admin('PUT', `/user/${id}`, { HasSecondFactor: false });
      expect((await signIn()).body.CodeRequired).toBe(true);
      const done = await admin('DELETE', `/user/${id}/second-factor`);
      expect([done.status, done.body]).toEqual([200, { Id: id, WasOn: true }]);
      expect((await signIn()).status).toBe(200);
      expect((await admin('DELETE', `/user/${id}/second-factor`)).body.WasOn).toBe(false);
      const { body } = await admin('GET', `/history/user/${id}`);
      const told = body.Items.filter(({ Field }: { Field: string }) => Field === 'HasSecondFactor');
      expect(told.map(({ ChangedBy }: { ChangedBy: string }) => ChangedBy).sort()).toEqual([
        'admin',
        'viewer',
      ]);
      expect((await app.store.find({ entity: 'second-factor' })).items).toEqual([]);
    });

    it('an administrator with fewer rights cannot turn it off for someone with more', async () => {
      await app.store.update('user', await idOf('reports'), { Roles: ['viewer'] });
      const { features } = app.models.current().roles.get('viewer') ?? { features: [] };
      const roles = new Map(app.models.current().roles);
      roles.set('viewer', { id: 'viewer', features: [...features, 'User.Manage'] });
      app.models.replace(app.models.inForce().set, {
        ...app.models.inForce().compilation,
        model: { ...app.models.current(), roles, version: 'office' },
      });
      const { secret } = await turnOn('manager');
      const clerk = await app.as('reports');
      expect((await clerk('DELETE', `/user/${await idOf('manager')}/second-factor`)).status).toBe(403);
      expect((await signIn(undefined, 'demo', 'manager')).body.CodeRequired).toBe(true);
      expect((await signIn(codeOf(secret), 'demo', 'manager')).status).toBe(200);
    });

    it('no answer, list, filter, export or history reveals the secret or a recovery code', async () => {
      const { ask, secret, recovery } = await turnOn('admin');
      const id = await idOf('admin');
      const kept = await app.store.get('second-factor', id);
      const hashes = kept?.RecoveryHashes as readonly string[];
      expect(hashes.length).toBe(10);
      for (const code of recovery) expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''));
      const signedIn = await signIn(codeOf(secret), 'demo', 'admin');
      const answers = [
        signedIn.body,
        await stateOf(ask),
        ...(await Promise.all(
          [
            '/user?pageSize=0',
            `/user/${id}`,
            '/user?$export=csv',
            `/history/user/${id}`,
            `/history/second-factor/${id}`,
            '/history?pageSize=0',
            '/session',
            '/account/session',
            '/model',
            '/second-factor',
            `/second-factor/${id}`,
            '/configure/entities/second-factor/records',
          ].map(async (path) => (await ask('GET', path)).body),
        )),
      ];
      for (const body of answers) {
        const text = JSON.stringify(body) ?? '';
        for (const hidden of [secret, ...hashes, ...recovery]) expect(text).not.toContain(hidden);
      }
      for (const path of ['/second-factor', `/second-factor/${id}`])
        expect((await ask('GET', path)).status, path).toBe(404);
      for (const path of ['Secret', 'SecondFactor.Secret', 'RecoveryHashes'])
        expect(
          (await ask('GET', `/user?FilterProperty=${path}&FilterOperator=startsWith&FilterValue=A`)).status,
          path,
        ).toBeGreaterThanOrEqual(400);
    });
  });
}
