/**
 * Reports: found, configured, filtered, viewed, saved as flavours and shared, under the rights of the reader.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { filter } from './support/createClients.ts';
import { createReportClients, filterNamed, type ReportClients } from './support/reportClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const everything = '00000000-0000-0000-0000-000000000000';

for (const kind of appStores) {
  describe(`reports, ${kind} store`, () => {
    let { app, admin, viewer, nobody, reports, idOf, view, portfolio } = {} as ReportClients;

    beforeAll(async () => {
      ({ app, admin, viewer, nobody, reports, idOf, view, portfolio } = await createReportClients(kind));
    });

    it('H-592 H-645 H-104 configurations come as a page, by name, and only with a login', async () => {
      expect((await nobody('GET', '/report')).status).toBe(401);
      const { body } = await viewer('GET', '/report?page=1&pageSize=3');
      expect(Object.keys(body)).toEqual(['Items', 'TotalItems']);
      expect([body.Items.length, body.TotalItems]).toEqual([3, 16]);
      const all = (await viewer('GET', '/report?pageSize=0')).body.Items;
      const names = all.map((item: DataRecord) => String(item.ReportConfigurationName));
      expect(names).toEqual([...names].sort());
      const found = await viewer(
        'GET',
        `/report?${filter('ReportConfigurationName', 'dealers by p', 'startsWith')}`,
      );
      expect(found.body.Items.map((item: DataRecord) => item.ReportConfigurationName)).toEqual([
        'Dealers by province',
      ]);
    });

    it('H-007 H-170 H-578 a report by id has all that its page needs', async () => {
      expect(portfolio).toMatchObject({
        ReportConfigurationName: 'Product portfolio',
        Description: 'Every product with its brand, type and state.',
        ...{ IsDefault: true, IsStandalone: false, ReportPath: '/Products/Product portfolio' },
        ReportFormats: [{ Name: 'PDF' }, { Name: 'EXCEL' }],
        DeliveryExtensions: [{ Name: 'Report Server Email' }, { Name: 'Report Server File Share' }],
        Recurrences: [
          { DisplayName: 'Daily' },
          { DisplayName: 'Weekly' },
          { DisplayName: 'Monthly' },
          { DisplayName: 'Quarterly' },
        ],
        ...{ Schedules: [], Subscriptions: [], ReportConfigurationUserRoles: [] },
        ExecutionResult: { IsSuccess: true, Message: [] },
        CurrentReportUser: { IsFavourite: false },
      });
      expect(portfolio.Flavours).toEqual([
        { Id: portfolio.Id, ReportConfigurationName: 'Product portfolio', IsDefault: true },
      ]);
      expect((await viewer('GET', `/report/${everything}`)).status).toBe(404);
    });

    it('H-171 H-172 H-173 columns and order of a configuration have the fields of the specification', () => {
      const [first, ...others] = portfolio.ReportConfigurationColumns;
      expect(first).toEqual({
        ...{ Id: null, ReportColumnId: first.ReportColumn.Id, SavedValue: null, IsDefault: true },
        ReportColumn: {
          ...{
            Id: first.ReportColumnId,
            Label: 'Name',
            ReportColumnName: 'Name',
            OrdinalPosition: 0,
            IsSelected: true,
          },
        },
      });
      const last = others.at(-1);
      expect([last.IsDefault, last.ReportColumn.IsSelected, last.ReportColumn.Label]).toEqual([
        false,
        false,
        'Underwriter',
      ]);
      expect(portfolio.ReportConfigurationColumnSortOrders).toEqual([
        { Column: 'Name', ColumnSortingOrder: 1, IsAscending: true },
      ]);
    });

    it('H-174 H-175 H-176 a filter has its label, default, list of values, control and dependent filters', () => {
      const brand = filterNamed(portfolio, 'Brand');
      expect(brand).toMatchObject({
        SavedValue: null,
        ReportFilter: {
          ...{
            ParameterName: 'Brand',
            Label: 'Brand',
            DefaultValue: everything,
            ListOfValuesSp: 'brand',
            Hidden: false,
          },
          ReportFilterType: { Id: 2, ControlName: 'DropdownCheckListSearchable' },
          CascadingDependencyFilters: ['ProductGroup'],
        },
      });
      expect(Object.keys(brand.ReportFilter.ParametersDto[0])).toEqual(['Key', 'Value']);
    });

    it('H-177 H-178 H-179 H-180 H-181 H-182 H-183 H-184 H-185 H-186 there are ten controls', async () => {
      const { body } = await reports('POST', '/report/management', definitionFile(), form);
      expect(body.Controls.map(({ ControlName }: DataRecord) => ControlName)).toEqual([
        ...['DropdownCheckList', 'DropdownCheckListSearchable', 'CheckList', 'CheckListSearchable'],
        ...[
          'DropdownList',
          'DropdownListSearchable',
          'DatePicker',
          'DatePickerMandatory',
          'TextField',
          'Hidden',
        ],
      ]);
    });

    it('H-579 a list of values is filtered by the choices of other filters', async () => {
      const ask = (Filters: DataRecord, StoredProcedure = 'product-group') =>
        viewer('POST', '/report/filterparameters', { StoredProcedure, Filters });
      const all = (await ask({})).body;
      const [brand] = filterNamed(portfolio, 'Brand').ReportFilter.ParametersDto;
      const own = (await viewer('GET', `/product/productgroup?pageSize=0&${filter('BrandId', brand.Key)}`))
        .body;
      const narrowed = (await ask({ Brand: [brand.Key] })).body;
      expect(narrowed.Items.map(({ Key }: DataRecord) => Key).sort()).toEqual(
        own.Items.map(({ Id }: DataRecord) => Id).sort(),
      );
      expect(narrowed.TotalItems).toBeLessThan(all.TotalItems);
      expect((await ask({ Brand: [everything] })).body.TotalItems).toBe(all.TotalItems);
      const states = (await ask({}, 'product-state-type')).body.Items;
      expect(states[0]).toEqual({ Key: '1', Value: 'In Design' });
      expect([(await ask({}, 'drop table')).status, (await ask({ Colour: ['x'] })).status]).toEqual([
        422, 422,
      ]);
      expect((await ask({}, 'user')).status).toBe(403);
    });

    it('H-665 a long list comes 500 at a time, and the rest on request', async () => {
      const made = Array.from({ length: 620 }, (_, index) => ({
        Id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        Name: `Group ${String(index).padStart(4, '0')}`,
        Code: `G${index}`,
      }));
      await app.store.insertMany(
        'lienholder-group',
        made.map((one) => ({ ...one, Revision: 1 })),
      );
      const page = async (Page: number) =>
        (await viewer('POST', '/report/filterparameters', { StoredProcedure: 'lienholder-group', Page }))
          .body;
      const [first, second] = [await page(1), await page(2)];
      expect([first.Items.length, first.TotalItems - first.Items.length]).toEqual([500, second.Items.length]);
    });

    it('H-008 H-580 H-666 the viewer answers a page of ten rows as HTML, with the total and the page number', async () => {
      const { status, body } = await view('Product portfolio', {}, { query: 'format=HTML4.0&page=2' });
      expect(status, JSON.stringify(body)).toBe(200);
      const total = (await viewer('GET', '/product?pageSize=1')).body.TotalItems;
      expect([body.TotalPages, body.CurrentPage]).toEqual([Math.ceil(total / 10), 2]);
      expect([
        body.Html.match(/<tr>/g).length,
        body.Html.startsWith('<table><thead><tr><th>Name</th><th>Code</th>'),
      ]).toEqual([11, true]);
      const past = await view('Product portfolio', {}, { query: 'page=999' });
      expect([past.status, past.body.Html.includes('<td>')]).toEqual([200, false]);
      expect((await view('Product portfolio', {}, { query: 'format=RTF' })).status).toBe(422);
    });

    it('H-581 H-342 H-343 H-344 missing values are reported in Errors, all at once', async () => {
      const { status, body } = await view('Product portfolio', {
        Filters: { Brand: [], State: [] },
        Columns: [],
      });
      expect([status, body.Errors]).toEqual([
        422,
        [
          'Choose at least one value of Brand.',
          'Choose at least one value of State.',
          'Choose at least one column.',
        ],
      ]);
      const french = await viewer(
        'POST',
        `/report/viewer?id=${portfolio.Id}`,
        { Columns: [] },
        { 'accept-language': 'fr-CA' },
      );
      expect(french.body.Errors).toEqual(['Choisissez au moins une colonne.']);
      // Dates and texts are optional.
      expect((await view('Launches due', { Filters: { To: '' } })).status).toBe(200);
      expect((await view('Product portfolio', { Filters: { Name: '' } })).status).toBe(200);
    });

    it('H-650 H-651 the empty id means all, and the rows are those of a list', async () => {
      const rows = async (Filters: DataRecord) =>
        (await view('Product portfolio', { Filters })).body.TotalItems;
      const total = (await viewer('GET', '/product?pageSize=1')).body.TotalItems;
      expect(await rows({ Brand: [everything] })).toBe(total);
      const [brand] = filterNamed(portfolio, 'Brand').ReportFilter.ParametersDto;
      const own = (await viewer('GET', `/product?pageSize=1&${filter('BrandId', brand.Key)}`)).body
        .TotalItems;
      expect([await rows({ Brand: [brand.Key] }), (await rows({ Brand: [everything] })) > own]).toEqual([
        own,
        true,
      ]);
    });

    it('H-346 a chosen value with neither an id nor an external id blocks the run and is logged', async () => {
      const before = app.errors.length;
      const { status, body } = await view('Product portfolio', {
        Filters: { Brand: [{ Value: 'Northline' }] },
      });
      expect([status, body.Errors]).toEqual([
        422,
        ['A chosen value of Brand has neither an ID nor an external ID.'],
      ]);
      expect(app.errors.length).toBe(before + 1);
      expect(
        (await view('Product portfolio', { Filters: { Brand: [{ ExtId: portfolio.Id }] } })).body.TotalItems,
      ).toBe(0);
    });

    it('H-661 dates are MM/DD/YYYY, and others are refused', async () => {
      const due = async (From: string) => view('Launches due', { Filters: { From, State: [everything] } });
      const late = (await due('01/01/2026')).body.TotalItems;
      const all = (await due('01/01/1990')).body.TotalItems;
      const listed = await viewer('GET', `/product?pageSize=1&${filter('LaunchDate', '2026-01-01', 'ge')}`);
      expect([late, late < all]).toEqual([listed.body.TotalItems, true]);
      for (const wrong of ['2026-01-01', '13/01/2026', '02/30/2026', '1/1/2026'])
        expect((await due(wrong)).body.Errors, wrong).toEqual(['Enter Launch Date as MM/DD/YYYY.']);
      expect((await view('Launches due', { Filters: { From: '' } })).body.Errors).toEqual([
        'Enter a date for Launch Date.',
      ]);
    });

    it('H-097 rows are ordered by the first and the second requested order', async () => {
      const names = async (SortOrders: readonly DataRecord[]) =>
        [
          ...(
            await view('Product portfolio', { SortOrders, Columns: ['Name', 'Brand.Name'] })
          ).body.Html.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td>/g),
        ].map(([, name, brand]) => [name, brand]);
      const down = await names([{ Column: 'Name', ColumnSortingOrder: 1, IsAscending: false }]);
      const up = await names([{ Column: 'Name', ColumnSortingOrder: 1, IsAscending: true }]);
      expect(down[0]?.[0]).not.toBe(up[0]?.[0]);
      const both = await names([
        { Column: 'Brand.Name', IsAscending: true },
        { Column: 'Name', IsAscending: false },
      ]);
      expect(both.map(([, brand]) => brand)).toEqual([...both.map(([, brand]) => brand)].sort());
      expect((await view('Product portfolio', { SortOrders: [{ Column: 'Secret' }] })).body.Errors).toEqual([
        'The report cannot be sorted by ‘Secret’.',
      ]);
    });

    it('H-623 a run reports its outcome in ExecutionResult', async () => {
      expect((await view('Product portfolio')).body.ExecutionResult).toEqual({
        IsSuccess: true,
        Message: [],
      });
    });

    it('a report shows only what its reader may see, and escapes markup in records', async () => {
      const people = await idOf('People and their access', admin);
      const ask = (who: Ask) => who('POST', `/report/viewer?id=${people}`, {});
      const refused = await ask(viewer);
      expect([refused.status, refused.body.Message.includes('User.Manage')]).toEqual([403, true]);
      expect((await viewer('GET', `/report/${people}`)).status).toBe(403);
      expect((await ask(admin)).body.Html).toContain('<td>admin</td>');
      await app.store.insert('lienholder-group', {
        Id: '00000000-0000-4000-9000-000000000001',
        Name: '<img src=x>',
        Code: '<b>',
        Revision: 1,
      });
      const flavoured = await view('Product portfolio', { Filters: { Name: '<script>' } });
      expect(flavoured.body.Html).not.toContain('<script>');
      for (const id of ['', 'x', everything])
        expect((await viewer('POST', `/report/viewer?id=${id}`, {})).status, id).toBe(404);
    });

    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const definitionFile = () =>
      `--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: application/xml\r\n\r\n<Report><DataSets/></Report>\r\n--b--\r\n`;
  });
}
