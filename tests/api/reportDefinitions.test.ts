/**
 * Definitions of reports: uploaded as a file, configured, overwritten after confirmation, removed with their
 * flavours; dashboards over them.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const form = { 'content-type': 'multipart/form-data; boundary=b' };
const upload = (text: string, reportid = '') =>
  [
    '--b\r\nContent-Disposition: form-data; name="reportid"\r\n\r\n',
    `${reportid}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: text/xml\r\n\r\n`,
    `${text}\r\n--b--\r\n`,
  ].join('');

/** As a report designer writes it. */
const rdl = `<?xml version="1.0" encoding="utf-8"?>
<Report xmlns="http://schemas.microsoft.com/sqlserver/reporting/2016/01/reportdefinition" xmlns:rd="http://schemas.microsoft.com/SQLServer/reporting/reportdesigner">
  <DataSets>
    <DataSet Name="Main">
      <Query><CommandText>product</CommandText></Query>
      <Fields>
        <Field Name="Product"><DataField>Name</DataField><rd:TypeName>System.String</rd:TypeName></Field>
        <Field Name="Brand"><DataField>Brand.Name</DataField></Field>
        <Field Name="BrandId"><DataField>BrandId</DataField></Field>
        <Field Name="Launch"><DataField>LaunchDate</DataField></Field>
      </Fields>
      <Filters>
        <Filter><FilterExpression>=Fields!BrandId.Value</FilterExpression><Operator>In</Operator>
          <FilterValues><FilterValue>=Parameters!Brand.Value</FilterValue></FilterValues></Filter>
        <Filter><FilterExpression>=Fields!Launch.Value</FilterExpression><Operator>GreaterThanOrEqual</Operator>
          <FilterValues><FilterValue>=Parameters!From.Value</FilterValue></FilterValues></Filter>
      </Filters>
    </DataSet>
    <DataSet Name="Brands"><Query><CommandText>brand</CommandText></Query></DataSet>
  </DataSets>
  <ReportParameters>
    <ReportParameter Name="Brand"><DataType>String</DataType><Prompt>Which brand</Prompt><MultiValue>true</MultiValue>
      <ValidValues><DataSetReference><DataSetName>Brands</DataSetName></DataSetReference></ValidValues></ReportParameter>
    <ReportParameter Name="From"><DataType>DateTime</DataType><DefaultValue><Values><Value>=FirstOfYear</Value></Values></DefaultValue></ReportParameter>
    <ReportParameter Name="Secret"><DataType>String</DataType><Hidden>true</Hidden></ReportParameter>
  </ReportParameters>
  <Body><ReportItems>
    <Tablix Name="t"><TablixBody><Textbox><Value>=Fields!Product.Value</Value></Textbox><Textbox><Value>=Fields!Brand.Value</Value></Textbox></TablixBody></Tablix>
    <Chart Name="c"/>
  </ReportItems></Body>
</Report>`;

