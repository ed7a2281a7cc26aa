/**
 * Fields that are removed and restored with their kept values: everything they would hold is counted and
 * reported before.
 */
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type StoreKind, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const field = (type: string, more: object = {}) => ({ type, title: texts('Rating'), ...more });
const choices = (...names: readonly string[]) => names.map((name) => ({ name, title: texts(name) }));
const thing = 'entity/thing';
const rating = 'field/thing.Rating';

type Draft = { readonly Effects: readonly { Verdict: string; Count: number; Message: string }[] };

async function put(ask: Ask, path: string, change: object): Promise<Draft> {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function publish(ask: Ask): Promise<number> {
  const first = await ask('POST', '/configure/publish', {});
  const tokens = first.body.Confirmations?.map(({ Token }: { Token: string }) => Token) ?? [];
  const answer =
    first.status === 428
      ? await ask('POST', '/configure/publish', {}, { 'x-confirm': tokens.join(',') })
      : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.Number;
}

const effectsOf = ({ Effects }: Draft) =>
  Effects.map(({ Verdict, Count, Message }) => `${Verdict} ${Count} ${Message}`);

/** An entity with a field filled in two records and then removed; then a third record is added. */
async function withKept(store: StoreKind, change: object, values: readonly unknown[]) {
  const app = await startApp({ store, seed: 'none' });
  const ask = await app.as('admin');
  await put(ask, thing, { title: texts('Thing'), plural: texts('Things') });
  const role = { add: ['Custom.Thing.View', 'Custom.Thing.Edit'] };
  await put(ask, 'role/admin', role);
  await put(ask, rating, change);
  await publish(ask);
  const admin = await app.as('admin');
  const create = async (record: DataRecord) => {
    const answer = await admin('POST', '/custom/thing', record);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  };
  for (const [index, Rating] of values.entries()) await create({ Name: `Thing ${index}`, Rating });
  await ask('DELETE', `/configure/draft/${rating}`);
  await publish(ask);
  await create({ Name: 'Late' });
  const list = async () =>
    (await admin('GET', '/custom/thing')).body.Items.map(({ Name, Rating }: DataRecord) => [Name, Rating]);
  return { app, ask, admin, create, list };
}

describe.each(['memory', 'sqlite'] as const)('kept values, on %s', (kind) => {
  it('a required field that returns over newer records is refused with their count; its kept values are recognized', async () => {
    const { ask, list } = await withKept(kind, field('text', { required: true }), ['Good', 'Poor']);
    const restored = await ask('POST', '/configure/releases/1/restore', {});
    expect(restored.status).toBe(422);
    expect(restored.body.Message).toContain('1 record of Things was saved while the field was removed');
    expect(restored.body.Effects).toMatchObject([
      { Verdict: 'Refused', Count: 1, Change: { Kind: 'field', Name: 'thing.Rating' } },
      { Verdict: 'Safe', Count: 2 },
    ]);
    // The way out: the release as a draft, with a default for records without a value.
    const opened = await ask('POST', '/configure/releases/1/draft', {});
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    expect(opened.body.Changes).toHaveLength(3);
    const draft = await put(ask, rating, field('text', { required: true, default: 'New' }));
    expect(effectsOf(draft)).toEqual([
      'Migratable 1 1 record of Things will get the default of Rating.',
      expect.stringMatching(/^Safe 2 The hidden values of Rating in 2 records become visible again/),
    ]);
    await publish(ask);
    expect(await list()).toEqual(
      expect.arrayContaining([
        ['Thing 0', 'Good'],
        ['Thing 1', 'Poor'],
        ['Late', 'New'],
      ]),
    );
  });
});

describe('kept values', () => {
  const kind = 'sqlite';

  it('a required field returns by itself while every record has a value', async () => {
    const { ask, admin, list } = await withKept(kind, field('text', { required: true }), ['Good']);
    const { Items } = (await admin('GET', '/custom/thing')).body;
    const late = Items.find(({ Name }: DataRecord) => Name === 'Late');
    expect((await admin('DELETE', `/custom/thing/${late.Id}`)).status).toBeLessThan(300);
    expect((await ask('POST', '/configure/releases/1/restore', {})).status).toBe(201);
    expect(await list()).toEqual([['Thing 0', 'Good']]);
  });

  it('kept duplicates in a field that is now unique are counted and refused', async () => {
    const { ask } = await withKept(kind, field('text'), ['Same', 'same', 'Other']);
    const draft = await put(ask, rating, field('text', { unique: true }));
    expect(effectsOf(draft)[0]).toMatch(
      /^Refused 2 Rating must be unique, but 2 records of Things have the same value as another/,
    );
    expect((await ask('POST', '/configure/publish', {})).status).toBe(422);
  });

  it('kept values outside new limits, and choices and list rows that lost something meanwhile, are counted', async () => {
    const rows = (...fields: readonly object[]) => field('rows', { fields });
    const step = { name: 'Step', type: 'text', title: texts('Step') };
    const by = { name: 'By', type: 'text', title: texts('By'), required: true };
    const { ask } = await withKept(kind, rows(step), [[{ Step: 'Look' }], [{ Step: 'Look twice' }]]);
    expect(effectsOf(await put(ask, rating, rows({ ...step, maxLength: 5 }, by)))).toEqual([
      expect.stringMatching(/^Refused 2 By is required/),
      expect.stringMatching(/^Migratable 1 .*outside the new limits of Step/),
      expect.stringMatching(/^Safe 2 /),
    ]);
    const chosen = await withKept(kind, field('choice', { choices: choices('Good', 'Poor') }), ['Poor']);
    const draft = await put(chosen.ask, rating, field('choice', { choices: choices('Good') }));
    expect(effectsOf(draft)[0]).toMatch(
      /^Refused 1 1 record of Things has a choice in Rating that is no longer in its list/,
    );
  });

  it('an entity that returns with its records and stricter rules says so', async () => {
    const { ask } = await withKept(kind, field('text'), ['Good']);
    await ask('POST', '/configure/releases/1/draft', {});
    // It goes with its field and the permission it gave a role; both are reported before.
    const { Gone } = (await ask('GET', `/configure/draft/${thing}/dependents`)).body;
    expect(Gone).toMatchObject([
      { Kind: 'field', Name: 'thing.Rating', Subject: expect.stringContaining('Rating') },
      { Kind: 'role', Name: 'admin' },
    ]);
    const taken = await ask('DELETE', `/configure/draft/${thing}?dependents=true`);
    expect([taken.status, taken.body.Changes, taken.body.Findings]).toEqual([200, [], []]);
    expect((await ask('GET', `/configure/draft/${thing}/dependents`)).status).toBe(404);
    await publish(ask);
    await ask('POST', '/configure/releases/1/draft', {});
    const draft = await put(ask, rating, field('text', { required: true }));
    expect(effectsOf(draft)).toEqual([
      expect.stringMatching(/^Refused 1 Rating is required, but 1 record of Things/),
      expect.stringMatching(/^Safe 2 2 hidden records of Things become visible again/),
      expect.stringMatching(/^Safe 4 Things: visible to Administrator, /),
    ]);
    await ask('DELETE', `/configure/draft/${rating}`);
    await publish(ask);
    expect((await ask('GET', '/custom/thing')).body.TotalItems).toBe(2);
  });
});
