/** New rules and conditions are tried on stored records before publication, as limits are. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const field = (name: string, type: string, more: object = {}) => ({
  kind: 'field',
  name: `product.${name}`,
  type,
  title: texts(name),
  ...more,
});
const rule = (name: string, more: object) => ({ kind: 'rule', name: `product.${name}`, ...more });
const columns = [
  { name: 'Kept', type: 'text', title: texts('Kept') },
  { name: 'Gone', type: 'text', title: texts('Gone') },
];

type Said = { Verdict: string; Count: number; Message: string; Change: { Name: string } | null };

describe('the effect of rules on stored records', () => {
  let app: Running;
  let admin: Ask;

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    admin = await app.as('admin');
    const Put = [
      field('Grade', 'text'),
      field('Amount', 'money'),
      field('Sum', 'money'),
      field('Wanted', 'text'),
      field('Lines', 'rows', { fields: columns }),
    ];
    await admin('PUT', '/configure/draft', { Put });
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const { items } = await app.store.find({ entity: 'product' });
    const [one, two, three] = items.map(({ Id }) => String(Id));
    const set = (id = '', fields: object) => app.store.update('product', id, { ...fields });
    await set(one, { Grade: 'low', Amount: 10, Sum: 20, Lines: [{ Kept: 'a', Gone: 'b' }] });
    await set(two, { Grade: 'low', Amount: 10, Sum: 7, Wanted: 'x' });
    await set(three, { Grade: 'high', Amount: 500, Lines: [{ Kept: 'a', Gone: null }] });
    return () => app.store.close();
  });

  it('is counted by rule and condition, and needs confirmation', async () => {
    const { items } = await app.store.find({ entity: 'product' });
    const Put = [
      rule('never', { check: 'false', on: ['update'], message: texts('Never.') }),
      rule('cheap', {
        check: 'Amount < 100',
        when: '$has(Amount)',
        at: ['Amount'],
        message: texts('Cheap.'),
      }),
      rule('hint', {
        check: "Grade != 'low'",
        when: '$has(Grade)',
        at: ['Grade'],
        level: 'warning',
        message: texts('Better.'),
      }),
      rule('fine', { check: 'Amount < 1000', when: '$has(Amount)', message: texts('Fine.') }),
      field('Wanted', 'text', { required: "Grade = 'low'" }),
      field('Grade', 'text', { visible: 'Amount > 50' }),
      field('Sum', 'money', { computed: { value: 'Amount * 2', stored: true } }),
      field('Lines', 'rows', { fields: columns.slice(0, 1) }),
    ];
    const { body } = await admin('PUT', '/configure/draft', { Put });
    const errors = body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
    expect(errors).toEqual([]);
    const said = (body.Effects as Said[]).map(({ Verdict, Count, Change }) => [Change?.Name, Verdict, Count]);
    expect(said).toEqual(
      expect.arrayContaining([
        ['product.never', 'Migratable', items.length],
        ['product.cheap', 'Migratable', 1],
        // Two records have the grade, but it would be hidden in them: the rule and its dependents see nothing
        // there.
        ['product.Grade', 'Migratable', 2],
        ['product.Sum', 'Migratable', 1],
        ['product.Lines', 'Safe', 1],
      ]),
    );
    const names = said.map(([name]) => name);
    expect(names).not.toContain('product.fine');
    expect(names).not.toContain('product.hint');
    expect(names).not.toContain('product.Wanted');
    const { status, body: asked } = await admin('POST', '/configure/publish', {});
    expect(status).toBe(428);
    expect(asked.Confirmations[0].Message).toContain('Never.');
  });

  it('covers notices and requirements where the value is visible', async () => {
    await admin('DELETE', '/configure/draft');
    const Put = [
      rule('hint', {
        check: "Grade != 'low'",
        when: '$has(Grade)',
        at: ['Grade'],
        level: 'warning',
        message: texts('Better.'),
      }),
      field('Wanted', 'text', { required: "Grade = 'low'" }),
    ];
    const { body } = await admin('PUT', '/configure/draft', { Put });
    const said = (body.Effects as Said[]).map(({ Verdict, Count, Change }) => [Change?.Name, Verdict, Count]);
    expect(said).toEqual([
      ['product.Wanted', 'Migratable', 1],
      ['product.hint', 'Safe', 2],
    ]);
  });

  it('restoring an earlier release is checked the same way, and refuses what its user may not do', async () => {
    await admin('DELETE', '/configure/draft');
    const { status, body } = await admin('GET', '/configure/releases/0/review');
    expect(status).toBe(200);
    expect(body.Differences).toHaveLength(5);
    expect(body.Effects.map(({ Count }: Said) => Count)).toEqual(expect.arrayContaining([3]));
    expect((await admin('GET', '/configure/releases/7/review')).status).toBe(404);
    const viewer = await app.as('viewer');
    expect((await viewer('GET', '/configure/releases/0/review')).status).toBe(403);
  });

  it('several changes are one step: added and removed at most once each, or nothing', async () => {
    await admin('DELETE', '/configure/draft');
    const both = [field('One', 'text'), field('Two', 'text')];
    const first = await admin('PUT', '/configure/draft', { Put: both });
    expect(first.body.Revision).toBe(1);
    const next = await admin('PUT', '/configure/draft', {
      Revision: 1,
      Put: [field('Three', 'text')],
      Remove: [{ kind: 'field', name: 'product.One' }],
    });
    const names = next.body.Changes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['product.Two', 'product.Three']));
    expect(names).not.toContain('product.One');
    for (const [body, status] of [
      [{ Revision: 1, Put: both }, 409],
      [{ Put: [both[0], both[0]] }, 400],
      [{ Put: [{ kind: 'nothing', name: 'x' }] }, 400],
      [{ Put: 'x' }, 422],
      [{ Put: [1] }, 422],
    ] as const)
      expect((await admin('PUT', '/configure/draft', body)).status, JSON.stringify(body)).toBe(status);
    expect((await admin('GET', '/configure/draft')).body.Changes).toEqual(next.body.Changes);
  });

  it('what a restored release removes is named by its title', async () => {
    await admin('DELETE', '/configure/draft');
    const place = { kind: 'place', name: 'products.products.column.Pledge', field: 'Pledge' };
    const Put = [
      { ...field('Pledge', 'text'), title: { 'en-CA': 'Pledge of care', 'fr-CA': 'Promesse' } },
      { ...place, screen: 'products', block: 'products', as: 'column' },
    ];
    expect((await admin('PUT', '/configure/draft', { Put })).status).toBe(200);
    const published = await admin('POST', '/configure/publish', { Note: 'A pledge' });
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const { body } = await admin('GET', '/configure/releases/0/review');
    expect(body.Differences).toContain('Removed: column “Pledge of care” of Products');
  });
});

it('rules are tried on the day of whoever asks, not on that of UTC', async () => {
  const app = await startApp({ store: 'memory' });
  const early = await app.as('admin');
  await early('PUT', '/configure/draft', { Put: [field('Due', 'date')] });
  expect((await early('POST', '/configure/publish', {})).status).toBe(201);
  const { items } = await app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
  await app.store.update('product', String(items[0]?.Id), { Due: '2026-11-20' });
  // Still the 20th in Vancouver.
  app.clock.now = new Date('2026-11-21T03:00:00Z');
  const admin = await app.as('admin');
  const late = rule('late', { check: 'Due >= $today', when: '$has(Due)', message: texts('Late.') });
  const counted = async (zone: string) => {
    const { body } = await admin('PUT', '/configure/draft', { Put: [late] }, { 'x-time-zone': zone });
    return (body.Effects as Said[]).find(({ Change }) => Change?.Name === 'product.late')?.Count ?? 0;
  };
  expect([await counted('America/Vancouver'), await counted('Europe/Paris')]).toEqual([0, 1]);
  await app.store.close();
});
