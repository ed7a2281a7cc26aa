/** Logins and what is told to those who stay connected, no matter which process they are connected to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, type Two } from './support/startTwo.ts';

export function describeSessions(pair: () => Two): void {
  let two: Two;
  beforeAll(() => {
    two = pair();
  });

  const types = '/product/producttype';

  describe('a login', () => {
    it('of one process holds on the other, and ends on both at once', async () => {
      for (const end of ['one', 'other'] as const) {
        const login = await two.signIn();
        expect((await login.one('GET', '/session')).status).toBe(200);
        expect((await login.other('GET', '/session')).status).toBe(200);
        expect((await login[end]('DELETE', '/session')).status).toBe(204);
        const after = [await login.one('GET', '/session'), await login.other('GET', '/session')];
        expect(after.map(({ status }) => status)).toEqual([401, 401]);
      }
    });

    it('that its person ends from another place ends everywhere at once', async () => {
      const person = await two.newPerson('admin');
      const [first, second] = [await two.signIn(person.userName), await two.signIn(person.userName)];
      for (const ask of [first.one, first.other]) expect((await ask('GET', '/session')).status).toBe(200);
      expect((await second.other('DELETE', '/account/session')).status).toBe(204);
      for (const ask of [first.other, first.one]) expect((await ask('GET', '/session')).status).toBe(401);
      expect((await second.one('GET', '/session')).status).toBe(200);
    });

    it('of a person who is deactivated, or loses a role, counts no more at the next call', async () => {
      const { one: admin } = await two.signIn();
      const person = await two.newPerson('admin');
      expect((await person.other('GET', '/user')).status).toBe(200);
      const change = async (fields: object) => {
        const { status, body } = await admin('PUT', `/user/${person.id}`, fields);
        expect(status, JSON.stringify(body)).toBe(200);
      };
      await change({ Roles: ['viewer'] });
      expect((await person.other('GET', '/session')).body.User.Roles).toEqual(['viewer']);
      expect((await person.other('POST', '/user', {})).status).toBe(403);
      await change({ IsActive: false });
      expect((await person.other('GET', '/session')).status).toBe(401);
    });

    it('closes the streams of the other process when it ends', async () => {
      const login = await two.signIn();
      const heard = await eventsOf(two.other, login.token);
      await login.one('DELETE', '/session');
      await expect.poll(() => heard).toContainEqual(['end', {}]);
    });
  });

  it('streams of one login are as many over both processes as over one, and the oldest makes room', async () => {
    const { token } = await two.signIn();
    const streams: Awaited<ReturnType<typeof eventsOf>>[] = [];
    for (let at = 0; at < 12; at++) {
      streams.push(await eventsOf(at % 2 ? two.other : two.one, token));
      if (at >= 10) await expect.poll(() => streams[at - 10]).toContainEqual(['end', {}]);
    }
    const ended = () => streams.map((heard) => heard.some(([kind]) => kind === 'end'));
    await expect.poll(ended).toEqual(streams.map((_, at) => at < 2));
  });

  describe('a change', () => {
    it('that is made on one process is told by the other, and answered by it', async () => {
      const { one, other, token } = await two.signIn();
      const [here, there] = [await eventsOf(two.one, token), await eventsOf(two.other, token)];
      const [category] = (await one('GET', '/product/producttypecategory')).body.Items;
      for (const [at, ask] of [one, other, one].entries()) {
        const name = `Told ${at}`;
        const record = { Name: name, DisplayName: name, ProductTypeCategoryId: category.Id };
        const { status, body } = await ask('POST', types, record);
        expect(status, JSON.stringify(body)).toBe(201);
        const told = ['recordChanged', { entity: 'product-type', id: body.Id, operation: 'create' }];
        for (const heard of [here, there]) await expect.poll(() => heard).toContainEqual(told);
        const lists = await Promise.all([one('GET', types), other('GET', types)]);
        const totals = lists.map(({ body }) => body.TotalItems);
        expect(totals[0]).toBe(totals[1]);
      }
      // Each once.
      await one('GET', types);
      for (const heard of [here, there])
        expect(heard.filter(([, what]) => 'entity' in what && what.entity === 'product-type')).toHaveLength(
          3,
        );
    });

    it('of one person is told to that person alone', async () => {
      const [mine, theirs] = [await two.newPerson('admin'), await two.newPerson('admin')];
      const [heard, others] = [
        await eventsOf(two.other, mine.token),
        await eventsOf(two.other, theirs.token),
      ];
      const view = { Name: 'Mine', Screen: 'product', Settings: {} };
      await mine.one('PUT', '/preference/test', { Value: view });
      expect((await mine.other('GET', '/preference/test')).body).toMatchObject({ Value: view });
      expect((await theirs.other('GET', '/preference/test')).body).not.toMatchObject({ Value: view });
      expect([heard, others].flat().filter(([kind]) => kind === 'end')).toEqual([]);
    });
  });
}
