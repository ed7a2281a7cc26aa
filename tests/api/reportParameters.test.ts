/** Parameters of a definition: choices and defaults by expression and from data sets, cascades, types, needs. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { box, cells, details, table } from '../support/definitions.ts';
import { createClients } from './support/createClients.ts';
import type { Ask } from './support/startApp.ts';

const form = { 'content-type': 'multipart/form-data; boundary=b' };
const upload = (text: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: text/xml\r\n\r\n${text}\r\n--b--\r\n`;

type Rows = readonly Readonly<Record<string, string | number>>[];

/** A data set whose rows are entered in the file. */
function set(name: string, rows: Rows, more = '') {
  const fields = Object.entries(rows[0] ?? {});
  const data = rows
    .map((row) => `<R ${fields.map(([field]) => `${field}="${row[field]}"`).join(' ')}/>`)
    .join('');
  const types = fields
    .map(([field, value]) => `@${field}${typeof value === 'number' ? '(Integer)' : ''}`)
    .join(',');
  const query = `<Query><XmlData><D>${data}</D></XmlData><ElementPath>D/R{${types}}</ElementPath></Query>`;
  return `<DataSet Name="${name}"><Query><DataSourceName>E</DataSourceName><CommandText>${query.replaceAll('<', '&lt;')}</CommandText></Query><Fields>${fields
    .map(([field]) => `<Field Name="${field}"><DataField>${field}</DataField></Field>`)
    .join('')}</Fields>${more}</DataSet>`;
}

const equal = (field: string, operator: string, parameter: string) =>
  `<Filters><Filter><FilterExpression>=Fields!${field}.Value</FilterExpression><Operator>${operator}</Operator><FilterValues><FilterValue>=Parameters!${parameter}.Value</FilterValue></FilterValues></Filter></Filters>`;
const from = (name: string, value: string, label = value) =>
  `<DataSetReference><DataSetName>${name}</DataSetName><ValueField>${value}</ValueField><LabelField>${label}</LabelField></DataSetReference>`;
const parameter = (name: string, type: string, more = '') =>
  `<ReportParameter Name="${name}"><DataType>${type}</DataType><Prompt>${name}</Prompt>${more}</ReportParameter>`;
const starts = (value: string) => `<DefaultValue><Values><Value>${value}</Value></Values></DefaultValue>`;

const parameters = [
  parameter(
    'Region',
    'String',
    `${starts('="E"')}<ValidValues>${from('Regions', 'Code', 'Name')}</ValidValues>`,
  ),
  parameter(
    'City',
    'String',
    `<MultiValue>true</MultiValue><DefaultValue>${from('Cities', 'City')}</DefaultValue><ValidValues>${from('Cities', 'City')}</ValidValues>`,
  ),
  parameter('Since', 'DateTime', starts('=DateAdd("d", -1, DateSerial(2025, 1, 3))')),
  parameter('Most', 'Integer'),
  parameter('Note', 'String', '<AllowBlank>true</AllowBlank>'),
  parameter('At', 'DateTime', '<Nullable>true</Nullable>'),
  parameter('Loud', 'Boolean', starts('Yes')),
];
const says = [
  '=Parameters!Region.Label & ":" & Join(Parameters!City.Value, "+")',
  '=Format(Parameters!Since.Value, "yyyy-MM-dd") & "|" & Parameters!Most.Value * 2 & "|" & IsNothing(Parameters!At.Value) & "|" & IIf(Parameters!Loud.Value, "loud", "low") & "|" & Len(Parameters!Note.Value)',
  '=Format(Parameters!At.Value, "HH:mm")',
];
const definition = `<Report xmlns="http://schemas.microsoft.com/sqlserver/reporting/2016/01/reportdefinition"><DataSources><DataSource Name="E"><ConnectionProperties><DataProvider>ENTERDATA</DataProvider></ConnectionProperties></DataSource></DataSources><DataSets>${set(
  'Regions',
  [
    { Code: 'E', Name: 'East' },
    { Code: 'W', Name: 'West' },
  ],
)}${set(
  'Cities',
  [
    { City: 'Québec', Of: 'E' },
    { City: 'Lévis, south', Of: 'E' },
    { City: 'Banff', Of: 'W' },
  ],
  equal('Of', 'Equal', 'Region'),
)}${set('Sales', [
  { Place: 'Québec', Amount: 10 },
  { Place: 'Banff', Amount: 5 },
])}</DataSets><ReportParameters>${parameters.join('')}</ReportParameters><ReportSections><ReportSection><Body><ReportItems>${says
  .map((value, at) => box(`B${at}`, value, `<Top>${at}in</Top>`))
  .join('')}${table(
  {
    rows: [cells('D', ['=Fields!Place.Value', '=Fields!Amount.Value'])],
    members: details().replace(/<SortExpressions>.*?<\/SortExpressions>/, ''),
    columns: 2,
  },
  `<Top>5in</Top>${equal('Place', 'In', 'City')}`,
)}</ReportItems></Body><Page/></ReportSection></ReportSections></Report>`;

