/** Reports as files and statements, favourites, flavours and whom they are shared with. */
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { readSheet } from '#engine';
import { filter } from './support/createClients.ts';
import { createReportClients, filterNamed, type ReportClients } from './support/reportClients.ts';
import { type Answer, type Ask, appStores } from './support/startApp.ts';

for (const kind of appStores) {
  describe(`reports, ${kind} store`, () => {
    let { app, admin, manager, viewer, nobody, reports, idOf, configuration, view, portfolio } =
      {} as ReportClients;

    beforeAll(async () => {
      ({ app, admin, manager, viewer, nobody, reports, idOf, configuration, view, portfolio } =
        await createReportClients(kind));
    });

    it('H-584 H-585 H-586 H-099 a file is named after the configuration and the local date and time', async () => {
      const file = async (format: string, ask = app.fetch) => {
        const token = (await nobody('POST', '/session', { UserName: 'viewer', Password: 'demo' })).body.Token;
        return ask(
          new Request(`http://localhost/api/report/fileviewer?id=${portfolio.Id}&path=/x&format=${format}`, {
            method: 'POST',
            body: JSON.stringify({ Columns: ['Name', 'Code'] }),
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${token}`,
              'x-time-zone': 'America/Vancouver',
            },
          }),
        );
      };
      const pdf = await file('PDF');
      expect(pdf.headers.get('content-type')).toBe('application/pdf');
      expect(decodeURIComponent(pdf.headers.get('content-disposition') ?? '')).toContain(
        'Product portfolio 11-20-2026, 7-00-00 AM.pdf',
      );
      const document = await PDFDocument.load(await pdf.arrayBuffer());
      expect([document.getTitle(), document.getPageCount() > 0]).toEqual(['Product portfolio', true]);
      const excel = await file('EXCEL');
      expect(decodeURIComponent(excel.headers.get('content-disposition') ?? '')).toContain('7-00-00 AM.xlsx');
      const rows: (readonly unknown[])[] = [];
      for await (const { values } of readSheet(new Uint8Array(await excel.arrayBuffer()))) rows.push(values);
      const total = (await viewer('GET', '/product?pageSize=1')).body.TotalItems;
      expect([rows[0], rows.length]).toEqual([['Name', 'Code'], total + 1]);
      expect((await file('WORD')).status).toBe(422);
    });

    it('H-582 H-583 H-410 H-421 statements of dealers are created one by one for those allowed to, in a separate viewer', async () => {
      const [incentive, dap] = [await idOf('Incentive Statements'), await idOf('DAP Statement')];
      const choices = async (ask: Ask, id = incentive) =>
        filterNamed((await ask('GET', `/report/${id}`)).body, 'Dealer').ReportFilter.ParametersDto;
      expect((await choices(reports))[0]).toEqual({
        Key: 'AllIndividualStatements',
        Value: 'All Individual Statements',
      });
      expect((await choices(reports, dap))[0].Value).toBe('All Individual Statements');
      expect(
        (await choices(viewer)).some(({ Value }: DataRecord) => Value === 'All Individual Statements'),
      ).toBe(false);
      const body = { Filters: { Dealer: ['AllIndividualStatements'] } };
      const bytes = async (path: string, id: string, ask = reports) =>
        ask('POST', `/report/${path}?id=${id}&format=PDF`, body);
      expect((await bytes('rewardspdfviewer', incentive)).headers.get('content-type')).toBe(
        'application/pdf',
      );
      expect((await bytes('dapstatementpdfviewer', dap)).status).toBe(200);
      expect((await bytes('dapstatementpdfviewer', incentive)).body.Errors).toEqual([
        'This viewer shows only the report ‘DAP Statement’.',
      ]);
      expect((await bytes('rewardspdfviewer', incentive, viewer)).status).toBe(422);
    });

    it('H-589 a report is marked as a favourite for its person alone, and unmarked', async () => {
      const mark = async (ask: Ask, body?: DataRecord) =>
        (await ask('POST', `/report/favourite/${portfolio.Id}`, body)).body;
      expect(await mark(viewer)).toMatchObject({ CurrentReportUser: { IsFavourite: true } });
      expect((await viewer('GET', `/report/${portfolio.Id}`)).body.CurrentReportUser).toEqual({
        IsFavourite: true,
      });
      expect((await reports('GET', `/report/${portfolio.Id}`)).body.CurrentReportUser).toEqual({
        IsFavourite: false,
      });
      expect(await mark(viewer, { IsFavourite: true })).toMatchObject({
        CurrentReportUser: { IsFavourite: true },
      });
      expect(await mark(viewer)).toMatchObject({ CurrentReportUser: { IsFavourite: false } });
    });

    it('views of a configuration are counted', async () => {
      const seen = async () => (await configuration('Certification programs')).TimeAccessed;
      const before = await seen();
      await view('Certification programs');
      expect(await seen()).toBe(before + 1);
      expect((await configuration('Certification programs')).LastAccessed).toBe(app.clock.now.toISOString());
    });

    const flavour = async (name: string, more: DataRecord = {}, ask: Ask = viewer) =>
      ask('POST', '/report/flavour', { ...portfolio, ReportConfigurationName: name, ...more });

    it('H-009 H-248 H-587 H-251 a flavour is the whole configuration with its own name; its Id is answered', async () => {
      const made = await flavour('Northline only', {
        ReportConfigurationFilters: [
          {
            ...filterNamed(portfolio, 'Brand'),
            SavedValue: filterNamed(portfolio, 'Brand').ReportFilter.ParametersDto[0].Key,
          },
        ],
        ReportConfigurationColumns: portfolio.ReportConfigurationColumns.slice(0, 2),
      });
      expect([made.status, Object.keys(made.body)], JSON.stringify(made.body)).toEqual([
        201,
        ['Id', 'ExecutionResult'],
      ]);
      const stored = (await viewer('GET', `/report/${made.body.Id}`)).body;
      expect([stored.ReportConfigurationName, stored.IsDefault, stored.Description]).toEqual([
        'Northline only',
        false,
        portfolio.Description,
      ]);
      expect(
        stored.ReportConfigurationColumns.filter(
          ({ ReportColumn }: Answer['body']) => ReportColumn.IsSelected,
        ).length,
      ).toBe(2);
      const run = (await viewer('POST', `/report/viewer?id=${made.body.Id}`, {})).body;
      expect([
        run.TotalItems > 0,
        run.TotalItems < (await view('Product portfolio')).body.TotalItems,
      ]).toEqual([true, true]);
      const unnamed = await flavour('');
      expect([unnamed.status, unnamed.body.ValidationErrors[0].Key]).toEqual([
        422,
        'ReportConfigurationName',
      ]);
      expect((await nobody('POST', '/report/flavour', portfolio)).status).toBe(401);
    });

    it('H-247 H-249 H-588 a flavour can be overwritten; a default configuration cannot', async () => {
      const { Id } = (await flavour('To be changed')).body;
      const stored = (await viewer('GET', `/report/${Id}`)).body;
      const saved = await viewer('PUT', '/report/flavour', { ...stored, ReportConfigurationName: 'Changed' });
      expect([saved.status, saved.body.ReportConfigurationName], JSON.stringify(saved.body)).toEqual([
        200,
        'Changed',
      ]);
      const refused = await viewer('PUT', '/report/flavour', { ...portfolio, Description: 'Mine' });
      expect([refused.status, refused.body.Message]).toEqual([
        422,
        'The default configuration of a report cannot be changed. Create a flavour of it instead.',
      ]);
      expect(
        (await reports('PUT', '/report/flavour', { ...stored, ReportConfigurationName: 'x' })).status,
      ).toBe(404);
    });

    it('H-347 the text of a selection is stored only if it is shorter than 8192 characters', async () => {
      const keep = async (length: number) => {
        const SavedValue = 'x'.repeat(length);
        const { Id } = (
          await flavour(`Of ${length}`, {
            ReportConfigurationFilters: [{ ...filterNamed(portfolio, 'Name'), SavedValue }],
          })
        ).body;
        return filterNamed((await viewer('GET', `/report/${Id}`)).body, 'Name').SavedValue?.length ?? 0;
      };
      expect([await keep(8191), await keep(8192)]).toEqual([8191, 0]);
    });

    it('H-010 H-190 H-590 H-422 a flavour shared with a role or a person is visible to them, and changed only by its owner', async () => {
      const { Id } = (await flavour('Shared')).body;
      expect((await reports('GET', `/report/${Id}`)).status).toBe(404);
      const share = (entries: readonly DataRecord[], ask = viewer) =>
        ask('POST', '/report/share', { Id, ReportConfigurationUserRoles: entries });
      const shared = await share([{ RoleId: 'reports' }]);
      expect([shared.status, shared.body.ExecutionResult.IsSuccess], JSON.stringify(shared.body)).toEqual([
        200,
        true,
      ]);
      expect((await reports('GET', `/report/${Id}`)).body.ReportConfigurationUserRoles).toMatchObject([
        { RoleId: 'reports' },
      ]);
      expect(await idOf('Shared', reports)).toBe(Id);
      expect(await idOf('Shared', manager)).toBeUndefined();
      const UserId = (await admin('GET', `/user?${filter('UserName', 'manager')}`)).body.Items[0].Id;
      await share([{ UserId }]);
      expect([await idOf('Shared', manager), await idOf('Shared', reports)]).toEqual([Id, undefined]);
      expect((await share([{ RoleId: 'admin' }], manager)).status).toBe(422);
      expect((await share([{}])).status).toBe(422);
      expect((await share([{ RoleId: 'nobody-has-this' }])).body.Errors).toEqual([
        'There is no role ‘nobody-has-this’.',
      ]);
    });

    it('H-591 a flavour is removed by its owner, and a default one cannot be removed this way', async () => {
      const { Id } = (await flavour('To be removed')).body;
      await viewer('POST', '/report/share', { Id, ReportConfigurationUserRoles: [{ RoleId: 'pricing' }] });
      const pricing = await app.as('pricing');
      expect((await pricing('DELETE', `/report/flavour/${Id}`)).status).toBe(422);
      expect((await viewer('DELETE', `/report/flavour/${portfolio.Id}`)).status).toBe(422);
      expect((await viewer('DELETE', `/report/flavour/${Id}`)).status).toBeLessThan(300);
      expect((await viewer('GET', `/report/${Id}`)).status).toBe(404);
      expect((await viewer('DELETE', `/report/flavour/${Id}`)).status).toBe(404);
    });

    it('H-449 H-664 people to share with are found, ten a page, by last name', async () => {
      const { status, body } = await viewer(
        'GET',
        '/profile/employee/availableforreport?page=1&pageSize=10&sortFields=LastName&sortDirections=1',
      );
      expect([status, body.TotalItems > 0], JSON.stringify(body)).toEqual([200, true]);
      const names = body.Items.map(({ LastName }: DataRecord) => String(LastName));
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
      expect(Object.keys(body.Items[0]).sort()).toEqual([
        'DisplayName',
        'FirstName',
        'Id',
        'LastName',
        'UserName',
      ]);
      expect((await nobody('GET', '/profile/employee/availableforreport')).status).toBe(401);
    });
  });
}
