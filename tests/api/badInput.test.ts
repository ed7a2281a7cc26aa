import { beforeAll, describe, expect, it } from 'vitest';
import { createApp, createModelHolder, createWebPorts, type Store, seedStore } from '#server/app';
import { extensions } from '../support/extensions.ts';
import {
  type Ask,
  asker,
  compilation,
  declarations,
  makeStore,
  model,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`bad input, ${kind} store`, () => {
    let app: Running;
    let manager: Ask;
    let before: string;
    let id: string;

    const everything = async () =>
      JSON.stringify(
        await Promise.all(['product', 'plan', 'history'].map((entity) => app.store.find({ entity }))),
      );

    beforeAll(async () => {
      app = await startApp({ store: kind });
      manager = await app.as('manager');
      id = (
        await manager(
          'GET',
          '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1',
        )
      ).body.Items[0].Id;
      before = await everything();
    });

    const bad: readonly [what: string, body: unknown, status: number, headers?: Record<string, string>][] = [
      ['malformed JSON', '{"Name": ', 400],
      ['a body that is a list', [], 400],
      ['a body that is a number', 7, 400],
      ['a body that is null', 'null', 400],
      ['no body at all', undefined, 400],
      ['text instead of JSON', 'Name=x', 415, { 'content-type': 'text/plain' }],
      ['a form', 'Name=x', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a body over the limit', JSON.stringify({ Description: 'x'.repeat(1_100_000) }), 413],
      ['nesting without end', `{"Name":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
      ['a prototype', '{"__proto__":{"IsAdmin":true}}', 400],
      ['a constructor', '{"constructor":{"prototype":{"IsAdmin":true}}}', 400],
      ['an unknown field', { Nmae: 'x' }, 400],
      ['a number as a name', { Name: 12 }, 422],
      ['an object as a name', { Name: { $ne: null } }, 422],
      ['a list as a name', { Name: ['a'] }, 422],
      ['a text as a flag', { IsPromotion: 'yes' }, 422],
      ['a date that is none', { LaunchDate: '2026-02-30' }, 422],
      ['a date in words', { LaunchDate: 'tomorrow' }, 422],
      ['a reference that is no id', { BrandId: 'x' }, 422],
      ['a reference that is an object of another kind', { BrandId: { Name: 'x' } }, 422],
      ['a reference to a record of another entity', { BrandId: '01900000-0000-7000-8000-00000000dead' }, 422],
      ['a choice that is none', { QuoteExpiryInDays: 3 }, 422],
      ['a name of 257 characters', { Name: 'n'.repeat(257) }, 422],
      ['an id that is none', { Id: 'x' }, 400],
      ['an id that is a number', { Id: 5 }, 400],
      ['an id that is an object', { Id: { a: 1 } }, 400],
      ['a revision that is none', { Revision: 'x' }, 400],
      ['a state set by hand', { ProductStateTypeId: 3, IsReadOnly: false }, 200],
    ];

    for (const [what, body, status, headers] of bad) {
      it(`${what} gives ${status} and stores nothing`, async () => {
        const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
        const answer = await manager('PUT', '/product', isObject ? { Id: id, ...body } : body, headers);
        expect(answer.status, JSON.stringify(answer.body)).toBe(status);
        if (status >= 400) expect(answer.body.Message.length).toBeGreaterThan(10);
        expect(await everything()).toBe(before);
      });
    }

    it('a stream without a length is cut off at the limit', async () => {
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
      });
      const login = await manager('GET', '/session');
      const request = new Request('http://localhost/api/product', {
        method: 'PUT',
        body: endless,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${login.body.Token}` },
        // @ts-expect-error TS2769: lib.dom does not know that a streamed body needs it.
        duplex: 'half',
      });
      expect((await app.fetch(request)).status).toBe(413);
    });

    it('hostile texts are kept as typed and change nothing else', async () => {
      const texts = [
        `'; DROP TABLE product; --`,
        '<script>alert(1)</script>',
        '{{constructor}}',
        '%s%n',
        ['\u202Egnirts', 'gnirts'],
        '😀 é ﬁ',
        '\\u0000',
      ];
      for (const one of texts) {
        const [text = '', kept = text] = [one].flat();
        const { status, body } = await manager('PUT', '/product', { Id: id, Description: text });
        expect([status, body.Description]).toEqual([200, kept]);
        const found = await manager(
          'GET',
          `/product?FilterProperty=Description&FilterOperator=eq&FilterValue=${encodeURIComponent(text)}`,
        );
        expect(
          found.body.Items.map((item: { Id: string }) => item.Id),
          text,
        ).toContain(id);
      }
    });

    it('addresses with broken escapes, dots and nulls are answered without a 500', async () => {
      for (const path of [
        '/product/%',
        '/preference/%ff',
        '/product/..%2f..%2fetc',
        '/%00',
        '/preference/%00',
        `/product/${'a'.repeat(5000)}`,
      ]) {
        const { status } = await manager('GET', path);
        expect([200, 400, 404], path).toContain(status);
      }
    });

    it('none of these requests caused an internal failure', () => expect(app.errors).toEqual([]));
  });
}

describe('an internal failure', () => {
  const failing = async () => {
    const inner = await makeStore.memory();
    await inner.migrate(model);
    const errors: { trace?: string }[] = [];
    const ports = createWebPorts({
      log: { info: () => {}, warn: () => {}, error: (facts) => errors.push(facts) },
    });
    await seedStore({ model, store: inner, ports, seed: 'demo', password: 'demo' });
    const broken: Store = {
      ...inner,
      transaction: async (work) =>
        inner.transaction(async (session) =>
          work({
            ...session,
            insert: async (entity, record) => {
              if (entity === 'plan') throw new Error('disk full at /var/lib/secret');
              return session.insert(entity, record);
            },
          }),
        ),
    };
    const app = createApp({
      models: createModelHolder(declarations, compilation),
      store: broken,
      extensions,
      ports,
    });
    const fetch = async (request: Request) => app.fetch(request);
    const { body } = await asker(fetch, {})('POST', '/session', { UserName: 'manager', Password: 'demo' });
    return { errors, inner, ask: asker(fetch, { authorization: `Bearer ${body.Token}` }) };
  };

  it('C-331 R-457 is 500 with the message of the specification and a trace id found in the log, without internals', async () => {
    const { ask, errors, inner } = await failing();
    const product = (
      await ask(
        'GET',
        '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1',
      )
    ).body.Items[0];
    const count = await inner.count('plan');
    const { status, body } = await ask('POST', '/product/plan', { ProductId: product.Id, Name: 'Unlucky' });
    expect([status, body.Code, body.Message]).toEqual([500, 'internal', 'New plan could not be added.']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(errors[0]?.trace).toBe(body.TraceId);
    expect(await inner.count('plan')).toBe(count);
  });
});
