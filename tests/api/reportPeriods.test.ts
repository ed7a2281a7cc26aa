/** Built reports that group by periods and compare them: checked, stored, and shown everywhere. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { textOfPages } from '../support/textOfPages.ts';
import type { Clients } from './support/createClients.ts';
import { reportColumn as column, forecastParameters, startForecasts } from './support/forecasts.ts';
import { rowsOf, type Send } from './support/sheets.ts';
import { type Ask, appStores } from './support/startApp.ts';

for (const kind of appStores)
  describe(`periods in reports, ${kind} store`, () => {
    let clients: Clients;
    let manage: Ask;
    let send: Send;
    let dealers: readonly string[];

    // Worked out by hand below.
    beforeAll(async () => {
      const started = await startForecasts(kind, [[0, '2030-12-20', 10]]);
      ({ clients, manage, send } = started);
      dealers = started.dealers.map(({ Id }) => String(Id));
    });

    const grouped = [
      column('DealerId.TradingName', 0, { IsGroup: true, Label: 'Dealer', SortOrder: '1' }),
      column('EffectiveDate', 1, { IsGroup: true, Label: 'Month', Per: 'month' }),
      column('ForecastedPPR', 2, { Total: 'sum', Label: 'Net' }),
    ];
    const definition = (Name: string, more: DataRecord = {}) => ({
      ...{ Name, DataSet: 'profit-per-retail', ReportPath: `/${Name}`, ReportColumns: grouped },
      ...{ IsTotalsOnly: true, CompareWith: 'before' },
      Parameters: forecastParameters,
      ...more,
    });
    const save = async (body: DataRecord) => {
      const saved = await manage('POST', '/report/definition', body);
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      return String(saved.body.Id);
    };
    const filters = () => ({ Filters: { Dealers: dealers.map((Id) => ({ Id })), From: '01/01/2031' } });
    const linesOf = (html: string) =>
      html
        .split('<tr>')
        .slice(1)
        .map((line) => [...line.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell))
        .map((cells) => cells.map((cell) => cell.replace(/<[^>]+>/g, '').trim()));
    const view = async (id: string, headers: Record<string, string> = {}, body: DataRecord = filters()) => {
      const seen = await manage('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, body, headers);
      expect(seen.status, JSON.stringify(seen.body)).toBe(200);
      return { lines: linesOf(String(seen.body.Html)), total: seen.body.TotalItems };
    };
    const file = async (id: string, format: string) => {
      const headers = { 'content-type': 'application/json' };
      const at = `/report/fileviewer?id=${id}&format=${format}`;
      return (await send('POST', at, JSON.stringify(filters()), headers)).bytes;
    };

    it('each month of a dealer is beside the month before, which the chosen days leave out; rows count once', async () => {
      const id = await save(definition('Compared months'));
      const kept = (await manage('GET', `/report/definitions/${id}`)).body;
      expect([kept.CompareWith, kept.ReportColumns[1].Per]).toEqual(['before', 'month']);
      const { lines, total } = await view(id);
      expect(lines[0]).toEqual([
        ...['Month', 'Net', 'Net, period before', 'Net, difference', 'Net, difference in %'],
      ]);
      expect(lines.slice(1).map((line) => line.slice(1))).toEqual([
        [],
        ['150.50', '10.00', '140.50', '1,405.0%'],
        ['0.00', '150.50', '-150.50', '-100.0%'],
        ['300.00', '0.00', '300.00', ''],
        ['450.50', '', '', ''],
        [],
        ['40.00', '', '', ''],
        ['60.00', '40.00', '20.00', '50.0%'],
        ['0.00', '60.00', '-60.00', '-100.0%'],
        ['100.00', '', '', ''],
        ['550.50', '', '', ''],
      ]);
      expect(lines[2]?.[0]).toBe('Month: January 2031');
      expect(total).toBe(5);
    });

    it('in French, newest first, beside the same quarter last year; a left out column takes its figures with it', async () => {
      const quarter = [
        column('EffectiveDate', 0, { IsGroup: true, Per: 'quarter', Label: 'Trimestre' }),
        column('ForecastedPPR', 1, { Total: 'sum', Label: 'Net' }),
        column('PriorPPR', 2, { Total: 'count', Label: 'Ventes' }),
      ];
      const more = { ReportColumns: quarter, CompareWith: 'year' };
      const id = await save(definition('Compared quarters', more));
      const french = { 'accept-language': 'fr-CA' };
      const SortOrders = [{ Column: 'EffectiveDate', IsAscending: false }];
      const all = { Filters: { Dealers: dealers.map((Id) => ({ Id })), From: '10/01/2030' }, SortOrders };
      const { lines } = await view(id, french, all);
      expect(lines[0]?.slice(0, 3)).toEqual(['Trimestre', 'Net', 'Net, an dernier']);
      expect(lines.slice(1).map((line) => [line[0], line[1], line[5]])).toEqual([
        ['Trimestre\u00a0: T1 2031', '550,50', '5'],
        ['Trimestre\u00a0: T4 2030', '10,00', '1'],
        ['Total', '560,50', '6'],
      ]);
      const chosen = await view(id, french, { ...all, Columns: ['EffectiveDate', 'PriorPPR'] });
      expect(chosen.lines[0]).toEqual([
        ...['Trimestre', 'Ventes', 'Ventes, an dernier', 'Ventes, écart', 'Ventes, écart en\u00a0%'],
      ]);
    });

    it('a workbook has numbers, and percentages as such; a PDF has every figure', async () => {
      const id = await save(definition('Compared sheet'));
      const bytes = await file(id, 'EXCEL');
      const rows = (await rowsOf(bytes)).map((row) =>
        row.map((value) => (value as unknown as DataRecord | null)?.value ?? value),
      );
      // The reader of sheets says a percentage as it is shown.
      expect(rows[3]?.slice(1)).toEqual([0, 150.5, -150.5, -100]);
      expect(rows[4]?.slice(1)).toEqual([300, 0, 300]);
      const parts = unzipSync(bytes);
      expect(strFromU8(parts['xl/styles.xml'] as Uint8Array)).toContain('formatCode="0.0%"');
      const pages = (await textOfPages(await file(id, 'PDF'))).replace(/\s+/g, ' ');
      for (const said of ['Month: January 2031', '1,405.0%', '-150.50']) expect(pages).toContain(said);
    });

    it('days are those of the time zone of the reader', async () => {
      const { items } = await clients.app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
      const { Id, BrandId } = items[0] ?? {};
      await clients.app.store.update('product', String(Id), { ModifiedDate: '2027-01-01T02:00:00.000Z' });
      const columns = [
        column('ModifiedDate', 0, { IsGroup: true, Per: 'year', Label: 'Year' }),
        column('Name', 1, { Total: 'count' }),
      ];
      const Parameters = [
        {
          ...{ ParameterName: 'Brand', Path: 'BrandId', Operator: 'in', ReportFilterTypeId: 1 },
          ...{ ListOfValuesSp: 'brand', DefaultValue: String(BrandId) },
        },
      ];
      const more = { DataSet: 'product', ReportColumns: columns, Parameters };
      const id = await save(definition('Years of readers', more));
      const last = async (zone: string) => {
        const { lines } = await view(id, { 'x-time-zone': zone }, {});
        return lines.map(([name = '']) => name).filter((name) => /: 202[67]$/.test(name));
      };
      expect(await last('Asia/Tokyo')).toContain('Year: 2027');
      expect(await last('America/Toronto')).not.toContain('Year: 2027');
    });

    it('what cannot be compared is refused at its place, also in the preview', async () => {
      const withColumns = (...ReportColumns: DataRecord[]) => ({ ReportColumns });
      const [dealer = {}, month = {}, net = {}] = grouped;
      const wrong: readonly (readonly [DataRecord, string])[] = [
        [{ CompareWith: 'decade' }, '/CompareWith'],
        [withColumns(dealer, { ...month, Per: null }, net), '/CompareWith'],
        [withColumns(dealer, month, { ...net, Total: null }), '/CompareWith'],
        [
          withColumns(dealer, month, column('EndDate', 3, { IsGroup: true, Per: 'year' }), net),
          '/CompareWith',
        ],
        [withColumns(dealer, { ...month, Per: 'decade' }, net), '/ReportColumns/1/Per'],
        [withColumns({ ...dealer, Per: 'month' }, month, net), '/ReportColumns/0/Per'],
        [withColumns(dealer, month, net, column('EndDate', 3, { Per: 'month' })), '/ReportColumns/3/Per'],
        [{ ...withColumns(month, net), TopCount: 3 }, '/TopCount'],
      ];
      for (const [more, place] of wrong)
        for (const path of ['/report/definition', '/report/preview']) {
          const { status, body } = await manage('POST', path, definition('Wrong periods', more));
          expect([status, JSON.stringify(body)], `${path} ${place}`).toEqual([
            422,
            expect.stringContaining(place),
          ]);
        }
    });

    it('a reader gets the figures of the dealers that they see, and none without the right', async () => {
      const id = await save(definition('Compared for others'));
      const own = await clients.app.as('dealer-principal');
      const seen = await own('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {});
      const nobody = await clients.nobody('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {});
      expect(nobody.status).toBe(401);
      expect(seen.status, JSON.stringify(seen.body)).toBe(200);
      const lines = linesOf(String(seen.body.Html)).filter(([name = '']) => name.startsWith('Dealer: '));
      expect(lines).toEqual([['Dealer: Northline of Barrie']]);
      expect(seen.body.IsPartial).toBe(true);
    });
  });
