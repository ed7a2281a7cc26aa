/**
 * `Idempotency-Key` on calls whose answer is too large to keep, or is written outside a transaction of its own: the
 * repetition never writes again, and says truly what became of the first.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import type { Store } from '#server/app';
import {
  type Ask,
  appStores,
  makeStore,
  type Running,
  startApp,
  withDeclarations,
} from './support/startApp.ts';

/** The most characters of an answer that are kept. */
const largest = 262_144;
const declared = (name: string, json: object) => ({ file: `schemas/tests/bulky/${name}.json`, json });

const added = withDeclarations([
  declared('entity', {
    $id: 'bulky',
    title: 'Bulky',
    'x-plural': 'Bulky',
    type: 'object',
    'x-label': 'Name',
    required: ['Name'],
    properties: {
      Name: { type: 'string', title: 'Name', maxLength: 20 },
      Text: { type: 'string', title: 'Text', maxLength: 400_000 },
    },
  }),
  declared('behaviour', { for: 'bulky', policy: { view: 'Profile.View', write: 'Profile.View' } }),
  declared('api', {
    for: 'bulky',
    routes: [
      { route: 'POST /bulky', operation: 'create', status: 201 },
      { route: 'GET /bulky/{id}', operation: 'get' },
      { route: 'PUT /bulky', operation: 'update' },
    ],
  }),
]);

let app: Running;
let ask: Ask;
beforeAll(async () => {
  app = await startApp({ store: appStores[0] ?? 'sqlite', added });
  ask = await app.as('admin');
});
afterAll(() => app.store.close());

const keyed = (key: string) => ({ 'idempotency-key': key });
const replayed = 'idempotency-replayed';
const count = () => app.store.count('bulky');

/** A text with which the answer has so many characters. */
async function textFor(Name: string, length: number): Promise<string> {
  const { body } = await ask('POST', '/bulky', { Name, Text: 'x' });
  return 'x'.repeat(length - JSON.stringify(body).length + 1);
}

it('an answer of the largest size is given again', async () => {
  const body = { Name: 'At most', Text: await textFor('At most', largest) };
  const before = await count();
  const [first, again] = [
    await ask('POST', '/bulky', body, keyed('at-most')),
    await ask('POST', '/bulky', body, keyed('at-most')),
  ];
  expect([first.status, JSON.stringify(first.body).length]).toEqual([201, largest]);
  expect([again.status, again.headers.get(replayed)]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(await count()).toBe(before + 1);
});

it('a larger one is told by its status and where to read the result; nothing is written again', async () => {
  const body = { Name: 'Too large', Text: await textFor('Too large', largest + 1) };
  const before = await count();
  const send = (by: Ask) => by('POST', '/bulky', body, keyed('too-large'));
  const first = await send(ask);
  expect([first.status, JSON.stringify(first.body).length]).toEqual([201, largest + 1]);
  const location = `/api/bulky/${first.body.Id}`;
  for (const by of [ask, ask, await app.restart().as('admin')]) {
    const again = await send(by);
    expect(again.body).toMatchObject({
      ...{ Code: 'conflict', Reason: 'idempotency-answer-lost', Status: 201, Location: location },
      Message: expect.stringContaining(location),
    });
    expect([again.status, again.headers.get('location')]).toEqual([409, location]);
  }
  expect(await count()).toBe(before + 1);
  expect((await ask('GET', location.replace('/api', ''))).body).toEqual(first.body);
  // Another body is still refused.
  expect((await ask('POST', '/bulky', { ...body, Name: 'Other' }, keyed('too-large'))).status).toBe(422);
});

it('an update with a large answer is carried out once', async () => {
  const made = (await ask('POST', '/bulky', { Name: 'First' })).body as DataRecord;
  const body = { Id: made.Id, Revision: made.Revision, Text: 'y'.repeat(largest) };
  const send = () => ask('PUT', '/bulky', body, keyed('update'));
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.body.Status]).toEqual([200, 409, 200]);
  expect((await app.store.get('bulky', String(made.Id)))?.Revision).toBe(first.body.Revision);
});

it('a single write is noted in its own transaction: a server that dies after it does not repeat it', async () => {
  const base = await makeStore[appStores[0] ?? 'sqlite']();
  let isDying = false;
  const transaction: Store['transaction'] = (work) =>
    base.transaction((session) => {
      let hasWritten = false;
      const insert: typeof session.insert = async (entity, record) => {
        if (isDying && entity === 'kept-answer' && !hasWritten) throw new Error('The process is gone.');
        hasWritten = true;
        return session.insert(entity, record);
      };
      return work({ ...session, insert });
    });
  const update: Store['update'] = async (entity, ...rest) => {
    if (isDying && entity === 'kept-answer') throw new Error('The process is gone.');
    return base.update(entity, ...rest);
  };
  const dying = await startApp({ store: { ...base, transaction, update } });
  const secret = { Host: 'partner.example', Value: 'open sesame' };
  const send = (by: Ask) => by('PUT', '/configure/automations/secrets/once', secret, keyed('single'));
  const first = dying.as('admin');
  isDying = true;
  const made = await send(await first);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  isDying = false;
  const again = await send(await dying.restart().as('admin'));
  expect([again.status, again.body.Reason]).toEqual([409, 'idempotency-answer-lost']);
  const { items } = await base.find({ entity: 'automation-secret' });
  expect(items.map(({ Revision }) => Revision)).toEqual([1]);
  await base.close();
});
