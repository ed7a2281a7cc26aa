/**
 * Definitions of a report designer, run unchanged: groups, totals, drill-down, charts, pages; as HTML, PDF
 * and Excel.
 */
import { readFileSync } from 'node:fs';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { readSheet } from '#engine';
import { type Clients, createClients } from './support/createClients.ts';
import type { Ask } from './support/startApp.ts';

const sales = readFileSync(new URL('../fixtures/reports/salesByProvince.rdl', import.meta.url), 'utf8');
const form = { 'content-type': 'multipart/form-data; boundary=b' };
const upload = (text: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: text/xml\r\n\r\n${text}\r\n--b--\r\n`;
const everything = '00000000-0000-0000-0000-000000000000';

describe('report layouts', () => {
  let clients: Clients;
  let reports: Ask;
  let viewer: Ask;

  beforeAll(async () => {
    clients = await createClients('memory');
    reports = await clients.app.as('reports');
    viewer = clients.viewer;
  });

  const read = async (text: string) => reports('POST', '/report/management', upload(text), form);
  const save = async (Name: string, text: string) => {
    const { body } = await read(text);
    const { DataSet, Columns, Parameters, DefinitionFileId } = body;
    const saved = await reports('POST', '/report/definition', {
      Name,
      DataSet,
      Columns,
      Parameters,
      DefinitionFileId,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    return saved.body.Id as string;
  };
  const view = (id: string, body: DataRecord = {}, page = 1) =>
    viewer('POST', `/report/viewer?id=${id}&format=HTML4.0&page=${page}`, body);
  const plain = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

  it("a designer's file is read, and all unsupported elements are reported with their line", async () => {
    const { body } = await read(sales);
    const line = sales.split('\n').findIndex((text) => text.includes('<Subreport')) + 1;
    expect([body.DataSet, body.Unsupported]).toEqual(['ENTERDATA', [{ Element: 'Subreport', Line: line }]]);
    expect(body.Parameters).toMatchObject([
      {
        ParameterName: 'Province',
        DefaultValue: 'Ontario,Québec',
        ReportFilterType: { ControlName: 'DropdownCheckList' },
      },
    ]);
    // Saving the file without reviewing what was read reports them too.
    const { DefinitionFileId } = body;
    const saved = await reports('POST', '/report/definition', { Name: 'As it is', DefinitionFileId });
    expect(saved.body.Message).toContain(`Subreport (line ${line})`);
    expect(
      (await read(sales.replace('=Sum(Fields!Amount.Value)<', '=Lookup(1, 2, 3, "x")<'))).body.Unsupported,
    ).toContainEqual(expect.objectContaining({ Element: 'Value', About: '"x"' }));
  });

  it('entered rows run as they are: groups with their sums, a total, filtered rows', async () => {
    const id = await save('Sales', sales);
    const opened = (await viewer('GET', `/report/${id}`)).body.ReportConfigurationFilters[0].ReportFilter;
    expect(opened.ParametersDto.map(({ Value }: DataRecord) => Value)).toEqual([
      'Alberta',
      'Ontario',
      'Québec (QC)',
    ]);
    const { status, body } = await view(id);
    expect(status, JSON.stringify(body)).toBe(200);
    const text = plain(body.Html);
    expect(text).toContain('|Ontario|Total for Ontario|20|$26,700.75|');
    // A total over the data set is not narrowed by a filter of the table: 36 + 21 contracts.
    expect(text).toContain('|Total|57|$79,051.60|');
    expect(text).not.toContain('Total for Alberta');
    expect(text).toContain('Page 1 of 1');
    expect(body.Html).toMatch(/<svg .*Amount by province|aria-label="Amount by province"/);
    const all = plain((await view(id, { Filters: { Province: [everything] } })).body.Html);
    expect(all).toContain('|Total for Alberta|21|$30,500.75|');
  });

  it('rows of a group are expanded, sorted and found as the definition says', async () => {
    const id = await save('Drill', sales);
    const closed = (await view(id)).body.Html as string;
    expect([closed.includes('Northline'), closed.includes('aria-expanded="false"')]).toEqual([false, true]);
    const key = /data-toggle="([^"]+)"/.exec(closed)?.[1];
    const open = (await view(id, { Toggled: [key] })).body.Html as string;
    expect(open.indexOf('Île-de-Québec')).toBeLessThan(open.indexOf('Northline'));
    const name = /data-sort="([^"]+)"/.exec(open)?.[1];
    const sorted = (await view(id, { Toggled: [key], Sorted: { Name: name, IsDescending: true } })).body
      .Html as string;
    expect(sorted.indexOf('Northline')).toBeLessThan(sorted.indexOf('Île-de-Québec'));
    expect((await view(id, { Toggled: [key], Find: 'northLINE' })).body.IsFound).toBe(true);
    expect((await view(id, { Find: 'nowhere' })).body.IsFound).toBe(false);
  });

  it('as PDF it has the paper size of the definition, as Excel every row with types and totals', async () => {
    const id = await save('Files', sales);
    const image = /<Image Name="Logo">[\s\S]*?<\/Image>/.exec(sales)?.[0] ?? '';
    const above = /<PageHeader>[\s\S]*?<ReportItems>/.exec(sales)?.[0] ?? '';
    const headed = await save('Headed', sales.replace(image, '').replace(above, `${above}${image}`));
    const token = (await clients.nobody('POST', '/session', { UserName: 'viewer', Password: 'demo' })).body
      .Token;
    let warnings = '';
    const file = async (format: string, of = id) => {
      const address = `http://localhost/api/report/fileviewer?id=${of}&format=${format}`;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await clients.app.fetch(new Request(address, { method: 'POST', body: '{}', headers }));
      warnings = decodeURIComponent(answer.headers.get('x-warnings') ?? '');
      return new Uint8Array(await answer.arrayBuffer());
    };
    const page = (await PDFDocument.load(await file('PDF'))).getPage(0);
    expect([page.getWidth(), page.getHeight()]).toEqual([792, 612]);
    // A picture that is only in the page header is in the file too.
    const resources = (await PDFDocument.load(await file('PDF', headed))).getPage(0).node.Resources();
    expect(resources?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(1);
    const rows: (readonly unknown[])[] = [];
    for await (const { values } of readSheet(await file('EXCEL'))) rows.push(values);
    expect(rows[0]).toEqual(['Sales by province']);
    expect(rows[1]).toEqual(['Province', 'Dealer', 'Sold on', 'Contracts', 'Amount']);
    expect(rows[2]?.slice(0, 2)).toEqual(['Ontario', 'Île-de-Québec Motors']);
    expect(rows.at(-3)?.slice(-2)).toMatchObject([{ kind: 'number', value: 57 }, 79051.6]);
    expect(rows.at(-2)).toEqual(['Average amount: $13,175.27, 3 provinces']);
    expect(rows.at(-1)).toEqual([expect.stringContaining('“Other report” should appear here')]);
    // The chart of the definition.
    expect(warnings).toContain('Charts, pictures or titles of the report are not in the file.');
  });

  it('a deselected column is left out of the table', async () => {
    const id = await save('Columns', sales);
    const html = (await view(id, { Columns: ['Province', 'Dealer', 'SoldOn', 'Contracts'] })).body
      .Html as string;
    expect(html).not.toContain('$26,700.75');
  });

  it('a data set over records runs under the rights and the filters of the reader', async () => {
    const rdl = sales
      .replace(/<CommandText>[\s\S]*?<\/CommandText>/, '<CommandText>product</CommandText>')
      .replace('<DataProvider>ENTERDATA', '<DataProvider>SQL')
      .replaceAll('<DataField>Province<', '<DataField>Brand.Name<')
      .replaceAll('<DataField>Dealer<', '<DataField>Name<')
      .replaceAll('<DataField>SoldOn<', '<DataField>LaunchDate<')
      .replaceAll('<DataField>Contracts<', '<DataField>Version<')
      .replaceAll('<DataField>Amount<', '<DataField>Version<')
      .replace(/<Filters>[\s\S]*?<\/Filters>/, '');
    const id = await save('Records', rdl);
    const { status, body } = await view(id);
    const total = (await viewer('GET', '/product?pageSize=1')).body.TotalItems;
    expect([status, body.TotalItems], JSON.stringify(body)).toEqual([200, total]);
    expect(plain(body.Html)).toContain('|Total for ');
    const undeclared = rdl.replace('<CommandText>product<', '<CommandText>exec sp_sales @p<');
    expect((await read(undeclared)).body.Unsupported).toContainEqual(
      expect.objectContaining({ Element: 'CommandText' }),
    );
    const refused = await reports('POST', '/report/definition', {
      ...(await read(undeclared)).body,
      Name: 'No',
    });
    expect([refused.status, refused.body.Errors[0]]).toEqual([422, expect.stringContaining('sp_sales')]);
  });

  it('data are proposed by the tables and fields of a query, and unknown fields are named before saving', async () => {
    const query = 'SELECT p.Name, b.Name AS BrandName FROM dbo.tblProducts p JOIN Other o ON 1 = 1';
    const rdl = sales
      .replace(/<CommandText>[\s\S]*?<\/CommandText>/, `<CommandText>${query}</CommandText>`)
      .replace('<DataProvider>ENTERDATA', '<DataProvider>SQL')
      .replaceAll('<DataField>Province<', '<DataField>BrandName<')
      .replaceAll('<DataField>Dealer<', '<DataField>NAME<')
      .replaceAll('<DataField>SoldOn<', '<DataField>launch_date<')
      .replaceAll('<DataField>Contracts<', '<DataField>Version<')
      .replaceAll('<DataField>Amount<', '<DataField>Colour<')
      .replace(/<Filters>[\s\S]*?<\/Filters>/, '');
    const { body } = await read(rdl);
    expect([body.DataSet, body.Proposed]).toEqual([
      'product',
      [{ Name: 'Sales', Data: 'product', Title: 'Products', Found: 4, Unknown: ['Colour'] }],
    ]);
    const { DataSet, Parameters, DefinitionFileId, Columns } = body;
    const saving = { Name: 'Proposed', DataSet, Parameters, DefinitionFileId };
    const refused = await reports('POST', '/report/definition', { ...saving, Columns });
    expect([refused.status, refused.body.Errors]).toEqual([422, [expect.stringContaining('Colour')]]);
    const known = Columns.filter(({ ReportColumnName }: DataRecord) => ReportColumnName !== 'Colour');
    const { body: stored } = await reports('POST', '/report/definition', { ...saving, Columns: known });
    const { status, body: shown } = await view(stored.Id);
    expect([status, shown.TotalItems > 0], JSON.stringify(shown)).toEqual([200, true]);
    expect(plain(shown.Html)).toMatch(/\|Total for \p{L}/u);
  });

  it('a removed choice is reported, and the rest is kept', async () => {
    const id = await save('Gone', sales);
    const { status, body } = await view(id, { Filters: { Province: ['Atlantis'] } });
    expect([status, body.Errors]).toEqual([
      422,
      ['A chosen value of Province no longer exists. Choose again.'],
    ]);
  });

  it('a file of a million nested elements, or one that never ends, is refused at once', async () => {
    const deep = `<Report>${'<a>'.repeat(300_000)}`;
    expect((await read(deep)).body.Errors?.[0]).toContain('too many elements');
    const formula = `=${'('.repeat(3000)}1`;
    expect((await read(sales.replace('=Globals!ReportName', formula))).body.Unsupported).toContainEqual(
      expect.objectContaining({ Element: 'Value' }),
    );
  });

  it('a report within another is run with the values that are passed on, and its reader is told where it cannot be', async () => {
    const passed =
      '<ReportName>Other report</ReportName><Parameters><Parameter Name="Province"><Value>Alberta</Value></Parameter></Parameters>';
    const link =
      '<ActionInfo><Actions><Action><Drillthrough><ReportName>Other report</ReportName></Drillthrough></Action></Actions></ActionInfo>';
    const parent = sales
      .replace('<ReportName>Other report</ReportName>', passed)
      .replace('<Textbox Name="HeaderName">', `<Textbox Name="HeaderName">${link}`);
    const id = await save('Parent', parent);
    const before = (await view(id)).body.Html as string;
    expect(plain(before)).toContain('The report “Other report” should appear here');
    expect(before).not.toContain('data-report');
    const child = await save('Other report', sales.replace(/<Subreport[\s\S]*?<\/Subreport>/, ''));
    expect((await read(parent)).body.Unsupported).toEqual([]);
    const after = (await view(id)).body.Html as string;
    expect(plain(after)).not.toContain('should appear here');
    expect(plain(after)).toContain('|Total for Alberta|21|$30,500.75|');
    expect(after).toContain(`<a data-report="${child}"`);
    // A report within itself ends.
    const self = await save('Mirror', sales.replace('<ReportName>Other report<', '<ReportName>Mirror<'));
    expect(plain((await view(self)).body.Html)).toContain('reports can be shown within a report.');
  });
});