describe('parameters of a definition', () => {
  let reports: Ask;
  let viewer: Ask;
  let id = '';

  beforeAll(async () => {
    const clients = await createClients('memory');
    reports = await clients.app.as('reports');
    viewer = clients.viewer;
    const read = await reports('POST', '/report/management', upload(definition), form);
    expect(read.body.Unsupported).toEqual([]);
    const { DataSet, Columns, Parameters, DefinitionFileId } = read.body;
    const body = { Name: 'Parameters', DataSet, Columns, Parameters, DefinitionFileId };
    const saved = await reports('POST', '/report/definition', body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    id = saved.body.Id;
  });

  const view = async (Filters: DataRecord) => {
    const { status, body } = await viewer('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, {
      Filters,
    });
    const lines = String(body.Html ?? '')
      .split(/<\/?(?:p|tr|t[dh])[^>]*>/)
      .map((line) => line.replace(/<[^>]+>/g, ''))
      .filter(Boolean);
    return { status, errors: body.Errors, lines };
  };
  const opened = async () => {
    const { body } = await viewer('GET', `/report/${id}`);
    const filters = body.ReportConfigurationFilters as readonly { readonly ReportFilter: DataRecord }[];
    return Object.fromEntries(
      filters.map(({ ReportFilter }) => [String(ReportFilter.ParameterName), ReportFilter]),
    );
  };

  it('the screen is told the choices, defaults, needs and cascades', async () => {
    const { Region, City, Since, Most, Note, At, Loud } = await opened();
    expect(Region).toMatchObject({
      ...{ DefaultValue: 'E', NeedsValue: true, IsSingle: true, CascadingDependencyFilters: ['City'] },
      ParametersDto: [
        { Key: 'E', Value: 'East' },
        { Key: 'W', Value: 'West' },
      ],
    });
    expect(((City ?? {}).ParametersDto as readonly DataRecord[]).map(({ Key }) => Key)).toEqual([
      'Québec',
      'Lévis, south',
    ]);
    expect(Since).toMatchObject({
      DefaultValue: '2025-01-02',
      ReportFilterType: { ControlName: 'DatePicker' },
    });
    expect([Most?.NeedsValue, Note?.NeedsValue, At?.NeedsValue]).toEqual([true, false, false]);
    expect(Loud).toMatchObject({
      ParametersDto: [
        { Key: 'true', Value: 'Yes' },
        { Key: 'false', Value: 'No' },
      ],
    });
  });

  it('a report without a needed value asks and does not run', async () => {
    expect(await view({})).toMatchObject({ status: 422, errors: ['Choose at least one value of Most.'] });
    const { lines } = await view({ Most: '21' });
    expect(lines).toEqual(['East:Québec+Lévis, south', '2025-01-02|42|True|loud|0', 'Québec', '10']);
  });

  it('choices follow what is chosen before them', async () => {
    const { body } = await viewer('POST', '/report/filterparameters', {
      ...{ StoredProcedure: '', Report: id, Parameter: 'City' },
      Filters: { Region: ['W'] },
    });
    expect(body.Items).toEqual([{ Key: 'Banff', Value: 'Banff' }]);
    const { lines } = await view({ Region: ['W'], Most: '1', Loud: ['false'], Note: 'four' });
    expect(lines).toEqual(['West:Banff', '2025-01-02|2|True|low|4', 'Banff', '5']);
    expect((await view({ Region: ['W'], City: ['Québec'], Most: '1' })).errors).toEqual([
      'A chosen value of City no longer exists. Choose again.',
    ]);
  });

  it('a moment with a zone is that moment in the time zone of the reader', async () => {
    const { lines } = await view({ Most: '1', At: '2025-01-15T17:30:00Z' });
    const { lines: other } = await view({ Most: '1', At: '2025-01-15T19:30:00+02:00' });
    expect([lines.includes('17:30') || /^\d\d:30$/.test(lines[2] ?? ''), lines]).toEqual([true, other]);
  });

  it('a value of another type is refused with what to enter', async () => {
    const wrong = { Most: '1.5', Since: 'soon', Loud: ['maybe'], Region: ['X'], At: '2025-13-45T00:00:00Z' };
    expect((await view(wrong)).errors).toEqual([
      'A chosen value of Region no longer exists. Choose again.',
      'Choose at least one value of City.',
      'Enter Since as MM/DD/YYYY.',
      'Most is a whole number.',
      'Enter At as MM/DD/YYYY.',
      'A chosen value of Loud no longer exists. Choose again.',
    ]);
    const other = await view({ Most: '1', Nobody: 'x' });
    expect(other).toMatchObject({ status: 422, errors: [expect.stringContaining('Nobody')] });
    const unknown = { StoredProcedure: '', Report: id, Parameter: 'Nothing' };
    expect((await viewer('POST', '/report/filterparameters', unknown)).status).toBe(422);
  });

  it('a hidden parameter that was added to the file keeps its value, whatever is asked for', async () => {
    const rows = [cells('D', ['=Fields!Place.Value'])];
    const places = table({ rows, members: details(), columns: 1 }, '<Top>1in</Top>');
    const text = definition
      .replace(/<ReportParameters>.*<\/ReportParameters>/s, '')
      .replace(
        /<Body>.*<\/Body>/s,
        `<Body><ReportItems>${box('B', '=Parameters!Extra.Value', '<Top>0in</Top>')}${places}</ReportItems></Body>`,
      );
    const { body: read } = await reports('POST', '/report/management', upload(text), form);
    const { DataSet, Columns, DefinitionFileId } = read;
    const added = { ParameterName: 'Extra', Label: 'Extra', Path: 'Name', DefaultValue: 'kept' };
    const said = async (more: DataRecord) => {
      const saved = await reports('POST', '/report/definition', {
        ...{ Name: `Added ${more.ReportFilterTypeId}`, DataSet, Columns, DefinitionFileId },
        Parameters: [{ ...added, ...more }],
      });
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      const { body } = await viewer('POST', `/report/viewer?id=${saved.body.Id}&format=HTML4.0&page=1`, {
        Filters: { Extra: 'asked' },
      });
      return body.Html;
    };
    expect(await said({ ReportFilterTypeId: 10, Hidden: true })).toContain('kept');
    expect(await said({ ReportFilterTypeId: 9 })).toContain('asked');
  });
});
