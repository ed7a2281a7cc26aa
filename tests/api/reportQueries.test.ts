/** Reports over declared queries: bound by name, run with the reader's choices, grouped by the store. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createReportClients, type ReportClients } from './support/reportClients.ts';
import { rowsOf, type Send, sender } from './support/sheets.ts';
import { type Ask, appStores } from './support/startApp.ts';

const form = { 'content-type': 'multipart/form-data; boundary=b' };
const upload = (text: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: text/xml\r\n\r\n${text}\r\n--b--\r\n`;

const everything = '00000000-0000-0000-0000-000000000000';
const cell = (name: string, value: string) =>
  `<TablixCell><CellContents><Textbox Name="${name}"><Paragraphs><Paragraph><TextRuns><TextRun><Value>${value}</Value></TextRun></TextRuns></Paragraph></Paragraphs></Textbox></CellContents></TablixCell>`;

/** As a designer writes it over a stored procedure. */
const rdl = (command: string, name = 'Sold') => `<?xml version="1.0" encoding="utf-8"?>
<Report xmlns="http://schemas.microsoft.com/sqlserver/reporting/2016/01/reportdefinition">
<DataSets><DataSet Name="${name}"><Query><DataSourceName>Warehouse</DataSourceName>
<CommandType>StoredProcedure</CommandType><CommandText>${command}</CommandText>
<QueryParameters><QueryParameter Name="@Province"><Value>=Parameters!Where.Value</Value></QueryParameter></QueryParameters></Query>
<Fields><Field Name="Dealer"><DataField>Dealer</DataField></Field><Field Name="Where"><DataField>Province</DataField></Field>
<Field Name="Products"><DataField>Products</DataField></Field></Fields></DataSet></DataSets>
<ReportSections><ReportSection><Body><ReportItems><Tablix Name="T"><TablixBody>
<TablixColumns><TablixColumn><Width>3in</Width></TablixColumn><TablixColumn><Width>1in</Width></TablixColumn></TablixColumns>
<TablixRows><TablixRow><Height>0.25in</Height><TablixCells>${cell('H1', 'Dealer')}${cell('H2', 'Products')}</TablixCells></TablixRow>
<TablixRow><Height>0.25in</Height><TablixCells>${cell('D1', '=Fields!Dealer.Value')}${cell('D2', '=Fields!Products.Value')}</TablixCells></TablixRow>
<TablixRow><Height>0.25in</Height><TablixCells>${cell('F1', 'Total')}${cell('F2', '=Sum(Fields!Products.Value)')}</TablixCells></TablixRow></TablixRows></TablixBody>
<TablixColumnHierarchy><TablixMembers><TablixMember/><TablixMember/></TablixMembers></TablixColumnHierarchy>
<TablixRowHierarchy><TablixMembers><TablixMember><KeepWithGroup>After</KeepWithGroup></TablixMember><TablixMember><Group Name="Details"/></TablixMember><TablixMember/></TablixMembers></TablixRowHierarchy>
<DataSetName>${name}</DataSetName></Tablix></ReportItems><Height>2in</Height></Body><Width>6in</Width><Page/></ReportSection></ReportSections>
<ReportParameters><ReportParameter Name="Where"><DataType>String</DataType><Prompt>Province</Prompt><MultiValue>true</MultiValue>
<ValidValues><DataSetReference><DataSetName>province</DataSetName></DataSetReference></ValidValues></ReportParameter></ReportParameters></Report>`;

