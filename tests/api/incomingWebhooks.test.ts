/** Webhooks that come in: who may send, what they do, with whose rights, and what is refused. */
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { appStores, type StoreKind } from './support/startApp.ts';
import { type Automations, path, startAutomations } from './support/startAutomations.ts';

const kinds = [...new Set<StoreKind>(['memory', ...appStores])];

describe.each(kinds)('incoming webhooks in the %s store', (store) => {
  let tools: Automations;
  let secret: string;
  const name = 'claim.paid';
  const at = `/configure/automations/hooks/${name}`;
  const trigger = {
    ...{ on: 'webhook', match: 'Name', example: { type: 'paid', claim: { number: 'C-1', amount: 5 } } },
    values: { Name: '$event.claim.number', Amount: '$event.claim.amount', Note: '$event.type' },
  };

  beforeAll(async () => {
    tools = await startAutomations(store);
    await tools.publish([
      tools.automation('paid', {
        ...{ owner: 'admin', when: trigger, if: "$event.type = 'paid'" },
        then: [
          { do: 'set', fields: { Due: '$today' } },
          { do: 'create', entity: 'task', fields: { Name: "'Check ' & $event.claim.number", ClaimId: 'Id' } },
        ],
      }),
    ]);
    const made = await tools.ask('POST', `${at}/secret`);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    secret = made.body.Secret;
    return () => tools.app.store.close();
  });

  const message = (number: string, amount = 5, type = 'paid') =>
    JSON.stringify({ type, claim: { number, amount } });
  const post = async (body: string, headers: Record<string, string>, to = name) => {
    const nobody = { 'content-type': 'application/json', ...headers };
    const url = `http://localhost/api/hooks/${to}`;
    const answer = await tools.app.fetch(new Request(url, { method: 'POST', body, headers: nobody }));
    return { status: answer.status, body: await answer.json() };
  };
  const signed = (body: string, more: { id?: string; late?: number; with?: string } = {}) => {
    const id = more.id ?? `msg_${crypto.randomUUID()}`;
    // Runs are listed by their moment.
    tools.app.clock.now = new Date(tools.app.clock.now.getTime() + 1000);
    const moment = new Date(tools.app.clock.now.getTime() - (more.late ?? 0) * 1000);
    return {
      ...{ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(moment.getTime() / 1000)) },
      'webhook-signature': new Webhook(more.with ?? secret).sign(id, moment, body),
    };
  };
  const send = (body: string, more = {}) => post(body, signed(body, more));
  const claims = async () =>
    (await tools.ask('GET', `${path}?pageSize=0`)).body.Items as readonly DataRecord[];
  const named = async (number: string) => (await claims()).filter(({ Name }) => Name === number);

  it('creates a record, changes it when it comes again, and carries out the steps as the owner', async () => {
    const { settle, runsOf } = tools;
    expect(await send(message('C-1'))).toEqual({ status: 202, body: { Accepted: true, IsRepeated: false } });
    await settle();
    const [claim] = await named('C-1');
    expect([claim?.Amount, claim?.CreatedBy]).toEqual([5, 'admin']);
    expect(claim?.Due).not.toBeNull();
    await send(message('C-1', 7));
    await settle();
    expect((await named('C-1')).map(({ Amount }) => Amount)).toEqual([7]);
    const [run] = await runsOf('paid');
    expect([run?.State, run?.Event, run?.RecordName]).toEqual(['done', 'webhook', 'C-1']);
    const work = await tools.ask('GET', '/background-work?source=automation');
    expect(JSON.stringify(work.body)).toContain('paid');
  });

  it('runs a repeated message once, also after a restart', async () => {
    const body = message('C-2');
    const headers = signed(body, { id: 'msg_same' });
    const both = await Promise.all([post(body, headers), post(body, headers)]);
    expect(both.map((one) => one.body.IsRepeated).sort()).toEqual([false, true]);
    await tools.settle();
    expect((await post(body, headers)).body.IsRepeated).toBe(true);
    await tools.settle();
    const runs = (await tools.runsOf('paid')).filter(({ RecordName }) => RecordName === 'C-2');
    expect(runs).toHaveLength(1);
  });

  it('takes the secret in a header instead of a signature', async () => {
    expect((await post(message('C-3'), { 'x-webhook-token': secret })).status).toBe(202);
    await tools.settle();
    expect(await named('C-3')).toHaveLength(1);
  });

  it('creates records from mail that a mail service posts as a form, with the secret as password', async () => {
    const form = new FormData();
    form.set('type', 'paid');
    form.set('claim', 'C-20');
    form.set('subject', 'Réglé');
    form.set('attachment', new Blob(['x']), 'x.txt');
    const { automation, publish, ask, settle, app } = tools;
    const when = { on: 'webhook', values: { Name: '$event.claim', Note: '$event.subject' } };
    await publish([automation('mailed', { owner: 'admin', when, then: [{ do: 'stop' }] })]);
    const made = await ask('POST', '/configure/automations/hooks/claim.mailed/secret');
    for (const body of [form, new URLSearchParams({ claim: 'C-21', subject: 'Réglé' })]) {
      const headers = { authorization: `Basic ${btoa(`hook:${made.body.Secret}`)}` };
      const url = 'http://localhost/api/hooks/claim.mailed';
      expect((await app.fetch(new Request(url, { method: 'POST', body, headers }))).status).toBe(202);
    }
    await settle();
    expect([(await named('C-20'))[0]?.Note, (await named('C-21'))[0]?.Note]).toEqual(['Réglé', 'Réglé']);
  });

  it('stops where the condition does not hold', async () => {
    await send(message('C-4', 5, 'refunded'));
    await tools.settle();
    expect(await named('C-4')).toEqual([]);
    expect((await tools.runsOf('paid'))[0]?.State).toBe('stopped');
  });

  it('changes none of several records that match, and fails visibly', async () => {
    for (const at of [1, 2]) await tools.create({ Name: 'D-7', Amount: at });
    await send(message('D-7', 9));
    await tools.settle();
    expect((await named('D-7')).map(({ Amount }) => Amount).sort()).toEqual([1, 2]);
    const [run] = await tools.runsOf('paid');
    expect([run?.State, JSON.stringify(run)]).toEqual([
      expect.stringMatching(/waiting|failed/),
      expect.stringContaining('D-7'),
    ]);
  });

  /** Publishes an automation of its own; sends it messages. */
  const receiver = async (called: string, when: DataRecord) => {
    const { automation, publish, ask, settle } = tools;
    await publish([automation(called, { owner: 'admin', when, then: [{ do: 'stop' }] })]);
    const made = await ask('POST', `/configure/automations/hooks/claim.${called}/secret`);
    return async (body: string) => {
      await post(body, { 'x-webhook-token': made.body.Secret }, `claim.${called}`);
      await settle();
    };
  };

  it('creates no record where an unmatched message is to be skipped', async () => {
    const deliver = await receiver('skipping', { ...trigger, unmatched: 'skip' });
    await tools.create({ Name: 'D-8', Amount: 1 });
    for (const number of ['D-8', 'D-9']) await deliver(message(number, 8));
    expect((await named('D-8')).map(({ Amount }) => Amount)).toEqual([8]);
    expect(await named('D-9')).toEqual([]);
    expect((await tools.runsOf('skipping'))[0]?.State).toBe('stopped');
  });

  it('finds no record by an empty value', async () => {
    const values = { ...trigger.values, Note: '$event.note' };
    const deliver = await receiver('noted', { ...trigger, match: 'Note', values });
    await tools.create({ Name: 'D-10', Amount: 1 });
    await deliver(message('D-11', 2));
    expect((await named('D-10')).map(({ Amount }) => Amount)).toEqual([1]);
    expect((await named('D-11')).map(({ Amount }) => Amount)).toEqual([2]);
  });

  it('refuses what is not signed, signed wrongly, late, too large, or no object', async () => {
    const body = message('C-5');
    const wrong = `whsec_${btoa('another secret of the same length')}`;
    const refused: readonly (readonly [string, Promise<{ status: number }>, number])[] = [
      ['unsigned', post(body, {}), 401],
      ['empty token', post(body, { 'x-webhook-token': '' }), 401],
      ['wrong token', post(body, { 'x-webhook-token': wrong }), 401],
      ['wrong secret', send(body, { with: wrong }), 401],
      ['late', send(body, { late: 600 }), 401],
      ['from the future', send(body, { late: -600 }), 401],
      ['another body', post(message('C-6'), signed(body)), 401],
      ['another id', post(body, { ...signed(body), 'webhook-id': 'msg_other' }), 401],
      ['a list', send('[]'), 400],
      ['no JSON', send('{'), 400],
      ['too large', send(JSON.stringify({ text: 'x'.repeat(300_000) })), 413],
      ['too deep', send(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`), 400],
      ['unknown address', post(body, signed(body), 'claim.nothing'), 404],
      ['another automation', post(body, signed(body), 'nothing'), 404],
    ];
    for (const [what, answer, status] of refused) expect((await answer).status, what).toBe(status);
    await tools.settle();
    expect([...(await named('C-5')), ...(await named('C-6'))]).toEqual([]);
  });

  it('fails visibly on values that the record does not take, and can be run again', async () => {
    await send(JSON.stringify({ type: 'paid', claim: { number: 'C-7', amount: 'much' } }));
    await tools.settle();
    const [run] = await tools.runsOf('paid');
    expect([run?.State, run?.Problem !== null, await named('C-7')]).toEqual(['failed', true, []]);
  });

  it('does no more than its owner may, as their rights are when it runs', async () => {
    const { app, person, settle, runsOf } = tools;
    const admin = await person('admin');
    await app.store.update('user', String(admin.Id), { IsActive: false });
    await send(message('C-8'));
    await settle();
    await app.store.update('user', String(admin.Id), { IsActive: true });
    await tools.later(0);
    expect([(await runsOf('paid'))[0]?.State, await named('C-8')]).toEqual(['failed', []]);
  });

  it('needs an owner, and its secret is made by the owner alone, shown once and replaced with an overlap', async () => {
    const { ask, app, put, automation } = tools;
    const draft = await put(ask, [automation('nobodys', { when: trigger, then: [{ do: 'stop' }] })]);
    expect(JSON.stringify(draft.Findings)).toContain('owner');
    await ask('DELETE', '/configure/draft');
    expect(JSON.stringify((await ask('GET', at)).body)).not.toContain(secret);
    const configurator = await app.as('configurator');
    expect((await configurator('POST', `${at}/secret`)).status).toBe(403);
    const viewer = await app.as('viewer');
    expect((await viewer('GET', at)).status).toBe(403);
    expect((await ask('POST', '/configure/automations/hooks/claim.nothing/secret')).status).toBe(409);
    const before = secret;
    secret = (await ask('POST', `${at}/secret`)).body.Secret;
    expect(secret).not.toBe(before);
    expect((await send(message('C-9'), { with: before })).status).toBe(202);
    await tools.later(25 * 3_600_000);
    expect((await send(message('C-9'), { with: before })).status).toBe(401);
    expect((await send(message('C-9'))).status).toBe(202);
    await tools.ask('DELETE', `${at}/secret`);
    expect((await send(message('C-9'))).status).toBe(404);
    secret = (await tools.ask('POST', `${at}/secret`)).body.Secret;
  });

  it('is bounded in rate, per address and for wrong secrets', async () => {
    await tools.later(3_600_000);
    const answers: number[] = [];
    for (let index = 0; index < 40; index += 1)
      answers.push((await post(message('C-10'), { 'x-webhook-token': 'wrong' })).status);
    expect([answers.filter((status) => status === 401).length, answers.at(-1)]).toEqual([30, 429]);
    expect((await send(message('C-10'))).status).toBe(202);
  });

  it('tries the example on a record before it is on', async () => {
    const { Id } = await tools.create({ Name: 'C-1' });
    const { body } = await tools.ask('POST', `/configure/automations/${name}/trial`, { RecordId: Id });
    expect(JSON.stringify(body)).toContain('Check C-1');
  });
});
