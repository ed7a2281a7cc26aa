/** Report definitions of our own for tests, over five sales and three targets. */
import type { SheetValue } from '#engine';
import { asWritten, type ReportRun, readLayout } from '#extensions/reports/engine';
import { parseDefinition, parseDocument } from '../../extensions/reports/server/parseDefinition.ts';

const sales: readonly (readonly SheetValue[])[] = [
  ['East', 'A', '2025-01-01', 10],
  ['West', 'B', '2025-01-02', 5],
  ['East', 'C', '2025-01-03', 20],
  ['West', 'D', '2025-01-04', 15],
  ['East', 'A', '2025-01-05', 30],
];
const targets: readonly (readonly SheetValue[])[] = [
  ['East', 100],
  ['West', 50],
  ['North', 7],
];

const set = (name: string, fields: readonly string[]) =>
  `<DataSet Name="${name}"><Query><CommandText>${name}</CommandText></Query><Fields>${fields
    .map((field) => `<Field Name="${field}"><DataField>${field}</DataField></Field>`)
    .join('')}</Fields></DataSet>`;

export const box = (name: string, value: string, more = '') =>
  `<Textbox Name="${name}"><Paragraphs><Paragraph><TextRuns><TextRun><Value>${value.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</Value></TextRun></TextRuns></Paragraph></Paragraphs>${more}</Textbox>`;

export const cells = (name: string, values: readonly (string | readonly [string, string])[]) =>
  `<TablixRow><Height>18pt</Height><TablixCells>${values
    .map((value, at) => {
      const [text, more] = typeof value === 'string' ? [value, ''] : value;
      return `<TablixCell><CellContents>${box(`${name}${at}`, text, more)}</CellContents></TablixCell>`;
    })
    .join('')}</TablixCells></TablixRow>`;

type Table = { readonly rows: readonly string[]; readonly members: string; readonly columns: number };

export const table = ({ rows, members, columns }: Table, more = '') =>
  `<Tablix Name="T"><TablixBody><TablixColumns>${'<TablixColumn><Width>1in</Width></TablixColumn>'.repeat(columns)}</TablixColumns><TablixRows>${rows.join('')}</TablixRows></TablixBody><TablixColumnHierarchy><TablixMembers>${'<TablixMember/>'.repeat(columns)}</TablixMembers></TablixColumnHierarchy><TablixRowHierarchy><TablixMembers>${members}</TablixMembers></TablixRowHierarchy><DataSetName>Sales</DataSetName>${more}</Tablix>`;

export const byRegion = (inner: string, more = '') =>
  `<TablixMember><Group Name="Region"><GroupExpressions><GroupExpression>=Fields!Region.Value</GroupExpression></GroupExpressions>${more}</Group><SortExpressions><SortExpression><Value>=Fields!Region.Value</Value><Direction>Descending</Direction></SortExpression></SortExpressions><TablixMembers>${inner}</TablixMembers></TablixMember>`;
const byAmount =
  '<SortExpressions><SortExpression><Value>=Fields!Amount.Value</Value><Direction>Descending</Direction></SortExpression></SortExpressions>';
export const details = (more = '') =>
  `<TablixMember><Group Name="Details"/>${byAmount}${more}</TablixMember>`;

export function read(body: string, page = '') {
  return readReport(
    `<Report xmlns="http://schemas.microsoft.com/sqlserver/reporting/2016/01/reportdefinition"><DataSets>${set('Sales', ['Region', 'Dealer', 'Day', 'Amount'])}${set('Targets', ['Region', 'Target'])}</DataSets><ReportSections><ReportSection><Body><ReportItems>${body}</ReportItems></Body><Page>${page}</Page></ReportSection></ReportSections></Report>`,
  );
}

export const readReport = (text: string) => readLayout(parseDefinition(text), parseDocument);

export function runOf(body: string, page = '', toggled: readonly string[] = []): ReportRun {
  const { layout } = read(body, page);
  const rowsOf = (name: string) => (name === 'Sales' ? sales : targets);
  const data = new Map(
    layout.dataSets.map(({ name, fields }) => [name, { fields, rows: rowsOf(name).map((row) => [...row]) }]),
  );
  const saying = {
    ...{ locale: 'en-CA', today: '2025-02-01', now: '2025-02-01T10:00:00', parameters: new Map() },
    globals: { reportname: 'Test' },
  };
  const reader = { ...asWritten, toggled: new Set(toggled) };
  return { layout, saying, data, reader, withoutFields: new Set() };
}

const column = (name: string, header: string, inner = '', more = '') =>
  `<TablixMember>${name === '' ? '' : `<Group Name="${name}"><GroupExpressions><GroupExpression>=Fields!${name}.Value</GroupExpression></GroupExpressions></Group><SortExpressions><SortExpression><Value>=Fields!${name}.Value</Value></SortExpression></SortExpressions>`}<TablixHeader><Size>18pt</Size><CellContents>${box(`H${name}${header.length}`, header)}</CellContents></TablixHeader>${inner === '' ? '' : `<TablixMembers>${inner}</TablixMembers>`}${more}</TablixMember>`;

/** Regions down; regions and their dealers across, with a subtotal for each and a total. */
export const pivot = (more = '') => {
  const cellsOf = cells('P', [
    '=Sum(Fields!Amount.Value)',
    '=Sum(Fields!Amount.Value)',
    '=Sum(Fields!Amount.Value)',
  ]);
  const across =
    column(
      'Region',
      '=Fields!Region.Value',
      column('Dealer', '=Fields!Dealer.Value', '', more) + column('', 'All'),
    ) + column('', 'Total', column('', '=CountRows()'));
  const down = `<TablixMember><Group Name="Day"><GroupExpressions><GroupExpression>=Day(Fields!Day.Value) Mod 2</GroupExpression></GroupExpressions></Group><TablixHeader><Size>1in</Size><CellContents>${box('DayH', '=IIf(Day(Fields!Day.Value) Mod 2 = 0, "even", "odd")')}</CellContents></TablixHeader></TablixMember><TablixMember><TablixHeader><Size>1in</Size><CellContents>${box('TotalH', 'Total')}</CellContents></TablixHeader></TablixMember>`;
  const second = cells('Q', [
    '=Sum(Fields!Amount.Value, "Region")',
    '=Count(Fields!Amount.Value)',
    '=FormatPercent(Sum(Fields!Amount.Value) / Sum(Fields!Amount.Value, "Sales"), 0)',
  ]);
  return `<Tablix Name="T"><TablixCorner><TablixCornerRows><TablixCornerRow><TablixCornerCell><CellContents>${box('Corner', 'Days')}</CellContents></TablixCornerCell></TablixCornerRow><TablixCornerRow><TablixCornerCell/></TablixCornerRow></TablixCornerRows></TablixCorner><TablixBody><TablixColumns>${'<TablixColumn><Width>1in</Width></TablixColumn>'.repeat(3)}</TablixColumns><TablixRows>${cellsOf}${second}</TablixRows></TablixBody><TablixColumnHierarchy><TablixMembers>${across}</TablixMembers></TablixColumnHierarchy><TablixRowHierarchy><TablixMembers>${down}</TablixMembers></TablixRowHierarchy><DataSetName>Sales</DataSetName></Tablix>`;
};