for (const kind of appStores)
  describe(`reports over queries, ${kind} store`, () => {
    let clients: ReportClients;
    let manage: Ask;
    let send: Send;

    beforeAll(async () => {
      clients = await createReportClients(kind);
      manage = await clients.app.as('admin');
      send = await sender(clients.app, 'admin');
    });

    const read = async (text: string) =>
      (await manage('POST', '/report/management', upload(text), form)).body;
    const save = async (definition: DataRecord, Name: string) => {
      const saved = await manage('POST', '/report/definition', { ...definition, Name });
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      return String(saved.body.Id);
    };
    const asked = async (Parameters: DataRecord = {}): Promise<unknown[][]> =>
      (
        await manage('POST', '/report/query', {
          Query: 'dealer-product-penetration',
          Parameters,
          PageSize: 500,
        })
      ).body.Rows;
    const run = (id: string, Where: readonly string[], more: DataRecord = {}, ask = manage) =>
      ask('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, { Filters: { Where }, ...more });
    const sheet = async (id: string, Where: readonly string[]) => {
      const at = `/report/fileviewer?id=${id}&format=EXCEL`;
      const body = JSON.stringify({ Filters: { Where } });
      const { bytes } = await send('POST', at, body, { 'content-type': 'application/json' });
      return (await rowsOf(bytes)).map((row) =>
        row.map((value) => (value as unknown as DataRecord | null)?.value ?? value),
      );
    };

    it('a stored procedure is bound to the query of its name, a statement to that of its data set', async () => {
      for (const command of [
        'dealer-product-penetration',
        '[dbo].[usp_DealerProductPenetration]',
        'EXEC dbo.sp_dealer_product_penetration @Province',
      ])
        expect(await read(rdl(command))).toMatchObject({
          DataSet: 'dealer-product-penetration',
          Unsupported: [],
        });
      const statement = rdl('SELECT Dealer FROM Sold', 'DealerProductPenetration');
      expect(await read(statement)).toMatchObject({ DataSet: 'dealer-product-penetration', Unsupported: [] });
      const unbound = await read(rdl('SELECT Dealer FROM Sold'));
      expect(unbound.Unsupported).toMatchObject([{ Element: 'CommandText' }]);
      // A person can bind it to any.
      const id = await save({ ...unbound, DataSet: 'dealer-product-penetration' }, 'Bound by hand');
      expect((await run(id, [everything])).body.TotalItems).toBe((await asked()).length);
    });

    it('its rows are those of the query, filtered by its parameters, as page and as file', async () => {
      const id = await save(await read(rdl('usp_DealerProductPenetration')), 'Sold by dealer');
      const all = await asked();
      const whole = await run(id, [everything]);
      expect([whole.status, whole.body.TotalItems], JSON.stringify(whole.body)).toEqual([200, all.length]);
      const [province = ''] = await provinces();
      const some = await asked({ Province: [province] });
      expect(some.length).toBeLessThan(all.length);
      const rows = await sheet(id, [province]);
      expect(rows[0]).toEqual(['Dealer', 'Products']);
      expect(rows.slice(1, -1)).toEqual(some.map((row) => [row[0], row[3]]));
      expect(rows.at(-1)).toEqual(['Total', some.reduce((sum, row) => sum + Number(row[3]), 0)]);
      const gone = await run(id, ['Atlantis']);
      expect([gone.status, gone.body.Errors[0]]).toEqual([422, expect.stringContaining('Province')]);
      expect((await run(id, [])).status).toBe(422);
    });

    const provinces = async () => {
      const { body } = await manage('POST', '/report/filterparameters', { StoredProcedure: 'province' });
      const keys = (body.Items as DataRecord[]).map(({ Key }) => String(Key));
      const counts = await Promise.all(keys.map(async (key) => (await asked({ Province: [key] })).length));
      return keys.filter((_, at) => (counts[at] ?? 0) > 0);
    };

    it('a report built by hand has columns, groups, totals and an order; fields the query does not have are refused', async () => {
      const [Parameter] = (await read(rdl('usp_DealerProductPenetration'))).Parameters;
      const column = (ReportColumnName: string, more: DataRecord = {}) => ({
        ...{ ReportColumnName, SortOrder: '0', IsDefault: true, IsSelected: true, OrdinalPosition: 0 },
        ...more,
      });
      const built = {
        DataSet: 'dealer-product-penetration',
        Parameters: [{ ...Parameter, ParameterName: 'Province' }],
        ReportColumns: [
          column('Province', { IsGroup: true }),
          column('Dealer', { OrdinalPosition: 1, SortOrder: '1' }),
          column('Products', { OrdinalPosition: 2, Total: 'sum' }),
        ],
      };
      const id = await save(built, 'Built over a query');
      const configuration = (await manage('GET', `/report/${id}`)).body;
      expect(
        configuration.ReportConfigurationColumns.map(
          ({ ReportColumn }: DataRecord) => (ReportColumn as DataRecord).Label,
        ),
      ).toEqual(['Province', expect.any(String), 'Products']);
      const { body, status } = await manage('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {
        Filters: { Province: [everything] },
      });
      expect([status, body.TotalItems], JSON.stringify(body)).toEqual([200, (await asked()).length]);
      expect(body.Html).toContain('Province: Ontario');
      const wrong = await manage('POST', '/report/definition', {
        ...built,
        Name: 'Wrong',
        ReportColumns: [column('Password')],
      });
      expect([wrong.status, wrong.body.Errors[0]]).toEqual([422, expect.stringContaining('Password')]);
      const byDealer = [
        column('Dealer', { IsGroup: true }),
        column('Province', { OrdinalPosition: 1 }),
        column('Products', { OrdinalPosition: 2, Total: 'sum' }),
      ];
      await showsLargest(built, byDealer);
      const calculated = (Formula: string) => ({
        ...{ ...built, Name: 'Calculated', IsTotalsOnly: true },
        ReportColumns: [
          ...built.ReportColumns,
          column('Twice', { OrdinalPosition: 3, Label: 'Twice', Formula, Total: 'sum' }),
        ],
      });
      for (const [formula, told] of [
        ['=Fields!Password.Value', 'Password'],
        ['=Code.Run(1)', 'Code'],
        ['=1 +', 'Twice'],
      ] as const) {
        const refused = await manage('POST', '/report/definition', calculated(formula));
        expect([refused.status, refused.body.Errors], formula).toEqual([
          422,
          [expect.stringContaining(told)],
        ]);
      }
      const twice = await save(calculated('=Fields!Products.Value * 2'), 'Calculated');
      const all = (await asked()).reduce((sum, row) => sum + Number(row[3]), 0);
      expect((await shownLines(twice)).at(-1)).toContain(`|Total|${all}|${all * 2}|`);
    });

    const shownLines = async (id: string) => {
      const { body } = await manage('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {
        Filters: { Province: [everything] },
      });
      const rows = String(body.Html).split('<tr>').slice(1);
      return rows.map((line) => line.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|'));
    };

    /** The largest group and the others, each as one line of totals. */
    const showsLargest = async (built: DataRecord, columns: readonly DataRecord[]) => {
      const largest = { ...built, ReportColumns: columns, TopCount: 1, IsTotalsOnly: true };
      for (const TopCount of [0, 1.5, 101]) {
        const refused = await manage('POST', '/report/definition', { ...largest, Name: 'No', TopCount });
        expect(refused.status, String(TopCount)).toBe(422);
      }
      const rows = (await asked()).map((row) => [String(row[0]), Number(row[3])] as const);
      const [first = ['', 0]] = [...rows].sort((a, b) => b[1] - a[1]);
      const all = rows.reduce((sum, [, count]) => sum + count, 0);
      const [head, ...lines] = await shownLines(await save(largest, 'Largest dealer'));
      expect(head).toContain('Products');
      expect(lines).toEqual([
        expect.stringContaining(`: ${first[0]}|${first[1]}|`),
        expect.stringContaining(`: Others|${all - first[1]}|`),
        expect.stringContaining(`|Total|${all}|`),
      ]);
    };

    it('running it needs the right to see the data of the query, and a hidden filter cannot be chosen', async () => {
      const definition = await read(rdl('usp_DealerProductPenetration'));
      const [province = ''] = await provinces();
      const [parameter] = definition.Parameters;
      const hidden = { ...parameter, ReportFilterTypeId: 10, Hidden: true, DefaultValue: province };
      const id = await save({ ...definition, Parameters: [hidden] }, 'Of one province');
      const some = await asked({ Province: [province] });
      expect((await run(id, [everything])).body.TotalItems).toBe(some.length);
      const pricing = await clients.app.as('pricing');
      const opened = await run(id, [everything], {}, pricing);
      const direct = await pricing('POST', '/report/query', { Query: 'dealer-product-penetration' });
      expect(opened.status).toBe(direct.status);
    });
  });
