/** API keys and the feed of changes, no matter which process is called. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Two } from './support/startTwo.ts';

export function describeKeys(pair: () => Two): void {
  let two: Two;
  beforeAll(() => {
    two = pair();
  });

  const makeKey = async (more: object = {}) => {
    const { one: admin } = await two.signIn();
    const Name = `Program ${crypto.randomUUID()}`;
    const account = await admin('POST', '/serviceaccount', { Name, Features: ['Product.Menu'], ...more });
    expect(account.status, JSON.stringify(account.body)).toBe(201);
    const at = `/serviceaccount/${account.body.Id}`;
    const { body } = await admin('POST', `${at}/key`);
    return { at, id: body.Id, admin, one: two.one.as(body.Key), other: two.other.as(body.Key) };
  };

  describe('a key', () => {
    it('made by one process works on the other, and ends on both at the next call', async () => {
      for (const end of ['revoke', 'deactivate'] as const) {
        const key = await makeKey();
        for (const ask of [key.one, key.other]) expect((await ask('GET', '/product')).status).toBe(200);
        if (end === 'revoke') await key.admin('DELETE', `${key.at}/key/${key.id}`);
        else await key.admin('PUT', key.at, { IsActive: false });
        for (const ask of [key.other, key.one]) expect((await ask('GET', '/product')).status).toBe(401);
      }
    });

    it('has as many calls a minute over both processes as over one', async () => {
      const key = await makeKey({ CallsPerMinute: 60 });
      const asks = Array.from({ length: 200 }, (_, at) => (at % 2 ? key.one : key.other));
      const answers = await Promise.all(asks.map((ask) => ask('GET', '/product?pageSize=1')));
      const served = answers.filter(({ status }) => status === 200).length;
      expect(served).toBeGreaterThan(0);
      // The minute may turn once meanwhile.
      expect(served).toBeLessThanOrEqual(120);
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    });
  });

  it('the feed has no gap and nothing twice while both processes write, and both tell it alike', async () => {
    const { one, other } = await two.signIn();
    const { body: start } = await one('GET', '/changes?after=latest');
    const [category] = (await one('GET', '/product/producttypecategory')).body.Items;
    let isWriting = true;
    const heard: string[] = [];
    const listen = async (): Promise<void> => {
      for (let at = start.Next; ; ) {
        const isLast = !isWriting;
        const { body } = await other('GET', `/changes?after=${at}&entity=product-type&limit=3`);
        heard.push(...body.Items.map(({ Id }: { Id: string }) => Id));
        if (isLast && body.Next === at) return;
        at = body.Next;
      }
    };
    const listening = listen();
    const made = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const ask = at % 2 ? one : other;
        return ask('POST', '/product/producttype', {
          Name: `Fed ${at}`,
          DisplayName: `Fed ${at}`,
          ProductTypeCategoryId: category.Id,
        });
      }),
    );
    isWriting = false;
    await listening;
    const ids = made.map(({ status, body }) => {
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      return body.Id as string;
    });
    expect(heard.toSorted()).toEqual(ids.toSorted());
    const read = async (ask: typeof one) =>
      (await ask('GET', `/changes?after=${start.Next}&entity=product-type&limit=500`)).body.Items;
    expect(await read(one)).toEqual(await read(other));
  });
}
