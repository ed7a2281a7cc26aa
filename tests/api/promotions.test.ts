import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { filter } from './support/createClients.ts';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';

const unknown = '01900000-0000-7000-8000-00000000dead';

describe.each(appStores)('promotions, allowances and the cache on %s', (kind: StoreKind) => {
  let app: Running;
  let [admin, manager]: Ask[] = [];
  let design: DataRecord | undefined;

  beforeAll(async () => {
    app = await startApp({ store: kind, now: '2026-11-20T15:00:00Z' });
    [admin, manager] = await Promise.all(['admin', 'manager'].map(app.as));
    [design] = await items(`/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`);
    return () => app.store.close();
  });

  const ask = (who: Ask | undefined) => who as Ask;
  const items = async (path: string): Promise<DataRecord[]> => {
    const { status, body } = await ask(admin)('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items;
  };
  const read = async () => (await ask(admin)('GET', `/product/${design?.Id}`)).body;

  it('C-290 R-433 the versions of a product on sale that dealers get the allowance for', async () => {
    const eligible = (await items('/product?pageSize=0')).find(
      ({ IsDapEligible, ProductStateTypeId }) => IsDapEligible && ProductStateTypeId === 3,
    ) as DataRecord;
    const versions = await items(`/product/${eligible.RootId}/dealerallowanceeligibility`);
    expect(versions.map(({ Id }) => Id)).toContain(eligible.Id);
    expect(versions.every((one) => one.IsDapEligible && one.RootId === eligible.RootId)).toBe(true);
    expect(await items(`/product/${design?.Id}/dealerallowanceeligibility`)).toEqual([]);
  });

  it('C-221 C-266 refreshing the cache needs its feature, notifies open browsers, and changes nothing', async () => {
    const before = await read();
    expect((await ask(manager)('GET', `/cache/refreshcachebyproduct/${design?.Id}`)).status).toBe(403);
    const stream = await app.fetch(new Request('http://localhost/api/events', { headers: await bearer() }));
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const answer = await ask(admin)('GET', `/cache/refreshcachebyproduct/${design?.Id}`);
    expect([answer.status, answer.body.Id]).toEqual([200, design?.Id]);
    let told = '';
    while (!told.includes('"entity":"product"'))
      told += new TextDecoder().decode((await reader.read()).value);
    expect(told).toContain(`"id":"${design?.Id}"`);
    expect(told).toContain('"entity":"plan"');
    await reader.cancel();
    expect(await read()).toEqual(before);
    expect((await ask(admin)('GET', `/cache/refreshcachebyproduct/${unknown}`)).status).toBe(404);
  });

  const bearer = async () => {
    const body = JSON.stringify({ UserName: 'admin', Password: 'demo' });
    const headers = { 'content-type': 'application/json' };
    const answer = await app.fetch(
      new Request('http://localhost/api/session', { method: 'POST', headers, body }),
    );
    return { authorization: `Bearer ${(await answer.json()).Token}` };
  };

  it('the API description says what is sent', async () => {
    const { paths, components } = (await ask(admin)('GET', '/openapi.json')).body;
    expect(
      paths['/api/product/{productId}/classguide'].put.requestBody.content['application/json'].schema,
    ).toMatchObject({
      type: ['string', 'null'],
      format: 'uuid',
    });
    // The address is enough; fields as they were read may be sent with it.
    expect(paths['/api/product/{id}/payee/{payeeId}'].put.requestBody.required).toBe(false);
    expect(paths['/api/product/{id}/certification'].delete.responses).toHaveProperty('200');
    expect(components.schemas.product.properties.ClaimsLayoutTypeId['x-flags']).toMatchObject({
      Maintenance: 2,
    });
    expect(JSON.stringify(paths['/api/product/producteligibility/code/{code}'])).toContain('productIds');
  });
});
