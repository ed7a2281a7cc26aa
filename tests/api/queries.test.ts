/** Queries: grouped data for reports and dashboards, under the reader's rights, with any input. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const ownDealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

for (const kind of appStores)
  describe(`queries, ${kind} store`, () => {
    let app: Running;
    let [admin, reports, principal] = [] as unknown as [Ask, Ask, Ask];
    const built = (Definition: DataRecord, more: DataRecord = {}, ask = reports) =>
      ask('POST', '/report/query', { Definition, ...more });

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, reports, principal] = [
        await app.as('admin'),
        await app.as('reports'),
        await app.as('dealer-principal'),
      ];
      return () => app.store.close();
    });

    it('answers a declared one by page, with titles, choices by their label, and totals', async () => {
      const { status, body } = await admin('POST', '/report/query', {
        Query: 'products-by-state',
        PageSize: 2,
        Totals: true,
      });
      expect([status, body.Name]).toEqual([200, 'Products by state']);
      expect(body.Columns.slice(2, 4)).toMatchObject([
        { Name: 'Products', Title: 'Products', Kind: 'integer', Aggregate: 'count' },
        { Name: 'FirstLaunch', Title: 'First launch', Kind: 'date', Aggregate: 'min' },
      ]);
      expect(body.Rows).toHaveLength(2);
      expect(body.Rows[0][0]).toBe('Abandoned');
      const products = await admin('GET', '/product?page=1&pageSize=1');
      expect(body.Totals[2]).toBe(products.body.TotalItems);
      const { body: narrowed } = await admin('POST', '/report/query', {
        Query: 'products-by-state',
        Parameters: { State: ['InDesign'] },
      });
      expect(new Set(narrowed.Rows.map(([state]: unknown[]) => state))).toEqual(new Set(['In Design']));
    });

    it('shows names in the language of the reader, and lists what they may see', async () => {
      const french = { 'accept-language': 'fr-CA' };
      const { body } = await admin('GET', '/report/queries', undefined, french);
      expect(body.Items.map(({ Name }: DataRecord) => Name)).toContain('Produits par état');
      expect((await (await app.as('viewer'))('GET', '/report/queries')).body.Items.length).toBeGreaterThan(0);
    });

    it('counts only a dealer’s own records for its principal, in groups, totals and joins too', async () => {
      const ask = { Query: 'dealer-product-penetration', Totals: true };
      const all = (await admin('POST', '/report/query', ask)).body;
      const { body } = await principal('POST', '/report/query', ask);
      const { TradingName } = (await admin('GET', `/profile/dealer/${ownDealer}`)).body;
      expect(all.TotalItems).toBeGreaterThan(1);
      expect(body.Rows.map(([dealer]: unknown[]) => dealer)).toEqual([TradingName]);
      expect(body.TotalItems).toBe(1);
      expect(body.Totals[3]).toBe(body.Rows[0][3]);
    });

    it('empties fields the reader may not see, neither groups nor sorts by them, and refuses to filter by them', async () => {
      for (const at of [1, 2])
        await app.store.insert('letter', {
          Id: `0f000000-0000-7000-8000-00000000000${at}`,
          Link: `https://secret/${at}`,
        });
      const hidden = { from: 'letter', columns: [{ path: 'Link' }, { aggregate: 'count' }], sort: ['Link'] };
      const { status, body } = await built(hidden, {}, admin);
      expect([status, body.Columns[0].IsHidden, body.Rows.map(([link]: unknown[]) => link)]).toEqual([
        200,
        true,
        [null],
      ]);
      expect(JSON.stringify(body)).not.toContain('secret');
      const filters = [{ path: 'Link', operator: 'contains', value: 'http' }];
      expect((await built({ ...hidden, filters }, {}, admin)).status).toBe(403);
      expect((await built({ from: 'product', columns: [{ path: 'Name' }] }, {}, principal)).status).toBe(403);
    });

    it('refuses what makes no sense, with place and message', async () => {
      const base = { from: 'product', columns: [{ path: 'Name' }] };
      const wrong: readonly (readonly [DataRecord, string])[] = [
        [{ ...base, from: 'nothing' }, '/Definition/from'],
        [{ ...base, columns: [{ path: 'Gone' }] }, '/Definition/columns/0'],
        [{ ...base, columns: [{ path: 'Name', aggregate: 'sum', name: 'S' }] }, '/Definition/columns/0'],
        [{ ...base, columns: [{ path: 'ProductLienholders' }] }, '/Definition/columns/0'],
        [
          { ...base, columns: Array.from({ length: 1000 }, (_, at) => ({ path: 'Name', name: `N${at}` })) },
          '/Definition/columns',
        ],
        [
          { ...base, filters: [{ path: 'LaunchDate', operator: 'ge', value: 'soon' }] },
          '/Definition/filters/0',
        ],
        [{ ...base, filters: [{ path: 'Name', operator: 'all', value: 1 }] }, '/Definition/filters/0'],
        [{ ...base, joins: { A: { entity: 'dealer', by: 'GroupId' } } }, '/Definition/joins/A'],
        [{ ...base, joins: { A: { entity: 'plan', by: 'ProductId', of: 'A' } } }, '/Definition/joins/A'],
        [{ ...base, sort: ['Other'] }, '/Definition/sort/0'],
        [{ ...base, columns: 'all' }, '/Definition/columns'],
        [{ ...base, sql: 'select 1' }, '/Definition'],
      ];
      for (const [definition, path] of wrong) {
        const { status, body } = await built(definition);
        expect([status, body.ValidationErrors?.[0]?.Path], JSON.stringify(body)).toEqual([422, path]);
      }
      const joins = Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`J${at}`, { entity: 'plan', by: 'ProductId' }]),
      );
      expect((await built({ ...base, joins })).status).toBe(422);
    });

    it('refuses parameters of another type or name, and a removed query', async () => {
      const ask = (Parameters: DataRecord, Query = 'profit-per-retail-by-month') =>
        admin('POST', '/report/query', { Query, Parameters });
      expect((await ask({ From: 'yesterday' })).status).toBe(400);
      expect((await ask({ From: { a: 1 } })).status).toBe(422);
      expect((await ask({ Nobody: 1 })).status).toBe(422);
      expect((await ask({}, 'no-such-query')).status).toBe(422);
      expect((await ask({ From: '', To: null })).status).toBe(200);
    });

    it('exports all rows as a spreadsheet', async () => {
      const { status, headers } = await admin('POST', '/report/query?format=EXCEL', {
        Query: 'products-by-state',
      });
      expect([status, headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining('products-by-state.xlsx'),
      ]);
    });
  });
