/**
 * Dashboards: panels grouped by the store, filtered together, under the reader's rights; the home page of
 * each role.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const homes: Readonly<Record<string, string>> = {
  admin: 'Portfolio',
  manager: 'Portfolio',
  pricing: 'Pricing',
  profiles: 'Dealer network',
  reports: 'Overview',
  configurator: 'Overview',
  viewer: 'Overview',
  'dealer-principal': 'Our dealership',
  'finance-manager': 'Our dealership',
  'area-manager': 'Our dealership',
};

for (const kind of appStores)
  describe(`dashboards, ${kind} store`, () => {
    let app: Running;
    let [admin, reports, principal] = [] as unknown as [Ask, Ask, Ask];
    const preview = async (Panel: DataRecord, more: DataRecord = {}, ask = admin) =>
      (await ask('POST', '/report/panel', { Panel, ...more })).body;
    const province = { Id: 'p', Entity: 'dealer', Path: 'Province' };

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, reports, principal] = [
        await app.as('admin'),
        await app.as('reports'),
        await app.as('dealer-principal'),
      ];
      return () => app.store.close();
    });

    it('every role has a home page, and each of its panels shows something to that role', async () => {
      const wrong: string[] = [];
      for (const [user, name] of Object.entries(homes)) {
        const ask = await app.as(user);
        const { body } = await ask('GET', '/report/dashboards/home');
        expect([user, body.Name]).toEqual([user, name]);
        for (const panel of body.Panels) {
          const data = (await ask('POST', '/report/panel', { DashboardId: body.Id, PanelId: panel.Id })).body;
          if (data.Closed || data.Problem || !data.Title || !(data.Rows?.length > 0 || data.Html))
            wrong.push(`${user}: ${JSON.stringify(panel)} shows ${JSON.stringify(data).slice(0, 200)}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    it("groups, splits, measures and filters in the store, with titles in the reader's language", async () => {
      const split = await preview({
        ...{ Kind: 'bar', Entity: 'product', Column: 'BrandId', SplitBy: 'ProductStateTypeId' },
        Narrowing: [{ Path: 'ProductStateType.Name', Operator: 'eq', Value: 'Active' }],
      });
      expect([split.Title, split.Label, split.Split, split.Value]).toEqual([
        'Products (Active) by Brand and State',
        ...[0, 1, 2],
      ]);
      expect(new Set(split.Rows.map((row: unknown[]) => row[1]))).toEqual(new Set(['Active']));
      const french = await admin(
        'POST',
        '/report/panel',
        { Panel: { Kind: 'line', Entity: 'product', Column: 'LaunchDate', Per: 'month' } },
        { 'accept-language': 'fr-CA' },
      );
      expect(french.body.Title).toMatch(/^Produits par mois \(/);
      const months = french.body.Keys as string[];
      expect([months[0], months]).toEqual([expect.stringMatching(/^\d{4}-\d\d$/), [...months].sort()]);
      const mean = await preview({
        ...{ Kind: 'number', Entity: 'dealer-product', Aggregate: 'avg', Value: 'MaxMarkup' },
      });
      expect([mean.Rows.length, mean.Columns[0].Kind]).toEqual([1, 'money']);
    });

    it('a filter across panels reaches entities, records that refer to them and declared queries, and says where it does not apply', async () => {
      const narrowed = { Filters: [province], Chosen: { p: ['ON'] } };
      const dealers = await preview({ Kind: 'map', Entity: 'dealer', Column: 'Province' }, narrowed);
      expect([dealers.Keys, dealers.Unnarrowed]).toEqual([['ON'], []]);
      const sold = { Kind: 'number', Entity: 'dealer-product' };
      const counts = [];
      for (const one of ['ON', 'QC'])
        counts.push((await preview(sold, { ...narrowed, Chosen: { p: [one] } })).Rows[0][0]);
      expect(counts).toEqual([(await preview(sold)).Rows[0][0], 0]);
      const query = await preview({ Kind: 'table', Query: 'dealer-product-penetration' }, narrowed);
      expect(new Set(query.Rows.map((row: unknown[]) => row[2]))).toEqual(new Set(['Ontario']));
      const elsewhere = await preview({ Kind: 'number', Entity: 'brand' }, narrowed);
      expect(elsewhere.Unnarrowed).toEqual(['p']);
    });

    it('filters offer what the reader sees, and no other dealer', async () => {
      const { body } = await principal('GET', '/report/dashboards/home');
      expect(body.Filters).toMatchObject([{ Entity: 'dealer', Path: 'Id', Title: 'Dealer' }]);
      expect(body.Filters[0].Values).toHaveLength(1);
      const { Id: PanelId } = body.Panels[0];
      const seen = (await principal('POST', '/report/panel', { DashboardId: body.Id, PanelId })).body;
      const all = await preview({ Kind: 'number', Entity: 'dealer-product' });
      expect(seen.Rows[0][0]).toBeLessThan(all.Rows[0][0]);
    });

    it('is a file with the figures of its reader, whose texts are never markup', async () => {
      const Panels = [
        { Kind: 'number', Entity: 'product', Width: 3, Height: 1, Title: '<script>&\u0001' },
        { Kind: 'map', Entity: 'dealer', Column: 'Province' },
        { Kind: 'share', Entity: 'product', Column: 'ProductStateTypeId' },
        { Kind: 'line', Entity: 'product', Column: 'LaunchDate', Per: 'month' },
        { Kind: 'table', Entity: 'product', Columns: ['Name', 'LaunchDate'] },
        { Kind: 'number', Entity: 'user' },
        { Kind: 'table', ReportConfigurationId: '5e81a7fd-00f4-5c06-932f-50e6dcfdaf71' },
      ];
      const made = await admin('POST', '/report/dashboards', {
        ...{ Name: 'Filed', Panels },
        Filters: [{ Entity: 'dealer', Path: 'Province' }],
      });
      expect(made.status, made.body.Message).toBe(201);
      const [filter] = made.body.Filters;
      const at = (format: string) => `/report/dashboards/${made.body.Id}/file?format=${format}`;
      const svg = await admin('POST', at('SVG'), { Chosen: { [filter.Id]: ['ON'] } });
      const text = String(svg.body);
      expect(text).toMatch(/^<svg .+<\/svg>$/s);
      expect(text).toContain('&lt;script&gt;&amp;<');
      for (const never of ['<script', '\u0001']) expect(text).not.toContain(never);
      for (const said of ['Filed', 'As of ', 'Province: Ontario', 'Dealers by Province', 'Launch Date'])
        expect(text).toContain(said);
      // A report that is a panel has its rows in the file too.
      const viewer = await admin(
        'POST',
        `/report/viewer?id=${Panels.at(-1)?.ReportConfigurationId}&format=HTML4.0`,
        {},
      );
      const [, shown = ''] = String(viewer.body.Html).match(/<td[^>]*>([^<]{5,20})<\/td>/) ?? [];
      expect(shown).not.toBe('');
      expect(text).toContain(`>${shown.slice(0, 4)}`);
      const closed = await principal('POST', at('SVG'), {});
      expect(String(closed.body)).toContain('You do not have access to this.');
      const pdf = await admin('POST', at('pdf'), {});
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(String(pdf.body)).toMatch(/^%PDF-/);
      expect((await admin('POST', at('EXE'), {})).status).toBe(422);
    });

    it('only those who manage reports arrange panels; what does not fit is explained, and nothing breaks', async () => {
      const asked = { Panel: { Kind: 'number', Entity: 'product' } };
      expect((await principal('POST', '/report/panel', asked)).status).toBe(403);
      expect((await reports('POST', '/report/panel', asked)).status).toBe(200);
      for (const [panel, says] of [
        [{ Kind: 'bar', Entity: 'nothing', Column: 'Name' }, /no entity nothing/],
        [{ Kind: 'bar', Entity: 'product', Column: 'Nowhere' }, /cannot be reached/],
        [{ Kind: 'number', Entity: 'product', Aggregate: 'sum', Value: 'Name' }, /not a number/],
        [{ Kind: 'bar', Query: 'gone' }, /gone/],
        [{ Kind: 'number' }, /no entity/],
      ] as const)
        expect((await preview(panel)).Problem, JSON.stringify(panel)).toMatch(says);
      const missing = { DashboardId: '00000000-0000-4000-8000-000000000001', PanelId: 'x' };
      expect((await admin('POST', '/report/panel', missing)).status).toBe(404);
    });
  });
