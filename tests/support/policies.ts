/** Ten policies and three targets, with the parts that eight definitions of our own are made of. */

import type { SheetValue } from '#engine';
import { asWritten, type ReportRun } from '#extensions/reports/engine';
import { readReport } from './definitions.ts';

type Rows = readonly (readonly SheetValue[])[];

const policies: Rows = [
  ['Québec', 'Alpha', 'Warranty', '2025-01-06', 1200, 2],
  ['Québec', 'Alpha', 'Gap', '2025-01-15', 350.5, 0],
  ['Québec', 'Beta', 'Warranty', '2025-01-20', 980, 1],
  ['Québec', 'Beta', 'Tire', '2025-02-03', 145.25, 0],
  ['Ontario', 'Gamma', 'Warranty', '2025-01-09', 1500, 3],
  ['Ontario', 'Gamma', 'Gap', '2025-02-11', 400, 1],
  ['Ontario', 'Delta', 'Tire', '2025-02-14', 160, 0],
  ['Ontario', 'Delta', 'Warranty', '2025-02-28', 1100, 1],
  ['Alberta', 'Eps', 'Warranty', '2025-01-31', 1300, null],
  ['Alberta', 'Eps', 'Tire', '2025-02-01', null, 0],
];
const targets: Rows = [
  ['Québec', 2500],
  ['Ontario', 3500],
];

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** `style`: elements of the style of the text. */
export const text = (name: string, value: string, { style = '', more = '', run = '' } = {}) =>
  `<Textbox Name="${name}"><CanGrow>true</CanGrow><KeepTogether>true</KeepTogether><Paragraphs><Paragraph><TextRuns><TextRun><Value>${escaped(value)}</Value><Style>${style}</Style>${run}</TextRun></TextRuns><Style/></Paragraph></Paragraphs>${more}<Style><Border><Style>None</Style></Border><PaddingLeft>2pt</PaddingLeft></Style></Textbox>`;

export const at = (left: number, top: number, width: number, height = 0.25) =>
  `<Top>${top}in</Top><Left>${left}in</Left><Height>${height}in</Height><Width>${width}in</Width>`;

export const row = (...cells: readonly string[]) =>
  `<TablixRow><Height>0.25in</Height><TablixCells>${cells.map((cell) => `<TablixCell><CellContents>${cell}</CellContents></TablixCell>`).join('')}</TablixCells></TablixRow>`;

/** `by`: fields or formulas; none makes a row of each policy. */
export const group = (name: string, by: string, { inner = '', sort = '', within = '', more = '' } = {}) =>
  `<TablixMember><Group Name="${name}">${by === '' ? '' : `<GroupExpressions><GroupExpression>${escaped(by)}</GroupExpression></GroupExpressions>`}${within}</Group>${sort === '' ? '' : `<SortExpressions><SortExpression><Value>${escaped(sort)}</Value></SortExpression></SortExpressions>`}${more}${inner === '' ? '' : `<TablixMembers>${inner}</TablixMembers>`}</TablixMember>`;

export const each = (more = '') => group('Details', '', { more });
export const once = (more = '') => `<TablixMember>${more}</TablixMember>`;

const members = (all: string) => `<TablixMembers>${all}</TablixMembers>`;

type Table = {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly string[];
  readonly down: string;
  readonly across?: string;
  readonly corner?: string;
  readonly more?: string;
};

export const table = ({ name, widths, rows, down, across, corner = '', more = '' }: Table) =>
  `<Tablix Name="${name}">${corner}<TablixBody><TablixColumns>${widths.map((width) => `<TablixColumn><Width>${width}in</Width></TablixColumn>`).join('')}</TablixColumns><TablixRows>${rows.join('')}</TablixRows></TablixBody><TablixColumnHierarchy>${members(across ?? widths.map(() => once()).join(''))}</TablixColumnHierarchy><TablixRowHierarchy>${members(down)}</TablixRowHierarchy><DataSetName>Policies</DataSetName>${more}</Tablix>`;

const fieldsOf = (names: readonly string[]) =>
  names.map((name) => `<Field Name="${name}"><DataField>${name}</DataField></Field>`).join('');
const set = (name: string, names: readonly string[]) =>
  `<DataSet Name="${name}"><Query><DataSourceName>Office</DataSourceName><CommandText>${name}</CommandText></Query><Fields>${fieldsOf(names)}</Fields></DataSet>`;

export type Definition = { readonly body: string; readonly page?: string; readonly head?: string };

export const definition = ({ body, page = '', head = '' }: Definition) =>
  `<?xml version="1.0" encoding="utf-8"?><Report xmlns="http://schemas.microsoft.com/sqlserver/reporting/2016/01/reportdefinition" xmlns:rd="http://schemas.microsoft.com/SQLServer/reporting/reportdesigner">${head}<DataSets>${set('Policies', ['Region', 'Dealer', 'Product', 'Sold', 'Premium', 'Claims'])}${set('Targets', ['Region', 'Target'])}</DataSets><ReportSections><ReportSection><Body><ReportItems>${body}</ReportItems><Height>3in</Height><Style/></Body><Width>6.5in</Width><Page>${page}<Style/></Page></ReportSection></ReportSections></Report>`;

type Asked = {
  readonly locale?: string;
  readonly parameters?: ReportRun['saying']['parameters'];
  readonly toggled?: readonly string[];
};

/** With what is not understood of it. */
export function runOf(text: string, { locale = 'en-CA', parameters = new Map(), toggled = [] }: Asked = {}) {
  const { layout, findings } = readReport(text);
  const rowsOf = (name: string) => (name === 'Policies' ? policies : targets).map((one) => [...one]);
  const data = new Map(layout.dataSets.map(({ name, fields }) => [name, { fields, rows: rowsOf(name) }]));
  const saying = {
    ...{ locale, today: '2025-03-01', now: '2025-03-01T09:05:00', parameters },
    globals: { reportname: 'Policies', executiontime: '2025-03-01T09:05:00', userid: 'ann' },
  };
  const run: ReportRun = {
    ...{ layout, saying, data, reader: { ...asWritten, toggled: new Set(toggled) } },
    withoutFields: new Set(),
  };
  return { run, findings };
}
