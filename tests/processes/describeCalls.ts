/** What one process has begun with someone, the other goes on with: tickets, counts of failures, the order of calls, keys of calls. */
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { ask } from '../support/postgres.ts';
import type { Ask, Two } from './support/startTwo.ts';

export function describeCalls(pair: () => Two): void {
  let two: Two;
  let token = '';
  let [one, other] = [] as unknown as [Ask, Ask];

  beforeAll(async () => {
    two = pair();
    ({ token, one, other } = await two.signIn());
  });

  const countOf = async (text: string, values: unknown[] = []): Promise<number> =>
    Number(((await ask(two.url, text, values)) as { count: number }[])[0]?.count);
  const filtered = (property: string, value: string) =>
    `FilterProperty=${property}&FilterOperator=eq&FilterValue=${value}`;

  it('a ticket for a file is given by one process and taken by the other, once', async () => {
    const form = new FormData();
    const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1]);
    form.append('file', new Blob([png], { type: 'image/png' }), 'picture.png');
    const headers = { authorization: `Bearer ${token}` };
    const sent = await fetch(`${two.one.origin}/api/File`, { method: 'POST', headers, body: form });
    const { Id } = (await sent.json()) as DataRecord;
    expect(sent.status).toBe(201);
    const { body: ticket } = await one('GET', `/File/token/${Id}`);
    const stranger = (await two.signIn('viewer')).other;
    const take = (asked: Ask) => asked('GET', `/File/${Id}?token=${ticket.Token}`);
    expect((await take(stranger)).status).toBe(403);
    const taken = await Promise.all([one, other, one, other].map(take));
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
    expect((await take(one)).status).toBe(403);
  });

  it('a card that was named to one process is added in the other, once', async () => {
    const { body } = await one('POST', '/cardvault/temporarytoken', { Number: '4111 1111 1111 1111' });
    expect(body.MaskedNumber, JSON.stringify(body)).toContain('1111');
    const card = { CardHolderName: 'Ann Lee', DisplayName: 'Shop card', Expiry: '09/98' };
    const sent = { ...card, TemporaryToken: body.TemporaryToken };
    const { body: dealers } = await one('GET', '/profile/dealer?pageSize=1&HasActiveOrFinishedWorkflow=true');
    const path = `/profile/dealer/${dealers.Items[0].Id}/paymentmethods/paymentcard`;
    const [first, second] = [await other('POST', path, sent), await one('POST', path, sent)];
    expect([first.status, second.status], JSON.stringify([first.body, second.body])).toEqual([201, 422]);
  });

  it('an earlier call that arrives late, at the other process, changes nothing', async () => {
    const { body: made } = await one('GET', '/product?pageSize=1');
    const product = made.Items[0] as DataRecord;
    const put = (asked: Ask, Description: string, number: number) =>
      asked('PUT', '/product', { Id: product.Id, Description }, { 'x-sequence': `window-1 ${number}` });
    expect((await put(one, 'first', 1)).status).toBe(200);
    expect((await put(other, 'third', 3)).body.Description).toBe('third');
    const late = await put(one, 'second', 2);
    expect([late.status, late.body.Description]).toEqual([200, 'third']);
    expect((await put(one, 'x'.repeat(100_000), 5)).status).toBe(422);
    expect((await put(other, 'fourth', 4)).body.Description).toBe('fourth');
  });

  it('a call that is sent to both processes at once is carried out once', async () => {
    const path = '/product/producttype';
    const { Items } = (await one('GET', '/product/producttypecategory')).body;
    for (let round = 0; round < 10; round++) {
      const Name = `Once ${round}`;
      const body = { Name, DisplayName: Name, Description: 'Once', ProductTypeCategoryId: Items[0].Id };
      const send = (asked: Ask) => asked('POST', path, body, { 'idempotency-key': `once-${round}` });
      const answers = await Promise.all([one, other, one, other].map(send));
      for (const { status, headers, body } of answers)
        if (status === 409) expect(headers.get('retry-after'), JSON.stringify(body)).toBe('1');
        else expect(status, JSON.stringify(body)).toBe(201);
      const [again, there] = [await send(one), await send(other)];
      expect([again.status, there.status, again.body]).toEqual([201, 201, there.body]);
      const named = 'select count(*)::int as count from "product-type" where "Name" = $1';
      expect(await countOf(named, [Name])).toBe(1);
    }
  });

  it('both processes sign with one secret', async () => {
    expect(await countOf('select count(*)::int as count from secret')).toBe(1);
  });

  it('wrong passwords count wherever they are tried', async () => {
    const attempt = ({ as }: Two['one'], Password: string) =>
      as()('POST', '/session', { UserName: 'viewer', Password });
    const processes = [two.one, two.other, two.one, two.other, two.one];
    for (const process of processes) expect((await attempt(process, 'wrong')).status).toBe(401);
    const right = 'correct horse battery';
    const closed = [await attempt(two.one, right), await attempt(two.other, right)];
    expect(closed.map(({ status }) => status)).toEqual([429, 429]);
  });

  it('a stream in one process ends when its person is deactivated in the other', async () => {
    const user = (await one('GET', `/user?${filtered('UserName', 'profiles')}`)).body.Items[0] as DataRecord;
    const { token } = await two.signIn('profiles');
    const headers = { authorization: `Bearer ${token}` };
    const stream = await fetch(`${two.other.origin}/api/events`, { headers });
    expect(stream.status).toBe(200);
    const { body: person } = await one('GET', `/user/${user.Id}`);
    const ended = stream.text();
    const { status, body } = await one('PUT', `/user/${user.Id}`, { ...person, IsActive: false });
    expect(status, JSON.stringify(body)).toBe(200);
    // A stream that stays open is ended after the longest wait of the test.
    await ended;
    expect((await two.other.as(token)('GET', '/session')).status).toBe(401);
  });
}
