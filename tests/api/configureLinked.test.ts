/** Roll-ups and look-throughs that a configurator declares: findings, rights, old records, very many records. */
import { describe, expect, it } from 'vitest';
import { withoutEntity } from '#engine';
import { putAll } from '../support/putAll.ts';
import { lending } from './support/lending.ts';
import { type Answer, type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const stores: readonly StoreKind[] = process.env.STORES === 'postgres' ? ['postgres'] : ['memory', 'sqlite'];

async function put(ask: Ask, path: string, change: object): Promise<Answer['body']> {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const field = (type: string, more: object = {}) => ({ type, title: texts(`A ${type}`), ...more });

async function publish(ask: Ask): Promise<void> {
  const first = await ask('POST', '/configure/publish', {});
  const tokens = first.body.Confirmations?.map(({ Token }: { Token: string }) => Token) ?? [];
  const answer =
    first.status === 428
      ? await ask('POST', '/configure/publish', {}, { 'x-confirm': tokens.join(',') })
      : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

const idOf = (at: number) => `01900d01-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** Adjusters and claims, as a configurator made them, without linked fields yet. */
async function withClaims(store: StoreKind) {
  const app = await startApp({ store, seed: 'none', added: lending });
  const admin = await app.as('admin');
  await put(admin, 'entity/adjuster', { title: texts('Adjuster'), plural: texts('Adjusters') });
  await put(admin, 'entity/claim', { title: texts('Claim'), plural: texts('Claims') });
  const features = ['Adjuster', 'Claim'].flatMap((one) => [`Custom.${one}.View`, `Custom.${one}.Edit`]);
  await put(admin, 'role/admin', { add: features });
  await put(admin, 'field/adjuster.City', field('text'));
  await put(admin, 'field/claim.Adjuster', field('reference', { reference: 'adjuster' }));
  await put(admin, 'field/claim.Amount', field('money'));
  await put(admin, 'field/claim.Open', field('boolean'));
  await put(admin, 'field/claim.Double', field('money', { computed: { value: 'Amount * 2.015' } }));
  await publish(admin);
  return { app, admin };
}

/** Written beneath the application, as a restored database would have them. */
async function fill({ store }: Running, counts: readonly number[]): Promise<void> {
  await store.transaction(async (session) => {
    for (const [at, count] of counts.entries()) {
      await session.insert('adjuster', { Id: idOf(at), Revision: 1, Name: `Adjuster ${at}`, City: 'Laval' });
      const claims = Array.from({ length: count }, (_, one) => ({
        ...{ Id: idOf(1_000_000 * (at + 1) + one), Revision: 1, Name: `Claim ${one}`, Adjuster: idOf(at) },
        ...{ Amount: 1.25, Open: one % 2 === 0 },
      }));
      await session.insertMany('claim', claims);
    }
  });
}

const ofClaims = (more: object) => ({ rollUp: { of: 'claim', by: 'Adjuster', function: 'count', ...more } });
const linkedFields = {
  'field/adjuster.Claims': field('integer', ofClaims({})),
  'field/adjuster.Paid': field(
    'money',
    ofClaims({ function: 'sum', field: 'Amount', where: 'Open = false' }),
  ),
  'field/adjuster.Largest': field('money', ofClaims({ function: 'greatest', field: 'Amount' })),
  'field/adjuster.Half': field('money', { computed: { value: 'Paid / 2', stored: true } }),
  'field/claim.City': field('text', { lookThrough: { by: 'Adjuster', field: 'City' } }),
};

const findingsOf = (body: Answer['body']): string[] =>
  (body.Findings as { Level: string; Code: string; At?: string }[])
    .filter(({ Level }) => Level === 'error')
    .map(({ Code }) => Code);

describe.each(stores)('C6: linked fields made in the configurator, on %s', (kind) => {
  it('are filled in old records by the publication, kept up to date and published as read-only', async () => {
    const { app, admin } = await withClaims(kind);
    await fill(app, [3, 0]);
    expect((await admin('PUT', '/configure/draft', putAll(linkedFields))).status).toBe(200);
    await publish(admin);
    const adjuster = async (ask = admin) => (await ask('GET', `/custom/adjuster/${idOf(0)}`)).body;
    expect(await adjuster()).toMatchObject({ Claims: 3, Paid: 1.25, Largest: 1.25, Half: 0.63 });
    expect((await admin('GET', `/custom/adjuster/${idOf(1)}`)).body).toMatchObject({ Claims: 0, Paid: 0 });
    const claim = (await admin('GET', `/custom/claim/${idOf(1_000_000)}`)).body;
    expect(claim.City).toBe('Laval');
    const changed = await admin('PUT', `/custom/claim/${claim.Id}`, { ...claim, Open: false, City: 'Rome' });
    expect([changed.status, changed.body.City], JSON.stringify(changed.body)).toEqual([200, 'Laval']);
    const again = await app.startAgain();
    expect(await adjuster(await again.as('admin'))).toMatchObject({ Paid: 2.5, Half: 1.25 });
    const { schemas } = (await admin('GET', '/openapi.json')).body.components;
    expect(JSON.stringify(schemas)).toMatch(/"Claims":\{[^}]*"readOnly":true/);
    // The entity leaves with what is computed over it.
    const { Changes } = (await admin('GET', '/configure/draft')).body;
    const gone = withoutEntity(Changes, 'claim').gone.map(({ name }) => name);
    expect(gone).toEqual(expect.arrayContaining(['adjuster.Claims', 'adjuster.Paid', 'claim.City']));
    await app.store.close();
  });

  it('over very many records cost a write little and are brought up to date by the server', async () => {
    const { app, admin } = await withClaims(kind);
    await fill(app, [5100]);
    expect((await admin('PUT', '/configure/draft', putAll(linkedFields))).status).toBe(200);
    await publish(admin);
    await app.runDue();
    const adjuster = async () => (await admin('GET', `/custom/adjuster/${idOf(0)}`)).body;
    expect(await adjuster()).toMatchObject({ Claims: 5100, Paid: 3187.5 });
    const body = { Name: 'One more', Adjuster: idOf(0), Amount: 7.05, Open: false };
    const { Id, Revision } = (await admin('POST', '/custom/claim', body)).body;
    // Counts and sums change at once; what must be computed again follows.
    expect(await adjuster()).toMatchObject({ Claims: 5101, Paid: 3194.55, Half: 1597.28 });
    // A round ends after a while; what is left follows in the next.
    for (let left = 1; left > 0; left = await app.store.count('linked-due')) await app.runDue();
    expect((await adjuster()).Largest).toBe(7.05);
    await admin('PUT', `/custom/claim/${Id}`, { Amount: 8.1, Revision });
    expect((await adjuster()).Paid).toBe(3195.6);
    await admin('PUT', `/custom/claim/${Id}`, { Open: true });
    expect((await adjuster()).Paid).toBe(3187.5);
    await admin('DELETE', `/custom/claim/${Id}`);
    expect(await adjuster()).toMatchObject({ Claims: 5100, Paid: 3187.5 });
    await admin('PUT', `/custom/adjuster/${idOf(0)}`, { City: 'Québec' });
    // The process may die before it has done all that is due.
    const again = await app.startAgain();
    await again.runDue();
    const { items } = await app.store.find({ entity: 'claim' });
    expect(new Set(items.map(({ City }) => City))).toEqual(new Set(['Québec']));
    expect((await adjuster()).Largest).toBe(1.25);
    expect((await app.store.find({ entity: 'linked-due' })).items).toEqual([]);
    await app.store.close();
  });
});

describe('C6: linked fields that cannot be', () => {
  const wrong: Readonly<Record<string, readonly [object, string]>> = {
    'no such entity': [field('integer', ofClaims({ of: 'nothing' })), 'no-entity'],
    'no such reference': [field('integer', ofClaims({ by: 'Amount' })), 'linked-by'],
    'no such field': [field('money', ofClaims({ function: 'sum', field: 'Nothing' })), 'linked-field'],
    'no field': [field('money', ofClaims({ function: 'sum' })), 'linked-field-missing'],
    'computed on each read': [field('money', ofClaims({ function: 'sum', field: 'Double' })), 'linked-field'],
    'a sum of texts': [field('money', ofClaims({ function: 'sum', field: 'Name' })), 'linked-kind'],
    'a count that is a text': [field('text', ofClaims({})), 'linked-kind'],
    'an order of texts': [
      field('money', ofClaims({ function: 'latest', field: 'Amount', order: 'Name' })),
      'linked-order',
    ],
    'a condition on today': [field('integer', ofClaims({ where: 'CreatedDate < $today' })), 'linked-passing'],
    'a condition on another record': [
      field('integer', ofClaims({ where: "Adjuster.Name = 'Ann'" })),
      'linked-condition',
    ],
    'entered as well': [field('integer', { ...ofClaims({}), default: 3 }), 'linked-with'],
    'computed as well': [field('integer', { ...ofClaims({}), computed: { value: '1' } }), 'linked-with'],
    'no reference': [field('text', { lookThrough: { by: 'City', field: 'Name' } }), 'linked-by'],
  };

  it('are findings that say what to choose, in both languages', async () => {
    const { app, admin } = await withClaims('memory');
    for (const [name, [change, code]] of Object.entries(wrong)) {
      const body = await put(admin, 'field/adjuster.Wrong', change);
      const found = body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
      expect(
        found.map(({ Code }: { Code: string }) => Code),
        `${name}: ${JSON.stringify(found)}`,
      ).toContain(code);
      for (const { Message, At } of found) {
        expect(Message, name).not.toMatch(/overlay\.|undefined|\{/);
        expect(At, JSON.stringify(found)).not.toBe('');
      }
      await admin('DELETE', '/configure/draft/field/adjuster.Wrong');
    }
    const circle = {
      'field/adjuster.Total': field('money', ofClaims({ function: 'sum', field: 'Share' })),
      'field/claim.Share': field('money', { lookThrough: { by: 'Adjuster', field: 'Total' } }),
    };
    let body: Answer['body'];
    for (const [path, change] of Object.entries(circle)) body = await put(admin, path, change);
    expect(findingsOf(body)).toContain('linked-cycle');
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
    await app.store.close();
  });

  it('would show what the publisher may not see', async () => {
    const { app, admin } = await withClaims('memory');
    await put(admin, 'role/builder', {
      title: texts('Builder'),
      add: ['Configuration.Edit', 'Custom.Adjuster.View'],
    });
    await publish(admin);
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName !== 'admin') ?? items[0];
    await app.store.update('user', String(person?.Id), { Roles: ['builder'] });
    const builder = await app.as(String(person?.UserName));
    const body = await put(builder, 'field/adjuster.Claims', linkedFields['field/adjuster.Claims']);
    expect(findingsOf(body)).toContain('not-yours-to-link');
    await app.store.close();
  });
});
