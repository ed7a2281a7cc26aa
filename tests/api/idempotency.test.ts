/** `Idempotency-Key`: a repeated call is carried out once and answered the same. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { cleanKeptAnswers, type Store } from '#server/app';
import { listen } from '../../server/node/listen.ts';
import { type Clients, createClients } from './support/createClients.ts';
import { address, sampleDealer } from './support/profileClients.ts';
import { type Ask, appStores, makeStore, startApp } from './support/startApp.ts';

const notes = `/profile/dealer/${sampleDealer}/note`;
const keyed = (key: string, more: Record<string, string> = {}) => ({ 'idempotency-key': key, ...more });
const replayed = 'idempotency-replayed';

describe.each(appStores)('idempotency keys, %s store', (kind) => {
  let { app, admin } = {} as Clients;
  let profiles: Ask;

  beforeAll(async () => {
    ({ app, admin } = await createClients(kind));
    profiles = await app.as('profiles');
    return () => app.store.close();
  });

  const note = (text: string) => ({ Text: text });
  const countOf = async (text: string) => {
    const filter = { kind: 'compare', path: 'Text', operator: 'eq', value: text } as const;
    return app.store.count('profile-note', filter);
  };

  it('a repeated create gets the first answer and creates nothing', async () => {
    const send = () => profiles('POST', notes, note('Once'), keyed('once-1'));
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status], JSON.stringify(first.body)).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get(replayed), again.headers.get(replayed)]).toEqual([null, 'true']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await countOf('Once')).toBe(1);
  });

  it('the same key for another body, path or method is refused', async () => {
    const key = keyed('other-1');
    expect((await profiles('POST', notes, note('First'), key)).status).toBe(201);
    expect((await profiles('POST', notes, note('Second'), key)).status).toBe(422);
    expect((await profiles('POST', `${notes}?x=1`, note('First'), key)).status).toBe(422);
    expect((await profiles('PUT', notes, note('First'), key)).status).toBe(422);
    expect([await countOf('First'), await countOf('Second')]).toEqual([1, 0]);
  });

  it('a key belongs to one person', async () => {
    const key = keyed('shared');
    expect((await profiles('POST', notes, note('Mine'), key)).status).toBe(201);
    const other = await admin('POST', notes, note('Theirs'), key);
    expect([other.status, other.headers.get(replayed)]).toEqual([201, null]);
  });

  it('two simultaneous calls create one record', async () => {
    const send = () => profiles('POST', notes, note('Raced'), keyed('raced'));
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, headers } of answers)
      if (status === 409) expect(headers.get('retry-after')).toBe('1');
      else expect(status).toBe(201);
    expect((await send()).status).toBe(201);
    expect(await countOf('Raced')).toBe(1);
  });

  it('a key whose call was refused can be used again', async () => {
    const key = keyed('refused');
    expect((await profiles('POST', notes, { Text: 7 }, key)).status).toBe(422);
    expect((await profiles('POST', notes, note('Mended'), key)).status).toBe(201);
  });

  it('an update, an order, a copy and a removal are recognised', async () => {
    const made = (await profiles('POST', notes, note('Draft'))).body as DataRecord;
    const save = () =>
      profiles('PUT', notes, { Id: made.Id, Text: 'Final', Revision: made.Revision }, keyed('save'));
    const [first, again] = [await save(), await save()];
    expect([first.status, again.status, again.body], JSON.stringify(first.body)).toEqual([
      200,
      200,
      first.body,
    ]);
    const remove = () => profiles('DELETE', `${notes}/${made.Id}`, undefined, keyed('remove'));
    const [gone, still] = [await remove(), await remove()];
    expect([gone.status, still.status, still.headers.get(replayed)]).toEqual([204, 204, 'true']);
  });

  it('a copy and a transition are carried out once', async () => {
    const active = await admin(
      'GET',
      '/product?pageSize=1&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=Active',
    );
    const source = active.body.Items[0] as DataRecord;
    const before = await app.store.count('product');
    const copy = () => admin('POST', '/product/version', { ...source, Version: '77.8' }, keyed('version'));
    const [first, again] = [await copy(), await copy()];
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await app.store.count('product')).toBe(before + 1);
    const made = (await profiles('POST', '/profile/oem', { Name: 'Twice', Addresses: [address] })).body;
    const step = () =>
      profiles('PUT', `/profile/oem/${made.Id}/status`, { Name: 'Operational' }, keyed('step'));
    const [taken, same] = [await step(), await step()];
    expect([taken.status, same.status, same.headers.get(replayed)], JSON.stringify(taken.body)).toEqual([
      200,
      200,
      'true',
    ]);
  });

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('%j is not a key', async (key) => {
    // An empty header is sent as one.
    const answer = await profiles(
      'POST',
      notes,
      note('Never'),
      keyed(encodeURI(key) === key ? key : '\u00e9'),
    );
    expect(answer.status).toBe(400);
    expect(await countOf('Never')).toBe(0);
  });

  it('a call without a body is accepted over a socket, where a body can be read only once', async () => {
    const server = await listen((request) => app.fetch(request), { port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${server.port}`;
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(`${origin}/api${path}`, { method: 'POST', headers, ...(body && { body }) });
    const login = JSON.stringify({ UserName: 'profiles', Password: 'demo' });
    const session = await send('/session', { 'content-type': 'application/json' }, login);
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    const read = () => send('/notification/read', { cookie, ...keyed('no-body') });
    const [first, again] = [await read(), await read()];
    expect([first.status, again.status, again.headers.get(replayed)]).toEqual([200, 200, 'true']);
    await server.stop();
  });

  it('a stored answer can be read only with the key', async () => {
    await profiles('POST', notes, note('Confidential wording'), keyed('sealed'));
    const { items } = await app.store.find({ entity: 'kept-answer' });
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toMatch(/Confidential|wording|sealed/);
  });
});

it.each(['memory', 'sqlite'] as const)(
  'a server that dies between commit and answer gives the answer after its restart, %s store',
  async (kind) => {
    const base = await makeStore[kind]();
    let isDying = false;
    const update: Store['update'] = async (entity, ...rest) => {
      if (isDying && entity === 'kept-answer') throw new Error('The process is gone.');
      return base.update(entity, ...rest);
    };
    const app = await startApp({ store: { ...base, update } });
    const ask = await app.as('profiles');
    const send = (by: Ask) => by('POST', notes, { Text: 'Survived' }, keyed('crash'));
    isDying = true;
    const lost = await send(ask);
    isDying = false;
    const again = await send(await app.restart().as('profiles'));
    expect([again.status, again.headers.get(replayed)], JSON.stringify(again.body)).toEqual([201, 'true']);
    expect(again.body).toEqual(lost.body);
    const filter = { kind: 'compare', path: 'Text', operator: 'eq', value: 'Survived' } as const;
    expect(await app.store.count('profile-note', filter)).toBe(1);
    // A day later the key can be used again, and the stored answer is removed.
    app.clock.now = new Date(app.clock.now.getTime() + 25 * 3600 * 1000);
    expect(await cleanKeptAnswers(app.store, { now: () => app.clock.now })).toBeGreaterThan(0);
    expect(await app.store.count('kept-answer')).toBe(0);
    const later = await send(await app.restart().as('profiles'));
    expect([later.status, later.headers.get(replayed)]).toEqual([201, null]);
    expect(await app.store.count('profile-note', filter)).toBe(2);
    await app.store.close();
  },
);
