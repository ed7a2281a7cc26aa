/** Automations that call an address: secrets, answers, retries, limits, and what they do not hold up. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createPost } from '../../server/node/createPost.ts';
import { appStores } from './support/startApp.ts';
import { type Automations, path, startAutomations } from './support/startAutomations.ts';
import { startReceiver } from './support/startReceiver.ts';

describe.each(appStores)('calls of automations in the %s store', (store) => {
  let tools: Automations;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const secret = 'a-very-secret-value';
  beforeAll(async () => {
    receiver = await startReceiver();
    const post = createPost({ allowedHosts: ['127.0.0.1'] });
    const quick = (sent: Parameters<typeof post>[0]) => post({ ...sent, timeoutMs: 300 });
    tools = await startAutomations(store, { post: quick });
    const { automation, publish, ask } = tools;
    const { host } = new URL(receiver.url);
    const put = await ask('PUT', '/configure/automations/secrets/partner', { Host: host, Value: secret });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const button = { on: 'button' };
    await publish([
      automation('call', {
        ...{ owner: 'admin', when: button },
        then: [
          { do: 'set', fields: { Note: "'asking'" } },
          {
            ...{ do: 'call', url: receiver.url, headers: { Authorization: 'Bearer {secret.partner}' } },
            body: "{ 'name': Name, 'amount': Amount }",
          },
          { do: 'set', fields: { Note: "'score ' & $string($answer.score)" } },
        ],
      }),
      automation('query', {
        ...{ owner: 'admin', when: button },
        then: [
          { do: 'call', method: 'GET', url: `${receiver.url}?a=1`, body: "{ 'q': Name, 'none': null }" },
        ],
      }),
      automation('elsewhere', {
        ...{ owner: 'admin', when: button },
        then: [{ do: 'call', url: 'https://example.com/', headers: { 'X-Key': '{secret.partner}' } }],
      }),
      automation('inside', {
        ...{ owner: 'admin', when: button },
        then: [{ do: 'call', url: 'https://169.254.169.254/latest' }],
      }),
    ]);
    return async () => {
      receiver.server.closeAllConnections();
      receiver.close();
      await tools.app.store.close();
    };
  });
  beforeEach(() => {
    receiver.received.length = 0;
    Object.assign(receiver.how, { status: 200, text: '{"score":7}', isEndless: false, isSilent: false });
  });

  const press = async (name: string, record: DataRecord = { Name: 'One', Amount: 5 }) => {
    const { Id } = await tools.create(record);
    const { status } = await tools.ask('POST', `${path}/${Id}/buttons/${name}`, {});
    expect(status).toBe(202);
    await tools.settle();
    return Id;
  };
  const noteOf = async (Id: unknown) => (await tools.ask('GET', `${path}/${Id}`)).body.Note;
  const last = async (name: string) => (await tools.runsOf(name))[0] as DataRecord;

  it('sends the body with its secret, reads the answer in later steps, and shows the secret nowhere', async () => {
    const Id = await press('call');
    expect(await noteOf(Id)).toBe('score 7');
    const [received, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({ method: 'POST', body: '{"name":"One","amount":5}' });
    expect(received?.headers).toMatchObject({
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
    });
    const run = await last('call');
    expect(run).toMatchObject({
      State: 'done',
      Steps: [{ Do: 'set' }, { Do: 'call', Outcome: 'done' }, { Do: 'set' }],
    });
    const stored = JSON.stringify([
      run,
      (await tools.ask('GET', '/configure/automations/secrets')).body,
      (await tools.app.store.find({ entity: 'automation-run' })).items,
      (await tools.app.store.find({ entity: 'automation-secret' })).items,
    ]);
    expect(stored).toContain('{secret.partner}');
    expect(stored).not.toContain(secret);
  });

  it('keeps what was written before the call, repeats it with the same key, and gives up what cannot succeed', async () => {
    receiver.how.status = 503;
    const Id = await press('call');
    expect([await noteOf(Id), (await last('call')).State]).toEqual(['asking', 'calling']);
    Object.assign(receiver.how, { status: 200 });
    await tools.later(61_000);
    await tools.settle();
    expect(await noteOf(Id)).toBe('score 7');
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    receiver.how.status = 404;
    const gone = await press('call');
    expect(await last('call')).toMatchObject({ State: 'failed', Problem: expect.stringContaining('404') });
    receiver.how.status = 200;
    const { Id: run } = await last('call');
    expect((await tools.ask('POST', `/configure/automations/runs/${run}/again`)).status).toBe(200);
    await tools.settle();
    expect(await noteOf(gone)).toBe('score 7');
  });

  it.each([
    ['hangs', { isSilent: true }, 'calling', 'did not respond'],
    ['answers without end', { isEndless: true }, 'failed', '1 MB'],
    ['sends elsewhere', { status: 302 }, 'failed', '302'],
  ])('bounds a receiver that %s', async (_, how, state, problem) => {
    Object.assign(receiver.how, how);
    await press('call');
    expect(await last('call')).toMatchObject({ State: state, Problem: expect.stringContaining(problem) });
    receiver.server.closeAllConnections();
  });

  it('writes the query of a GET', async () => {
    await press('query', { Name: 'A & B' });
    expect(receiver.received[0]).toMatchObject({ method: 'GET', url: '/hook?a=1&q=A+%26+B', body: '' });
  });

  it('sends a secret to no other host, and calls no address inside', async () => {
    await press('elsewhere');
    expect(await last('elsewhere')).toMatchObject({
      State: 'failed',
      Problem: expect.stringContaining('partner'),
    });
    await press('inside');
    expect(await last('inside')).toMatchObject({
      State: 'failed',
      Problem: expect.stringContaining('inside'),
    });
  });

  it('calls nobody in a trial, and tells what it would send', async () => {
    const { Id } = await tools.create({ Name: 'Trial', Amount: 1 });
    const { body } = await tools.ask('POST', '/configure/automations/claim.call/trial', { RecordId: Id });
    expect(body.Steps[1]).toMatchObject({
      Do: 'call',
      Outcome: 'skipped',
      Values: { method: 'POST', url: receiver.url },
    });
    expect([receiver.received, JSON.stringify(body).includes(secret)]).toEqual([[], false]);
  });

  it('keeps other due work going while a receiver hangs', async () => {
    receiver.how.isSilent = true;
    const { Id } = await tools.create({ Name: 'Waiting', Amount: 1 });
    await tools.ask('POST', `${path}/${Id}/buttons/call`, {});
    const [inside, outside] = tools.app.lanes;
    await inside?.();
    let isOver = false;
    const calls = outside?.().then(() => {
      isOver = true;
    });
    expect(await inside?.()).toBe(0);
    expect(isOver).toBe(false);
    await calls;
    receiver.server.closeAllConnections();
  });

  it('refuses secrets to those who do not manage accounts, and names and values that are no header', async () => {
    const at = '/configure/automations/secrets';
    const theirs = await tools.app.as('configurator');
    expect((await theirs('PUT', `${at}/other`, { Host: 'a.example', Value: 'x' })).status).toBe(403);
    expect((await theirs('DELETE', `${at}/partner`)).status).toBe(403);
    const viewer = await tools.app.as('viewer');
    expect((await viewer('GET', at)).status).toBe(403);
    const bad = [
      { Host: 'a b', Value: 'x' },
      { Host: 'a.example', Value: 'x\r\nHost: b' },
      { Host: 'a.example' },
    ];
    for (const body of bad)
      expect((await tools.ask('PUT', `${at}/other`, body)).status).toBeGreaterThanOrEqual(400);
    expect((await tools.ask('PUT', `${at}/a_b`, { Host: 'a.example', Value: 'x' })).status).toBe(422);
  });

  it('finds addresses and headers that cannot be before publishing', async () => {
    const { ask, put, automation } = tools;
    const calling = (name: string, step: object) =>
      automation(name, { when: { on: 'created' }, then: [{ do: 'call', ...step }] });
    const draft = await put(ask, [
      calling('a', { url: 'ftp://example.com' }),
      calling('b', { url: 'https://a:b@example.com' }),
      calling('c', { url: 'https://example.com', headers: { Host: 'inside' } }),
      calling('d', {}),
      calling('e', { url: 'https://example.com', headers: { 'X-A': 'one\r\ntwo' } }),
    ]);
    const codes = (draft.Findings as DataRecord[]).map(({ Code }) => Code);
    expect(codes.filter((code) => code === 'automation-address')).toHaveLength(2);
    expect(codes).toEqual(
      expect.arrayContaining(['automation-header', 'automation-missing', 'shape.pattern']),
    );
    await ask('DELETE', '/configure/draft');
  });
});
