/** Webhooks: signed as the Standard Webhooks specification says, within rights, retried, and switched off. */
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { patience } from '../../scripts/patience.mjs';
import { createPost } from '../../server/node/createPost.ts';
import type { Post } from '../../server/ports/Outgoing.ts';
import { lending } from './support/lending.ts';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';
import { type Received, startReceiver } from './support/startReceiver.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const right = (name: string) => `Custom.Expense.${name}`;
const application = [
  { kind: 'entity', name: 'expense', title: texts('Expense'), plural: texts('Expenses'), rights: 'apart' },
  { kind: 'field', name: 'expense.Amount', type: 'money', title: texts('Amount'), minimum: 0 },
  { kind: 'field', name: 'expense.Secret', type: 'text', title: texts('Secret') },
  {
    ...{ kind: 'field', name: 'expense.Margin', type: 'decimal', title: texts('Margin') },
    view: 'Lending.Manage',
  },
  { kind: 'role', name: 'clerk', add: ['View', 'Create', 'Edit'].map(right) },
];

describe.each(appStores)('webhooks on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const letters: { readonly to: string; readonly subject: string }[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    const [patient, hasty] = [patience(60), 300].map((timeoutMs) =>
      createPost({ allowedHosts: ['127.0.0.1'], timeoutMs }),
    ) as [Post, Post];
    // The limit is only for the receiver that never answers: on a busy machine a good answer may take longer.
    const post: Post = (sent) => (receiver.how.isSilent ? hasty : patient)(sent);
    const mail = { send: async (letter: { to: string; subject: string }) => void letters.push(letter) };
    app = await startApp({ store, added: lending, ports: { post, mail } });
    admin = await app.as('admin');
    const { body: draft } = await admin('GET', '/configure/draft');
    const put = await admin('PUT', '/configure/draft', { Revision: draft.Revision, Put: application });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const { status, body } = await admin('POST', '/configure/publish', {});
    expect(status, JSON.stringify(body)).toBe(201);
    return async () => {
      receiver.server.closeAllConnections();
      receiver.close();
      await app.store.close();
    };
  });
  beforeEach(() => {
    receiver.received.length = 0;
    Object.assign(receiver.how, { status: 200, text: 'ok', isEndless: false, isSilent: false });
  });
  let count = 0;
  async function hook(
    more: DataRecord = {},
    work?: (id: string, secret: string) => Promise<void>,
  ): Promise<void> {
    count += 1;
    const made = await admin('POST', '/webhook', {
      ...{ Name: `Hook ${count}`, Url: receiver.url, Entities: ['expense'], Events: [1, 2, 3, 4] },
      Fields: 'Name\nAmount',
      ...more,
    });
    expect(made.status, JSON.stringify([made.body, app.errors])).toBe(201);
    await work?.(made.body.Id, made.body.Secret);
    expect((await admin('DELETE', `/webhook/${made.body.Id}`)).status).toBeLessThan(300);
  }
  const create = async (more: DataRecord = {}, ask = admin): Promise<string> => {
    const { status, body } = await ask('POST', '/custom/expense', { Name: 'Hotel', Amount: 10, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.Id ?? body);
  };
  const deliveries = async (id: string): Promise<readonly DataRecord[]> =>
    (await admin('GET', `/webhook/${id}/delivery`)).body.Items;
  const later = async (milliseconds: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
    admin = await app.as('admin');
    await app.runDue();
  };
  const verified = (secret: string, { headers, body }: Received): DataRecord => {
    // The library compares with the clock of this machine.
    const real = Date.now;
    Date.now = () => app.clock.now.getTime();
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) as DataRecord;
    } finally {
      Date.now = real;
    }
  };

  it('signs what the standardwebhooks package verifies, with the fields that were chosen', () =>
    hook({ Condition: 'Amount > 5' }, async (id, secret) => {
      expect(secret).toMatch(/^whsec_/);
      const small = await create({ Amount: 3 });
      const record = await create({ Secret: 'hidden' });
      await admin('PUT', `/custom/expense/${record}`, { Name: 'Hotel', Amount: 20, Secret: 'hidden' });
      await admin('DELETE', `/custom/expense/${record}`);
      await admin('DELETE', `/custom/expense/${small}`);
      await app.runDue();
      const sent = receiver.received.map((one) => verified(secret, one));
      expect(sent.map(({ type }) => type)).toEqual(['expense.created', 'expense.changed', 'expense.deleted']);
      expect(sent[1]?.data).toEqual({
        ...{ entity: 'expense', id: record, changed: ['Amount'] },
        record: { Name: 'Hotel', Amount: 20 },
      });
      expect(() => verified(`whsec_${btoa('other')}`, receiver.received[0] as Received)).toThrow();
      const [last] = await deliveries(id);
      expect(last).toMatchObject({
        Event: 'expense.deleted',
        StateId: 2,
        Status: 200,
        Answer: 'ok',
        Attempts: 1,
      });
      expect(JSON.stringify((await admin('GET', `/webhook/${id}`)).body)).not.toContain('Secret"');
      const stored = await app.store.get('webhook', id);
      expect(String(stored?.Secret)).not.toContain(atob(secret.slice(6)));
    }));

  it('writes nothing for a write that is rolled back', () =>
    hook({}, async (id) => {
      expect((await admin('POST', '/custom/expense', { Name: 'Hotel', Amount: -1 })).status).toBe(422);
      expect(await deliveries(id)).toEqual([]);
    }));

  it('signs with both secrets while they overlap', () =>
    hook({}, async (id, first) => {
      const rotated = await admin('POST', `/webhook/${id}/rotate`, { OverlapHours: 1 });
      const second = String(rotated.body.Secret);
      expect([rotated.status, second]).not.toContain(first);
      await create();
      await app.runDue();
      for (const secret of [first, second]) verified(secret, receiver.received[0] as Received);
      await later(3_700_000);
      await create();
      await app.runDue();
      verified(second, receiver.received[1] as Received);
      expect(() => verified(first, receiver.received[1] as Received)).toThrow();
    }));

  it('sends only what its owner may see', async () => {
    const clerk = (await app.store.find({ entity: 'user' })).items.find(
      ({ UserName }) => UserName === 'clerk',
    );
    await hook({ OwnerId: clerk?.Id }, async (id, secret) => {
      await create();
      await app.runDue();
      expect(verified(secret, receiver.received[0] as Received).data).toMatchObject({
        record: { Amount: 10 },
      });
      await app.store.update('user', String(clerk?.Id), { Roles: [] });
      await create();
      await app.runDue();
      await app.store.update('user', String(clerk?.Id), { Roles: ['clerk'] });
      expect([receiver.received.length, (await deliveries(id))[0]?.StateId]).toEqual([1, 4]);
    });
  });

  it('tells nobody by a condition, or by its mere arrival, what they may not see', async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const [clerk, viewer] = ['clerk', 'viewer'].map((name) => items.find((one) => one.UserName === name));
    const usual = { Name: 'Sight', Url: receiver.url, Entities: ['expense'], Events: [1] };
    const refused = async (more: DataRecord) => {
      const { status, body } = await admin('POST', '/webhook', { ...usual, ...more });
      return [status, body.ValidationErrors?.[0]?.Rule];
    };
    for (const Condition of ['Margin > 5', '$record.Margin > 5', '$count($keys($record)) > 9'])
      expect(await refused({ OwnerId: clerk?.Id, Condition }), Condition).toEqual([
        422,
        'webhook.condition.closed',
      ]);
    expect(await refused({ OwnerId: viewer?.Id })).toEqual([422, 'webhook.entity.closed']);
    await hook({ OwnerId: clerk?.Id, Fields: 'Name, Margin' }, async (_, secret) => {
      const id = await create({ Margin: 9 });
      await app.runDue();
      const { data } = verified(secret, receiver.received.pop() as Received);
      expect(data).toEqual({ entity: 'expense', id, changed: [], record: { Name: 'Hotel' } });
    });
    await app.store.update('user', String(clerk?.Id), { Email: 'clerk@example.com', Roles: ['admin'] });
    await hook({ OwnerId: clerk?.Id, Condition: 'Margin > 5', Fields: 'Margin' }, async (id) => {
      await create({ Margin: 9 });
      await app.runDue();
      expect(receiver.received).toHaveLength(1);
      await app.store.update('user', String(clerk?.Id), { Roles: ['clerk'] });
      await create({ Margin: 9 });
      await app.runDue();
      const [last] = await deliveries(id);
      expect(last).toMatchObject({ StateId: 4, LastError: expect.stringContaining('Margin') });
      expect((await admin('GET', `/webhook/${id}`)).body.IsActive).toBe(false);
      await app.runDue();
      expect(letters.filter(({ to }) => to === 'clerk@example.com')).toHaveLength(1);
      await create({ Margin: 9 });
      expect([receiver.received.length, (await deliveries(id)).length]).toEqual([1, 2]);
    });
  });

  it('keeps what a receiver answers, whatever its bytes', () =>
    hook({}, async (id) => {
      for (const [status, text] of [
        [200, 'a\0b\u202e\ud800c'],
        [500, '\0'.repeat(3000)],
      ] as const) {
        Object.assign(receiver.how, { status, text });
        await create();
        await app.runDue();
        expect((await deliveries(id))[0]).toMatchObject({ Status: status, Attempts: 1 });
      }
      expect(JSON.stringify(await deliveries(id))).not.toContain('\\u0000');
      expect(app.errors).toEqual([]);
    }));

  it('tries again later with the same id, also after a restart, and by hand', () =>
    hook({}, async (id, secret) => {
      receiver.how.status = 503;
      await create();
      await app.runDue();
      expect((await deliveries(id))[0]).toMatchObject({ StateId: 1, Attempts: 1, Status: 503 });
      await app.runDue();
      expect(receiver.received).toHaveLength(1);
      receiver.how.status = 302;
      const again = await app.startAgain();
      app.clock.now = new Date(app.clock.now.getTime() + 10_000);
      await again.runDue();
      // A redirect is no success and is not followed.
      expect((await deliveries(id))[0]).toMatchObject({ StateId: 1, Attempts: 2, Status: 302 });
      receiver.how.status = 200;
      await later(70_000);
      const [delivery] = await deliveries(id);
      expect(delivery).toMatchObject({ StateId: 2, Attempts: 3 });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(1);
      expect((await admin('POST', `/webhook/${id}/delivery/${delivery?.Id}/again`)).status).toBe(200);
      await app.runDue();
      expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ids[0]);
      verified(secret, receiver.received.at(-1) as Received);
    }));

  it('bounds an endless answer, and gives up on one that never comes', () =>
    hook({}, async (id) => {
      receiver.how.isEndless = true;
      await create();
      await app.runDue();
      const [sent] = await deliveries(id);
      expect([sent?.StateId, String(sent?.Answer).length]).toEqual([2, 2000]);
      Object.assign(receiver.how, { isEndless: false, isSilent: true });
      await create();
      await app.runDue();
      expect((await deliveries(id))[0]).toMatchObject({
        StateId: 1,
        LastError: expect.stringContaining('300 ms'),
        Problem: { Name: 'Timeout' },
      });
    }));

  it('is switched off after failing for days, with a word to its owner', () =>
    hook({}, async (id) => {
      await app.store.update('user', String((await app.store.get('webhook', id))?.OwnerId), {
        Email: 'admin@example.com',
      });
      receiver.how.status = 500;
      await create();
      await app.runDue();
      for (let hours = 0; hours < 120; hours += 10) await later(36_000_000);
      const webhook = (await admin('GET', `/webhook/${id}`)).body;
      expect(webhook).toMatchObject({ IsActive: false, DisabledDate: expect.any(String) });
      await app.runDue();
      expect(letters.map(({ subject }) => subject).join()).toContain('turned off');
      expect((await admin('PUT', `/webhook/${id}`, { ...webhook, IsActive: true })).status).toBe(200);
      expect((await admin('GET', `/webhook/${id}`)).body.FailingSince ?? null).toBe(null);
    }));

  it('never calls an address inside, whatever it is called', () =>
    hook({ Url: 'https://169.254.169.254/latest' }, async (id) => {
      expect((await admin('POST', `/webhook/${id}/test`)).status).toBe(201);
      await app.runDue();
      expect((await deliveries(id))[0]).toMatchObject({
        StateId: 3,
        LastError: expect.stringContaining('inside'),
        Problem: { Name: 'Address' },
      });
    }));

  it.each([
    [{ Url: 'ftp://example.com' }, 'Url'],
    [{ Url: 'https://a:b@example.com' }, 'Url'],
    [{ Entities: ['user'] }, 'Entities'],
    [{ Entities: ['nothing'] }, 'Entities'],
    [{ Entities: [] }, 'Entities'],
    [{ Events: [9] }, 'Events'],
    [{ Condition: 'Nothing > 5' }, 'Condition'],
    [{ Condition: 'Amount >' }, 'Condition'],
    [{ Fields: 'Nothing' }, 'Fields'],
  ])('refuses %j', async (more, field) => {
    const usual = { Name: 'Bad', Url: receiver.url, Entities: ['expense'], Events: [1] };
    const { status, body } = await admin('POST', '/webhook', { ...usual, ...more });
    expect([status, JSON.stringify(body.ValidationErrors)]).toEqual([422, expect.stringContaining(field)]);
  });

  it('is closed to people who are no administrators', async () => {
    const clerk = await app.as('clerk');
    const usual = { Name: 'Mine', Url: receiver.url, Entities: ['expense'], Events: [1] };
    expect((await clerk('POST', '/webhook', usual)).status).toBe(403);
    expect((await clerk('GET', '/webhook')).status).toBe(403);
    expect(app.errors).toEqual([]);
  });
});
