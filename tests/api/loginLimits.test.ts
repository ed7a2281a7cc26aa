/** Password guessing by attackers who know how the limit works. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Running, type StoreKind, startApp } from './support/startApp.ts';

const office = '198.51.100.7';
const home = '203.0.113.20';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`the limit of logins, ${kind} store`, () => {
    let app: Running;

    beforeEach(async () => {
      app = await startApp({ store: kind, settings: { trustProxy: 1 } });
    });

    const signIn = async (UserName: string, Password: string, from = office) => {
      const ask = await app.as();
      const { status, headers } = await ask(
        'POST',
        '/session',
        { UserName, Password },
        { 'x-forwarded-for': from },
      );
      return { status, wait: Number(headers.get('retry-after') ?? 0) };
    };
    const forward = (seconds: number) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
    };
    const guess = async (count: number, name: (n: number) => string, from: (n: number) => string) => {
      let tried = 0;
      for (let n = 0; n < count; n += 1)
        if ((await signIn(name(n), 'wrong', from(n))).status === 401) tried += 1;
      return tried;
    };

    it('a valid login between guesses gives an address no further ones', async () => {
      let tried = 0;
      for (let round = 0; round < 4; round += 1) {
        tried += await guess(
          40,
          (n) => `person ${round}-${n}`,
          () => office,
        );
        await signIn('viewer', 'demo');
      }
      expect(tried).toBeLessThanOrEqual(100);
      const { status, wait } = await signIn('viewer', 'demo');
      expect(status).toBe(429);
      expect(wait).toBeGreaterThan(60);
      expect((await signIn('viewer', 'demo', home)).status).toBe(200);
    });

    it('people who sign in correctly never lock their office out', async () => {
      for (let n = 0; n < 150; n += 1) expect((await signIn('viewer', 'demo')).status).toBe(200);
    });

    it('a closed name stays closed while thousands of others are tried', async () => {
      await guess(
        5,
        () => 'viewer',
        () => office,
      );
      // As many keys as 10,000 in memory could hold, created as guesses would create them.
      const [pair] = (await app.store.find({ entity: 'login-attempt' })).items;
      const others = Array.from({ length: 10_500 }, () => ({ ...pair, Id: crypto.randomUUID() }));
      await app.store.transaction((session) => session.insertMany('login-attempt', others));
      await guess(
        30,
        (n) => `person ${n}`,
        (n) => `192.0.2.${n}`,
      );
      expect((await signIn('viewer', 'demo')).status).toBe(429);
    });

    it('an overlong password counts like any other', async () => {
      for (let n = 0; n < 5; n += 1) expect((await signIn('viewer', 'x'.repeat(1025))).status).toBe(401);
      expect((await signIn('viewer', 'demo')).status).toBe(429);
    });

    it('all spellings of a name share one counter', async () => {
      for (const name of ['viewer', 'VIEWER', ' Viewer', 'vieweR ', 'VieweR'])
        expect((await signIn(name, 'wrong')).status).toBe(401);
      expect((await signIn('viewer', 'wrong')).status).toBe(429);
    });

    it('each wait is longer than the one before, up to an hour, and survives a restart', async () => {
      await guess(
        5,
        () => 'viewer',
        () => office,
      );
      const waits: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        app = app.restart();
        const { status, wait } = await signIn('viewer', 'demo');
        expect(status).toBe(429);
        waits.push(wait);
        forward(wait);
        expect((await signIn('viewer', 'wrong')).status).toBe(401);
      }
      expect(waits).toEqual([300, 600, 1200, 2400, 3600, 3600]);
    });

    it('a correct password clears mistakes, and hours do too', async () => {
      await guess(
        4,
        () => 'viewer',
        () => office,
      );
      expect((await signIn('viewer', 'demo')).status).toBe(200);
      await guess(
        4,
        () => 'viewer',
        () => office,
      );
      forward(5 * 3600);
      expect(
        await guess(
          5,
          () => 'viewer',
          () => office,
        ),
      ).toBe(5);
    });

    it('guesses from many addresses close a name', async () => {
      const tried = await guess(
        120,
        () => 'viewer',
        (n) => `192.0.2.${n}`,
      );
      expect(tried).toBe(50);
      const { status, wait } = await signIn('viewer', 'demo');
      expect([status, wait <= 60]).toEqual([429, true]);
    });

    it('nobody can be locked out where they usually sign in, nor for long from anywhere else', async () => {
      await signIn('viewer', 'demo', home);
      let longest = 0;
      for (let round = 0; round < 12; round += 1) {
        await guess(
          60,
          () => 'viewer',
          (n) => `192.0.2.${n}`,
        );
        expect((await signIn('viewer', 'demo', home)).status).toBe(200);
        const { wait } = await signIn('viewer', 'demo', '203.0.113.99');
        longest = Math.max(longest, wait);
        forward(wait);
      }
      expect(longest).toBeGreaterThan(60);
      expect(longest).toBeLessThanOrEqual(15 * 60);
      expect((await signIn('viewer', 'demo', '203.0.113.99')).status).toBe(200);
    });

    it('a whole IPv6 network shares the counter of one address', async () => {
      const tried = await guess(
        20,
        () => 'viewer',
        (n) => `2001:db8:1:2::${n.toString(16)}`,
      );
      expect(tried).toBe(5);
    });

    it('counters are removed once they have no effect', async () => {
      await guess(
        60,
        (n) => `person ${n}`,
        (n) => `192.0.2.${n}`,
      );
      expect(await app.store.count('login-attempt')).toBe(180);
      forward(8 * 3600);
      await guess(
        2,
        () => 'nobody',
        () => office,
      );
      expect(await app.store.count('login-attempt')).toBeLessThanOrEqual(3);
    });

    it('keeps no name and no address that was tried', async () => {
      await signIn('my-password-in-the-wrong-field', 'x', home);
      const stored = JSON.stringify((await app.store.find({ entity: 'login-attempt' })).items);
      expect(stored).not.toContain('my-password');
      expect(stored).not.toContain(home);
    });
  });
}