for (const kind of appStores) {
  describe(`report definitions, ${kind} store`, () => {
    let clients: Clients;
    let reports: Ask;
    let viewer: Ask;

    beforeAll(async () => {
      clients = await createClients(kind);
      reports = await clients.app.as('reports');
      viewer = clients.viewer;
    });

    const read = (text: string, ask = reports, id = '') =>
      ask('POST', '/report/management', upload(text, id), form);
    /** What was read, named and saved as a person does. */
    const save = async (Name: string, more: DataRecord = {}, headers?: Record<string, string>) => {
      const { body } = await read(rdl);
      const Parameters = body.Parameters.filter(({ Hidden }: DataRecord) => !Hidden);
      const { DataSet, Columns } = body;
      return reports('POST', '/report/definition', { Name, DataSet, Columns, Parameters, ...more }, headers);
    };

    it('H-012 H-600 H-191 H-193 a definition file is read: parameters, columns, lists, controls, and unsupported elements', async () => {
      const { status, body } = await read(rdl);
      expect([status, body.DataSet, body.LovSps, body.IsStandalone], JSON.stringify(body)).toEqual([
        200,
        'product',
        ['brand'],
        false,
      ]);
      expect(body.Parameters).toMatchObject([
        {
          ...{
            ParameterName: 'Brand',
            Label: 'Which brand',
            Hidden: false,
            Path: 'BrandId',
            Operator: 'in',
            ListOfValuesSp: 'brand',
          },
          ...{ ReportFilterTypeId: 1, ReportFilterIdFilteredBy: null, ReportFilterFilteredBy: null },
          ReportFilterType: { Id: 1, ControlName: 'DropdownCheckList' },
        },
        {
          ParameterName: 'From',
          Path: 'LaunchDate',
          Operator: 'ge',
          DefaultValue: '=FirstOfYear',
          ReportFilterType: { ControlName: 'DatePicker' },
        },
        { ParameterName: 'Secret', Hidden: true, ReportFilterType: { ControlName: 'Hidden' } },
      ]);
      expect(body.Report.ReportColumns).toEqual(body.Columns);
      expect(body.Unsupported).toEqual([{ Element: 'Chart', Line: 29 }]);
    });

    it('a parameter that may be null is optional; lists are recognized by name or entered', async () => {
      const optional = rdl
        .replace('<Prompt>Which brand</Prompt>', '<Nullable>true</Nullable><Prompt>Which brand</Prompt>')
        .replace(
          '<CommandText>brand</CommandText>',
          '<CommandText>SELECT Id, Name FROM dbo.Brands ORDER BY Name</CommandText>',
        )
        .replace('<DefaultValue><Values><Value>=FirstOfYear</Value></Values></DefaultValue>', '');
      const { Parameters, DataSet, Columns, LovSps } = (await read(optional)).body;
      expect(LovSps).toEqual(['brand']);
      expect(Parameters).toMatchObject([
        { ParameterName: 'Brand', IsOptional: true, ListOfValuesSp: 'brand' },
        {
          ParameterName: 'From',
          IsOptional: false,
          ReportFilterType: { ControlName: 'DatePickerMandatory' },
        },
        {},
      ]);
      const saved = await reports('POST', '/report/definition', {
        ...{ Name: 'Optional', DataSet, Columns },
        Parameters: Parameters.slice(0, 1),
      });
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      const at = `/report/viewer?id=${saved.body.Id}&format=HTML4.0`;
      const shown = await viewer('POST', at, { Filters: { Brand: [] } });
      expect([shown.status, shown.body.TotalItems > 0]).toEqual([200, true]);
      const opened = (await viewer('GET', `/report/${saved.body.Id}`)).body;
      expect(opened.ReportConfigurationFilters[0].ReportFilter.IsOptional).toBe(true);
      const unknown = optional.replaceAll('Brands', 'Colours');
      expect((await read(unknown)).body.Parameters[0]).toMatchObject({
        ...{ ListOfValuesSp: null, ReportFilterType: { ControlName: 'TextField' }, Operator: 'in' },
      });
    });

    it('H-192 H-670 a column starts unsorted; columns in the body are default and selected', async () => {
      const { Columns } = (await read(rdl)).body;
      expect(Columns.map(({ SortOrder }: DataRecord) => SortOrder)).toEqual(['0', '0', '0', '0']);
      expect(
        Columns.map(({ ReportColumnName, IsDefault, IsSelected }: DataRecord) => [
          ReportColumnName,
          IsDefault,
          IsSelected,
        ]),
      ).toEqual([
        ...[
          ['Name', true, true],
          ['Brand.Name', true, true],
        ],
        ...[
          ['BrandId', false, false],
          ['LaunchDate', false, false],
        ],
      ]);
      const sorted = (SortOrder: string) =>
        save(`Sorted ${SortOrder}`, { Columns: [{ ...Columns[0], SortOrder }] });
      expect((await Promise.all(['0', '1', '2'].map(sorted))).map(({ status }) => status)).toEqual([
        201, 201, 201,
      ]);
      expect((await sorted('3')).status).toBe(422);
    });

    it('H-634 a file without a definition is refused and logged, with its line; no external entity is read', async () => {
      const message = async (text: string) => (await read(text)).body.Errors?.[0];
      expect(await message('<Report>\n<DataSets></Report>')).toContain('not well-formed XML (line 2)');
      expect(await message('not at all')).toContain('its root element is not Report');
      expect(
        await message('<!DOCTYPE Report [<!ENTITY x SYSTEM "file:///etc/passwd">]><Report>&x;</Report>'),
      ).toContain('document type');
      expect(await message(`<Report>${'<a/>'.repeat(30_000)}</Report>`)).toContain('too many elements');
      expect(await message(`<Report>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Report>`)).toContain(
        'too many elements',
      );
      expect((await reports('POST', '/report/management', {})).status).toBe(422);
    });

    it('H-409 uploading, saving and removing definitions needs the right to manage them', async () => {
      expect((await read(rdl, viewer)).status).toBe(403);
      expect((await viewer('POST', '/report/definition', {})).status).toBe(403);
      expect((await viewer('PUT', '/report/definition', {})).status).toBe(403);
      const { Id } = (await viewer('GET', '/report/list')).body.Items[0];
      expect((await viewer('DELETE', `/report/${Id}`)).status).toBe(403);
    });

    it('H-603 H-601 H-107 a definition is saved with its default configuration and can be run at once', async () => {
      const { status, body } = await save('Uploaded');
      expect([status, body.ExecutionResult.IsSuccess], JSON.stringify(body)).toEqual([201, true]);
      const stored = (await viewer('GET', `/report/definitions/${body.Id}`)).body;
      expect([stored.Name, stored.DataSet, stored.ReportColumns.length]).toEqual(['Uploaded', 'product', 4]);
      const opened = (await viewer('GET', `/report/${body.Id}`)).body;
      expect([opened.ReportConfigurationName, opened.IsDefault]).toEqual(['Uploaded', true]);
      const run = await viewer('POST', `/report/viewer?id=${body.Id}`, {
        Filters: { Brand: ['00000000-0000-0000-0000-000000000000'] },
      });
      expect([run.status, run.body.Html.slice(0, 53)]).toEqual([
        200,
        '<table><thead><tr><th>Name</th><th>Brand</th></tr></t',
      ]);
    });

    it('H-602 definitions are found by a part of their name', async () => {
      const { body } = await viewer('GET', '/report/list?searchstring=portfolio&searchField=Name');
      expect(body.Items.map(({ Name }: DataRecord) => Name)).toEqual(['Product portfolio']);
      expect((await viewer('GET', '/report/list')).body.TotalItems).toBeGreaterThan(9);
    });

    it('H-348 a definition needs a default column, known data, known fields and known lists', async () => {
      const none = await save('No column', { Columns: [{ ReportColumnName: 'Name', IsDefault: false }] });
      expect([none.status, none.body.Errors]).toEqual([422, ['A report needs at least one default column.']]);
      expect((await save('Odd', { DataSet: 'select * from user' })).status).toBe(422);
      expect(
        (await save('Odd', { Columns: [{ ReportColumnName: 'Name; drop', IsDefault: true }] })).status,
      ).toBe(422);
      expect(
        (await save('Odd', { Parameters: [{ ParameterName: 'X', ListOfValuesSp: 'sp_lists' }] })).status,
      ).toBe(422);
      // Nobody shows data they may not see themselves.
      expect(
        (await save('Odd', { DataSet: 'user', Columns: [{ ReportColumnName: 'UserName', IsDefault: true }] }))
          .status,
      ).toBe(403);
      expect((await save('Odd', { DataSet: 'secret' })).status).toBe(403);
    });

    it('H-349 overwriting a definition of the same name needs confirmation; its flavours keep their columns', async () => {
      const { body: first } = await save('Twice');
      const configuration = (await viewer('GET', `/report/${first.Id}`)).body;
      const flavour = (
        await viewer('POST', '/report/flavour', {
          ...configuration,
          ReportConfigurationName: 'Of twice',
          ReportConfigurationColumns: configuration.ReportConfigurationColumns.slice(0, 1),
        })
      ).body.Id;
      const asked = await save('Twice', { Description: 'Anew' });
      expect([asked.status, asked.body.Confirmations[0].Message]).toEqual([
        428,
        'A report with same name already exists! Do you want to overwrite?',
      ]);
      const [{ Token }] = asked.body.Confirmations;
      const saved = await save('Twice', { Description: 'Anew' }, { 'x-confirm': Token });
      expect([saved.body.Id, saved.body.Description], JSON.stringify(saved.body)).toEqual([first.Id, 'Anew']);
      const shown = (await viewer('GET', `/report/${flavour}`)).body.ReportConfigurationColumns;
      expect(shown.map(({ ReportColumn }: { ReportColumn: DataRecord }) => ReportColumn.IsSelected)).toEqual([
        true,
        false,
        false,
        false,
      ]);
      expect((await reports('GET', `/report/list?${filter('Name', 'Twice')}`)).body.TotalItems).toBe(1);
      // A confirmation is void once the definition has changed.
      expect((await save('Twice', {}, { 'x-confirm': Token })).status).toBe(428);
    });

    it('H-604 a definition is changed, and its default configuration is renamed with it', async () => {
      const { body } = await save('Before');
      const changed = await reports('PUT', '/report/definition', { ...body, Name: 'After' });
      expect([changed.status, changed.body.Name], JSON.stringify(changed.body)).toEqual([200, 'After']);
      expect((await viewer('GET', `/report/${body.Id}`)).body.ReportConfigurationName).toBe('After');
      const gone = await reports('PUT', '/report/definition', {
        ...body,
        Id: '00000000-0000-4000-8000-000000000001',
        Name: 'Gone',
      });
      expect(gone.status).toBe(404);
    });

    it('H-605 a definition is removed with its flavours, and a removed report says so', async () => {
      const { Id } = (await save('To go')).body;
      const flavour = (
        await viewer('POST', '/report/flavour', {
          ...(
            await viewer('GET', `/report/${Id}`)
          ).body,
          ReportConfigurationName: 'Goes too',
        })
      ).body.Id;
      const first = await reports('DELETE', `/report/${Id}`);
      expect(first.status).toBeLessThan(300);
      for (const id of [Id, flavour])
        expect((await viewer('POST', `/report/viewer?id=${id}`, {})).status).toBe(404);
      expect((await reports('DELETE', `/report/${Id}`)).status).toBe(404);
    });

    it('dashboards are found and shown: each panel as its reader may see it', async () => {
      const { Items } = (await viewer('GET', `/report/dashboards?${filter('Name', 'Portfolio')}`)).body;
      const { body } = await viewer('GET', `/report/dashboards/${Items[0].Id}`);
      const panelOf = async (ask: typeof viewer, dashboard: DataRecord, at: number, Chosen = {}) => {
        const { Id: PanelId } = (dashboard.Panels as DataRecord[])[at] as DataRecord;
        return (await ask('POST', '/report/panel', { DashboardId: dashboard.Id, PanelId, Chosen })).body;
      };
      const kinds = body.Panels.map(({ Kind }: DataRecord) => Kind);
      expect(new Set(kinds)).toEqual(new Set(['number', 'share', 'map', 'bar', 'table', 'line']));
      const number = await panelOf(viewer, body, 0);
      const all = (await viewer('GET', '/product?pageSize=1')).body.TotalItems;
      expect([number.Title, number.Rows]).toEqual(['Products', [[all]]]);
      const states = await panelOf(viewer, body, kinds.indexOf('share'));
      const counted = states.Rows.reduce((sum: number, row: number[]) => sum + Number(row[states.Value]), 0);
      expect([counted, states.Title, states.Entities]).toEqual([all, 'Products by State', ['product']]);
      expect((await panelOf(viewer, body, kinds.indexOf('table'))).Html).toContain('<td>');

      const people = (
        await clients.admin('GET', `/report?${filter('ReportConfigurationName', 'People and their access')}`)
      ).body.Items[0].Id;
      const own = {
        Name: 'Of people',
        Panels: [{ Title: 'People', Kind: 'table', ReportConfigurationId: people }],
      };
      const made = await reports('POST', '/report/dashboards', own);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const stored = (await viewer('GET', `/report/dashboards/${made.body.Id}`)).body;
      const seen = await panelOf(viewer, stored, 0);
      expect([seen.Closed, seen.Html]).toEqual([true, undefined]);
      expect((await panelOf(clients.admin, stored, 0)).Html).toContain('<td>admin</td>');
      expect((await viewer('POST', '/report/dashboards', own)).status).toBe(403);
    });
  });
}
