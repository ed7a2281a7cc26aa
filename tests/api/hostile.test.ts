/** Input meant to break parts of the server. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asker, startApp } from './support/startApp.ts';

const trap = { toString: 1, valueOf: 1 };
const inDesign = '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1';

describe('hostile calls', () => {
  it('a language named like an object member is not a language', async () => {
    const app = await startApp({ store: 'memory' });
    const manager = await app.as('manager');
    for (const language of ['constructor', '__proto__', 'constructor, fr;q=0.5']) {
      const headers = { 'accept-language': language };
      expect((await manager('GET', '/product', undefined, headers)).status, language).toBe(200);
      const missing = await manager('GET', '/nowhere', undefined, headers);
      expect([missing.status, missing.body.Code], language).toEqual([404, 'not-found']);
      expect(missing.body.Missing, language).toEqual({ Path: '/nowhere' });
    }
  });

  it('objects that cannot be converted to text are refused like others', async () => {
    const app = await startApp({ store: 'memory' });
    const manager = await app.as('manager');
    const { Id } = (await manager('GET', inDesign)).body.Items[0];
    const calls = [
      ['PUT', '/product', { Id: trap, Name: 'x' }, 400],
      ['PUT', `/product/${Id}/state`, { Id: trap }, 422],
      ['PUT', `/product/${Id}/state`, { Name: trap }, 422],
      ['POST', '/product/version', { Id: trap }, 400],
      ['POST', `/product/${Id}/plan/order`, [trap], 400],
    ] as const;
    for (const [method, path, body, status] of calls) {
      const answer = await manager(method, path, body);
      expect.soft(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(status);
    }
    expect(app.errors).toEqual([]);
  });

  it('an object is refused where a name or a text is required', async () => {
    const app = await startApp({ store: 'memory' });
    const admin = await app.as('admin');
    const { Id } = (await admin('GET', inDesign)).body.Items[0];
    const document = { ProductId: Id, LanguageId: trap, ProductDocumentGroupId: [trap] };
    const judged = {
      testValue: 'Policy.TermMonth = 1',
      productParameters: [{ SourceName: 'Policy.TermMonth', Value: trap }],
    };
    const unnamed = { ...judged, productParameters: [{ SourceName: trap, Value: 1 }] };
    const calls = [
      ['POST', '/rule/product/EligibilityRuleText', { Text: trap }, 422],
      ['POST', `/render/product/${Id}`, { Field: trap }, 422],
      ['POST', `/product/${Id}/eligible`, judged, 200],
      ['POST', `/product/${Id}/eligible`, unnamed, 422],
      ['POST', '/product/productdocumentfile', document, 422],
      ['POST', `/product/${Id}/parameter`, { ParameterValueTypeId: trap, ParameterValues: 'abc' }, 422],
      ['PUT', `/dynamicviews/${Id}`, { Templates: [{ ViewName: trap, Html: '' }] }, 422],
    ] as const;
    for (const [method, path, body, status] of calls) {
      const answer = await admin(method, path, body);
      expect.soft(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(status);
    }
    expect(app.errors).toEqual([]);
  });

  it('an irrelevant choice is discarded, and a list is not a choice even there', async () => {
    const app = await startApp({ store: 'sqlite' });
    const admin = await app.as('admin');
    const product = (await admin('GET', inDesign)).body.Items[0];
    const body = { ProductId: product.Id, Name: 'Listed', Components: [] };
    for (const LabourRateTypeSubclassId of [[], [1], [{ Id: 1 }], { Id: [] }]) {
      const sent = { ...body, Name: `Listed ${JSON.stringify(LabourRateTypeSubclassId)}` };
      const answer = await admin('POST', '/product/coverageitem', { ...sent, LabourRateTypeSubclassId });
      expect(answer.status, JSON.stringify(answer.body)).toBe(422);
      expect(answer.body.ValidationErrors).toMatchObject([
        { Rule: 'validation.type', Path: '/LabourRateTypeSubclassId' },
      ]);
    }
    for (const LabourRateTypeSubclassId of [1, null]) {
      const sent = { ...body, Name: `Chosen ${LabourRateTypeSubclassId}` };
      const answer = await admin('POST', '/product/coverageitem', { ...sent, LabourRateTypeSubclassId });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      const stored = await app.store.get('coverage-item', answer.body.Id);
      expect(stored?.LabourRateTypeSubclassId).toBeUndefined();
    }
    expect(app.errors).toEqual([]);
  });

  it('a list far beyond its limit is refused before rules read it', async () => {
    const app = await startApp({ store: 'memory' });
    const manager = await app.as('manager');
    const product = (await manager('GET', inDesign)).body.Items[0];
    const row = { CoverageItemId: '01900000-0000-7000-8000-00000000dead', IsOptional: true };
    const plan = { ProductId: product.Id, Name: 'Long', PlanCoverageItems: Array(9000).fill(row) };
    const overlong = { Rule: 'validation.maxItems', Path: '/PlanCoverageItems' };
    const saved = await manager('POST', '/product/plan', plan);
    expect([saved.status, saved.body.ValidationErrors.length]).toEqual([422, 1]);
    expect(saved.body.ValidationErrors[0]).toMatchObject(overlong);
    const checked = await manager('POST', '/validate/plan', plan);
    expect(checked.body.Errors).toMatchObject([overlong]);
  });

  it('a draft refuses changes without a clear subject, and names like members of every object', async () => {
    for (const store of ['memory', 'sqlite'] as const) {
      const app = await startApp({ store });
      const admin = await app.as('admin');
      const title = { 'en-CA': 'X', 'fr-CA': 'X' };
      const changes = [
        ['entity/constructor', { title, plural: title }],
        ['entity/x', {}],
        ['entity/x', { title: 5, plural: null }],
        ['field/product.constructor', { type: 'text', title }],
        ['field/product.__proto__', { type: 'text', title }],
        ['field/product.Rating', {}],
        ['lookup/province.toString', { title, id: 'ZZ' }],
        ['rule/product.valueOf', { check: 'true', message: title }],
        ['place/x', {}],
        ['feature/hasOwnProperty', { title }],
        ['role/constructor', { title, add: [] }],
      ] as const;
      for (const [name, change] of changes) {
        const { status, body } = await admin('PUT', `/configure/draft/${name}`, change);
        const what = `${name} ${JSON.stringify(body)}`;
        expect(status, what).toBe(422);
        expect(body.Message, what).toContain(name);
        expect((await admin('GET', '/configure/draft')).body.Changes, what).toEqual([]);
      }
      const french = await admin(
        'PUT',
        '/configure/draft/entity/constructor',
        { title, plural: title },
        {
          'accept-language': 'fr-CA',
        },
      );
      expect(french.body.Message).toContain('réservé');
      expect(app.errors).toEqual([]);
    }
  });

  it('a list cannot be filtered or sorted by a member of rows that are records, and says so', async () => {
    const app = await startApp({ store: 'sqlite' });
    const viewer = await app.as('viewer');
    for (const path of ['ParameterValues.Name', 'ParameterValues.Range.LowEndpoint', 'ParameterValues']) {
      const asked = `FilterProperty=${path}&FilterOperator=contains&FilterValue=x`;
      for (const query of [asked, `sortFields=${path}&sortDirections=1`]) {
        const { status, body } = await viewer('GET', `/product/parameter?${query}`);
        expect([status, body.Message], query).toEqual([400, expect.stringContaining(path)]);
      }
    }
    expect(app.errors).toEqual([]);
  });

  it('a preference is refused under a key that cannot be found again', async () => {
    const app = await startApp({ store: 'sqlite' });
    const viewer = await app.as('viewer');
    expect((await viewer('PUT', '/preference/a%00b', 1)).status).toBe(400);
  });
});

describe('event streams', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const startWithTimers = async () => {
    const app = await startApp({ store: 'memory' });
    const nobody = await app.as();
    const { body } = await nobody('POST', '/session', { UserName: 'manager', Password: 'demo' });
    const headers = { authorization: `Bearer ${body.Token}` };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const open = (method: string) =>
      app.fetch(new Request('http://localhost/api/events', { method, headers }));
    return { app, open, ask: asker(app.fetch, headers) };
  };

  it('a stream that nobody reads is ended', async () => {
    const { open } = await startWithTimers();
    expect((await open('HEAD')).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the login', async () => {
    const { open, ask } = await startWithTimers();
    const reader = ((await open('GET')).body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(26_000);
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('alive');
    expect((await ask('DELETE', '/session')).status).toBe(204);
    // Logins are checked in rounds: the stream ends before any further heartbeat.
    expect((await reader.read()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
