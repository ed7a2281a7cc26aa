/** Built reports whose columns are the values of a column: checked, stored, and shown everywhere. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import states from '../../schemas/lookups/product-state-type.json' with { type: 'json' };
import { textOfPages } from '../support/textOfPages.ts';
import type { Clients } from './support/createClients.ts';
import { reportColumn as column, forecastParameters, startForecasts } from './support/forecasts.ts';
import { rowsOf, type Send } from './support/sheets.ts';
import { type Ask, appStores } from './support/startApp.ts';

const everything = '00000000-0000-0000-0000-000000000000';

for (const kind of appStores)
  describe(`pivots in reports, ${kind} store`, () => {
    let clients: Clients;
    let manage: Ask;
    let send: Send;
    let dealers: readonly DataRecord[];

    // Worked out by hand below.
    beforeAll(async () => {
      ({ clients, manage, send, dealers } = await startForecasts(kind));
    });

    const dealer = column('DealerId.TradingName', 0, { IsGroup: true, Label: 'Dealer', SortOrder: '1' });
    const month = column('EffectiveDate', 1, { Label: 'Month', Per: 'month' });
    const net = column('ForecastedPPR', 2, { Total: 'sum', Label: 'Net' });
    const definition = (Name: string, more: DataRecord = {}) => ({
      ...{ Name, DataSet: 'profit-per-retail', ReportPath: `/${Name}`, ColumnsBy: 'EffectiveDate' },
      ReportColumns: [dealer, month, net],
      Parameters: forecastParameters,
      ...more,
    });
    const save = async (body: DataRecord) => {
      const saved = await manage('POST', '/report/definition', body);
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      return String(saved.body.Id);
    };
    const filters = () => ({ Filters: { Dealers: dealers.map(({ Id }) => ({ Id })), From: '01/01/2031' } });
    const names = () => dealers.map(({ TradingName }) => String(TradingName));
    const linesOf = (html: string) =>
      html
        .split('<tr>')
        .slice(1)
        .map((line) => [...line.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell))
        .map((cells) => cells.map((cell) => cell.replace(/<[^>]+>/g, '').trim()));
    const view = async (id: string, headers: Record<string, string> = {}, body: DataRecord = filters()) => {
      const seen = await manage('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, body, headers);
      expect(seen.status, JSON.stringify(seen.body)).toBe(200);
      const html = String(seen.body.Html);
      return { html, lines: linesOf(html), warnings: (seen.body.Warnings ?? []) as readonly string[] };
    };
    const file = async (id: string, format: string) => {
      const headers = { 'content-type': 'application/json' };
      const at = `/report/fileviewer?id=${id}&format=${format}`;
      return (await send('POST', at, JSON.stringify(filters()), headers)).bytes;
    };

    it('dealers by month: a sum where they meet, a dash where nothing is, totals of both', async () => {
      const id = await save(definition('Net by month'));
      expect((await manage('GET', `/report/definitions/${id}`)).body.ColumnsBy).toBe('EffectiveDate');
      const { html, lines } = await view(id);
      const [first, second] = names();
      expect(lines).toEqual([
        ['', 'Net by Month', ''],
        ['Dealer', 'January 2031', 'February 2031', 'March 2031', 'Total'],
        [first, '150.50', '–', '300.00', '450.50'],
        [second, '40.00', '60.00', '–', '100.00'],
        ['Total', '190.50', '60.00', '300.00', '550.50'],
      ]);
      expect(html).toContain('<table data-matrix>');
      expect(html).toContain('<th scope="colgroup" colspan="3"');
      expect(html).toContain(`<th scope="row">${first}</th>`);
    });

    it('in French, two groups and several figures; lines within a group can be closed', async () => {
      const ReportColumns = [
        column('DealerId.TradingName', 0, { IsGroup: true, Label: 'Concession', SortOrder: '1' }),
        column('EffectiveDate', 1, { IsGroup: true, Label: 'Trimestre', Per: 'quarter', SortOrder: '2' }),
        column('DealerId.IsActive', 2, { Label: 'Actif' }),
        column('ForecastedPPR', 3, { Total: 'avg', Label: 'Moyenne' }),
        column('PriorPPR', 4, { Total: 'count', Label: 'Ventes' }),
      ];
      const id = await save(definition('Moyennes', { ReportColumns, ColumnsBy: 'DealerId.IsActive' }));
      const { html, lines } = await view(id, { 'accept-language': 'fr-CA' });
      const [first, second] = names();
      expect(lines).toEqual([
        ['', 'Actif', ''],
        ['', 'Oui', 'Total'],
        ['Concession / Trimestre', 'Moyenne', 'Ventes', 'Moyenne', 'Ventes'],
        [first, '150,1667', '3', '150,1667', '3'],
        ['T1 2031', '150,1667', '3', '150,1667', '3'],
        [second, '50,00', '2', '50,00', '2'],
        ['T1 2031', '50,00', '2', '50,00', '2'],
        ['Total', '110,10', '5', '110,10', '5'],
      ]);
      expect((await rowsOf(await file(id, 'EXCEL')))[0]).toEqual([
        ...['Concession / Trimestre', 'Yes – Moyenne', 'Yes – Ventes', 'Total – Moyenne', 'Total – Ventes'],
      ]);
      const [, key = ''] = /data-toggle="([^"]+)"/.exec(html) ?? [];
      const closed = await view(id, {}, { ...filters(), Toggled: [key] });
      expect(closed.lines.length).toBe(lines.length - 1);
    });

    it('without a total rows are counted; choices are as declared, in the language of the reader', async () => {
      const ReportColumns = [
        column('BrandId', 0, { IsGroup: true, Label: 'Brand' }),
        column('ProductStateTypeId', 1, { Label: 'State' }),
      ];
      const Parameters = [
        {
          ...{ ParameterName: 'Brand', Path: 'BrandId', Operator: 'in', ReportFilterTypeId: 1 },
          ...{ ListOfValuesSp: 'brand', DefaultValue: everything },
        },
      ];
      const more = { DataSet: 'product', ColumnsBy: 'ProductStateTypeId', ReportColumns, Parameters };
      const id = await save(definition('Products by state of brands', more));
      const { lines } = await view(id, {}, {});
      const products = await clients.app.store.find({ entity: 'product' });
      expect(lines.at(-1)?.at(-1)).toBe(String(products.items.length));
      const declared = states.items.map(({ title }) => title);
      const shown = lines[1]?.slice(1, -1) ?? [];
      expect(shown.length).toBeGreaterThan(1);
      expect(shown).toEqual(declared.filter((title) => shown.includes(title)));
      const brands = lines.slice(2, -1).map(([name = '']) => name);
      expect(brands).toEqual([...brands].sort((a, b) => a.localeCompare(b)));
      const french = await view(id, { 'accept-language': 'fr-CA' }, {});
      expect(french.lines[1]?.[1]).toBe('En conception');
      expect(french.lines.at(-1)?.slice(1)).toEqual(lines.at(-1)?.slice(1));
    });

    it('texts of shipped records are in the language of the reader; one that somebody changed is as it is', async () => {
      const { items } = await clients.app.store.find({ entity: 'product-type' });
      const changed = items.find(({ DisplayName }) => DisplayName === 'Key Replacement');
      await clients.app.store.update('product-type', String(changed?.Id), { DisplayName: 'Lost keys' });
      const found = await manage('GET', '/report?pageSize=0');
      const named = (one: DataRecord) => one.ReportConfigurationName === 'Products by type and state';
      const { Id } = found.body.Items.find(named);
      const { lines } = await view(Id, { 'accept-language': 'fr-CA' }, {});
      const types = lines.map(([name = '']) => name);
      expect(types).toContain('Protection contre le vol');
      expect(types).toContain('Lost keys');
      expect(types).not.toContain('Theft Protection');
      const english = await view(Id, {}, {});
      expect(english.lines.map(([name = '']) => name)).toContain('Theft Protection');
    });

    it('a workbook has numbers, and nothing where nothing is; so has CSV, and a PDF says the same', async () => {
      const id = await save(definition('Net for files', { TopCount: 1 }));
      const [first] = names();
      expect(await rowsOf(await file(id, 'EXCEL'))).toEqual([
        ['Dealer', 'January 2031', 'February 2031', 'March 2031', 'Total'],
        [first, 150.5, null, 300, 450.5],
        ['Others', 40, 60, null, 100],
        ['Total', 190.5, 60, 300, 550.5],
      ]);
      const text = new TextDecoder().decode(await file(id, 'CSV'));
      expect(text.split('\r\n').slice(0, 2)).toEqual([
        'Dealer,January 2031,February 2031,March 2031,Total',
        `${first},150.5,,300,450.5`,
      ]);
      const pages = (await textOfPages(await file(id, 'PDF'))).replace(/\s+/g, ' ');
      for (const said of ['Net by Month', 'February 2031', '190.50', '–', 'Others'])
        expect(pages).toContain(said);
    });

    it('of more than 60 periods the latest have a column, those before are one, and the reader is told', async () => {
      const [first] = dealers;
      for (let day = 0; day < 70; day += 1) {
        const EffectiveDate = new Date(Date.UTC(2032, 0, 1 + day)).toISOString().slice(0, 10);
        const body = { DealerId: first?.Id, EffectiveDate, ForecastedPPR: 1 + day };
        expect((await manage('POST', '/profile/dealer/profitperretail', body)).status).toBeLessThan(300);
      }
      const days = [dealer, { ...month, Per: 'day', Label: 'Day' }, net];
      const later = { Filters: { ...filters().Filters, From: '01/01/2032' } };
      const id = await save(definition('Net by day', { ReportColumns: days }));
      const { lines, warnings } = await view(id, {}, later);
      expect([lines[1]?.[1], lines[1]?.[2], lines[1]?.length]).toEqual(['Earlier', '2032-01-11', 63]);
      // 1 + 2 + … + 10 of 1 + 2 + … + 70.
      expect([lines[2]?.[1], lines[2]?.at(-1)]).toEqual(['55.00', '2,485.00']);
      expect(warnings.join()).toContain('Day has 70 periods. The latest 60');
    });

    it('what cannot be a pivot is refused at its place, also in the preview', async () => {
      const withColumns = (...ReportColumns: DataRecord[]) => ({ ReportColumns });
      const end = column('EndDate', 3, { IsGroup: true, Per: 'year' });
      const prior = column('PriorPPR', 4, { IsGroup: true });
      const wrong: readonly (readonly [DataRecord, string])[] = [
        [{ ColumnsBy: 'DealerId.City' }, '/ColumnsBy'],
        [{ ColumnsBy: 'DealerId.TradingName' }, '/ColumnsBy'],
        [{ ColumnsBy: 'ForecastedPPR' }, '/ColumnsBy'],
        [withColumns({ ...dealer, IsGroup: false }, month, net), '/ColumnsBy'],
        [withColumns(dealer, month, net, end, prior), '/ColumnsBy'],
        [withColumns(dealer, { ...month, Per: null }, net), '/ReportColumns/1/Per'],
        [{ CompareWith: 'before', ...withColumns(dealer, month, net, end) }, '/ColumnsBy'],
        [{ TopCount: 3, ...withColumns(end, month, net) }, '/TopCount'],
      ];
      for (const [more, place] of wrong)
        for (const path of ['/report/definition', '/report/preview']) {
          const { status, body } = await manage('POST', path, definition('Wrong pivot', more));
          expect([status, JSON.stringify(body)], `${path} ${place}`).toEqual([
            422,
            expect.stringContaining(place),
          ]);
        }
    });

    it('a reader gets the cells of the dealers that they see, is told so, and none without the right', async () => {
      const id = await save(definition('Pivot for others'));
      const own = await clients.app.as('dealer-principal');
      const seen = await own('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {});
      const nobody = await clients.nobody('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {});
      expect(nobody.status).toBe(401);
      expect(seen.status, JSON.stringify(seen.body)).toBe(200);
      const lines = linesOf(String(seen.body.Html)).slice(2, -1);
      expect(lines.map(([name]) => name)).toEqual(['Northline of Barrie']);
      expect(seen.body.IsPartial).toBe(true);
    });
  });
