/** An entity from a JSON Schema: proposed with reasons and misfits, published with its related entities. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkChange, type EntityChange } from '#engine';
import {
  changesOfSchema,
  type ProposedSchema,
  schemaForm,
} from '../../renderer/configure/entities/schemaFields.ts';
import { type Answer, type Ask, asker, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const order: EntityChange = {
  kind: 'entity',
  name: 'order',
  title: texts('Order'),
  plural: texts('Orders'),
  rights: 'apart',
};

const schema = {
  title: 'Order',
  type: 'object',
  required: ['title', 'placed'],
  properties: {
    title: { type: 'string', maxLength: 80 },
    placed: { type: 'string', format: 'date' },
    state: { enum: ['new', 'in-work', 'done'], default: 'new' },
    amount: { type: 'number', multipleOf: 0.01, minimum: 0 },
    customer: { $ref: '#/$defs/party' },
    lines: { type: 'array', items: { properties: { sku: { type: 'string' }, count: { type: 'integer' } } } },
    parcels: {
      type: 'array',
      items: { properties: { label: { type: 'string' }, items: { items: { properties: { sku: {} } } } } },
    },
    far: { $ref: 'https://example.com/far.json' },
  },
  oneOf: [
    { properties: { pay: { const: 'card' }, number: { type: 'string' } }, required: ['number'] },
    { properties: { pay: { const: 'bank' }, iban: { type: 'string' } } },
  ],
  $defs: { party: { type: 'object', properties: { email: { type: 'string', format: 'email' } } } },
};

describe('an entity from a JSON Schema', () => {
  let app: Running;
  let admin: Ask;

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite' });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  const propose = (content: unknown, more: object = {}): Promise<Answer> =>
    admin('POST', '/configure/entity-schema', { Schema: JSON.stringify(content), ...more });
  const changesFor = (body: ProposedSchema) => changesOfSchema(order, schemaForm(body));

  it('proposes fields with reasons, and lists what does not fit', async () => {
    const { status, body } = await propose(schema);
    expect(status, JSON.stringify(body)).toBe(200);
    const { Entities, Misfits, MisfitCount }: ProposedSchema = body;
    expect(Entities.map(({ Title, Owner }) => [Title, Owner])).toEqual([
      ['Order', null],
      ['Parcels', 0],
    ]);
    for (const { Reason, Name } of Entities.flatMap(({ Columns }) => Columns))
      expect(Reason, Name).toMatch(/^(The schema|At most) .*\.$/);
    expect(Misfits).toContainEqual({
      At: '/properties/far/$ref',
      Reason: '“https://example.com/far.json” points outside the document and is not followed.',
    });
    expect(MisfitCount).toBe(Misfits.length);
    const headers = { 'accept-language': 'fr-CA' };
    const french = await admin(
      'POST',
      '/configure/entity-schema',
      { Schema: JSON.stringify(schema) },
      headers,
    );
    expect(french.body.Misfits[0].Reason).toMatch(/^«\u00a0/);
  });

  it('publishes them with conditions and a related entity, which keep their limits', async () => {
    const changes = changesFor((await propose(schema)).body);
    const Edits = changes.map(({ kind, name, ...words }) => ({
      kind,
      name,
      Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })),
    }));
    const edited = await admin('POST', '/configure/draft/edits', { Edits });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(edited.body.Findings.filter(({ Level }: { Level: string }) => Level === 'error')).toEqual([]);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const right = { Name: 'First', Placed: '2026-01-02', Pay: 'Card', Number: '4111', Amount: 1.25 };
    const lines = { Lines: [{ Sku: 'A-1', Count: 2 }], CustomerEmail: 'ann@example.com' };
    const created = await admin('POST', '/custom/order', { ...right, ...lines });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { body } = await admin('GET', `/custom/order/${created.body.Id}`);
    expect(body).toMatchObject({ State: 'New', Pay: 'Card', Number: '4111', Lines: [{ Sku: 'A-1' }] });
    const { Number: _, ...without } = right;
    for (const [sent, field] of [
      [without, 'Number'],
      [{ ...right, Amount: -1 }, 'Amount'],
      [{ ...right, CustomerEmail: 'ann' }, 'CustomerEmail'],
    ] as const)
      expect(JSON.stringify((await admin('POST', '/custom/order', sent)).body), field).toContain(field);
    const parcel = await admin('POST', '/custom/order-parcels', { Name: 'Box', OrderId: created.body.Id });
    expect(parcel.status, JSON.stringify(parcel.body)).toBe(201);
    const orphan = await admin('POST', '/custom/order-parcels', { Name: 'Box' });
    expect(orphan.status).toBe(422);
  });

  it('drops conditions on a discriminator that is left out', async () => {
    const form = schemaForm((await propose(schema)).body);
    const main = form.entities[0];
    const pay = main?.file.Columns.find(({ Name }) => Name === 'Pay');
    if (!main || !pay) throw new Error('no discriminator');
    const without = { ...form, entities: [{ ...main, without: [pay.At] }, ...form.entities.slice(1)] };
    const iban = changesOfSchema(order, without).find(({ name }) => name === 'order.Iban');
    expect(iban).toBeDefined();
    expect(iban).not.toHaveProperty('visible');
    const alone = changesOfSchema(order, { ...form, without: [1] });
    expect(alone.filter(({ name }) => name.startsWith('order-parcels'))).toEqual([]);
  });

  it('proposes only changes of a valid shape, for any schema', async () => {
    for (const file of ['declaration/entity', 'declaration/screen', 'overlay/overlay']) {
      const document = JSON.parse(readFileSync(`engine/${file}.schema.json`, 'utf8'));
      for (const { At } of ((await propose(document)).body as ProposedSchema).Roots) {
        const { body } = await propose(document, { At });
        for (const change of changesFor(body))
          expect(checkChange(change), `${file} ${change.name}`).toEqual([]);
      }
    }
  });

  it('refuses what is no schema, what is too large, and other people', async () => {
    const send = (Schema: string, more: object = {}) =>
      admin('POST', '/configure/entity-schema', { Schema, ...more });
    for (const text of [
      '',
      '{',
      'type: object',
      '[]',
      'null',
      '5',
      '{}',
      '{"type":"string"}',
      '{"openapi":"3.1.0"}',
    ])
      expect((await send(text)).status, text).toBe(422);
    expect((await propose(schema, { At: '/nowhere' })).status).toBe(422);
    expect((await send(`{"a":"${'x'.repeat(2_000_000)}"}`)).status).toBe(422);
    expect((await send('x'.repeat(5_000_000))).status).toBe(413);
    expect((await send('['.repeat(100_000))).status).toBe(422);
    const deep = `${'{"properties":{"a":'.repeat(20_000)}{}${'}}'.repeat(20_000)}`;
    expect((await send(deep)).status).toBe(200);
    const body = { Schema: JSON.stringify(schema) };
    const viewer = await app.as('viewer');
    expect((await viewer('POST', '/configure/entity-schema', body)).status).toBe(403);
    expect((await asker(app.fetch, {})('POST', '/configure/entity-schema', body)).status).toBe(401);
  });
});
