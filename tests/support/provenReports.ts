/** Eight definitions as a designer writes them; `tests/api/reportProofs.test.ts` says what they show. */
import { at, definition, each, group, once, row, table, text } from './policies.ts';

const paper = (more = '') =>
  `<PageHeight>2in</PageHeight><PageWidth>3.5in</PageWidth><LeftMargin>0.25in</LeftMargin><RightMargin>0.25in</RightMargin><TopMargin>0.375in</TopMargin><BottomMargin>0.375in</BottomMargin>${more}`;
const frame = (part: 'Header' | 'Footer', value: string, first: boolean) =>
  `<Page${part}><Height>0.25in</Height><PrintOnFirstPage>${first}</PrintOnFirstPage><PrintOnLastPage>true</PrintOnLastPage><ReportItems>${text(part, value, { more: at(0, 0, 3) })}</ReportItems></Page${part}>`;
const repeated = once('<KeepWithGroup>After</KeepWithGroup><RepeatOnNewPage>true</RepeatOnNewPage>');
const below = once('<KeepWithGroup>Before</KeepWithGroup>');
const header = (content: string) =>
  `<TablixHeader><Size>1in</Size><CellContents>${content}</CellContents></TablixHeader>`;
const money = { style: '<Format>C2</Format>' };
const amount = { style: '<Format>#,##0.00</Format>' };

export function statements(): string {
  const lines = table({
    ...{
      name: 'Lines',
      widths: [1.5, 1.5],
      down: `${repeated}${group('D', '', { sort: '=Fields!Product.Value' })}${below}`,
    },
    rows: [
      row(text('L1', 'Product'), text('L2', 'Premium')),
      row(text('L3', '=Fields!Product.Value'), text('L4', '=Fields!Premium.Value', money)),
      row(text('L5', 'Total'), text('L6', '=Sum(Fields!Premium.Value)', money)),
    ],
    more: at(0, 0.25, 3, 0.75),
  });
  const title = text('Title', '=Fields!Dealer.Value & " (" & Fields!Region.Value & ")"', {
    more: at(0, 0, 3),
  });
  const body = table({
    ...{ name: 'Statements', widths: [3] },
    rows: [
      row(`<Rectangle Name="R"><ReportItems>${title}${lines}</ReportItems></Rectangle>`).replace(
        '0.25in',
        '1in',
      ),
    ],
    down: group('Dealer', '=Fields!Dealer.Value', {
      sort: '=Fields!Dealer.Value',
      within:
        '<PageBreak><BreakLocation>Between</BreakLocation><ResetPageNumber>true</ResetPageNumber></PageBreak><PageName>=Fields!Dealer.Value</PageName>',
    }),
  });
  const page = `${frame('Header', '="Policies of " & Globals!PageName', false)}${frame('Footer', '=Globals!PageNumber & " of " & Globals!TotalPages & ", " & Globals!OverallPageNumber & " in all"', true)}${paper()}`;
  return definition({ body, page });
}

export function months(): string {
  const month = '=Format(Fields!Sold.Value, "yyyy-MM")';
  const sum = (name: string) => text(name, '=Sum(Fields!Premium.Value)', amount);
  const share = (name: string) =>
    text(name, '=Sum(Fields!Premium.Value) / Sum(Fields!Premium.Value, "Policies")', {
      style: '<Format>P0</Format>',
    });
  const body = table({
    ...{ name: 'Months', widths: [1, 1] },
    corner: `<TablixCorner><TablixCornerRows><TablixCornerRow><TablixCornerCell><CellContents>${text('C', 'Product')}</CellContents></TablixCornerCell></TablixCornerRow></TablixCornerRows></TablixCorner>`,
    across:
      group('Month', month, { sort: month, more: header(text('M', month)) }) +
      once(header(text('MT', 'Total'))),
    rows: [row(sum('A1'), sum('A2')), row(sum('B1'), sum('B2')), row(share('C1'), share('C2'))],
    down:
      group('Product', '=Fields!Product.Value', {
        ...{ sort: '=Fields!Product.Value', more: header(text('P', '=Fields!Product.Value')) },
      }) +
      once(header(text('PA', 'All'))) +
      once(header(text('PS', 'Share'))),
  });
  return definition({ body });
}

export function letter(): string {
  const listed = (style: string, level: number, words: string) =>
    `<Paragraph><TextRuns><TextRun><Value>${words}</Value><Style/></TextRun></TextRuns><ListStyle>${style}</ListStyle><ListLevel>${level}</ListLevel><Style/></Paragraph>`;
  const list = `<Textbox Name="List"><Paragraphs>${listed('Numbered', 1, 'Primes')}${listed('Bulleted', 2, 'Québec')}${listed('Bulleted', 2, 'Ontario')}${listed('Numbered', 1, 'Sinistres')}${listed('None', 0, 'Fin')}</Paragraphs>${at(0, 1.5, 3, 1)}</Textbox>`;
  const body = [
    text('Day', '="Montréal, le " & Format(Globals!ExecutionTime, "d MMMM yyyy")', { more: at(3, 0, 3) }),
    text('Hello', '<p>Bonjour <b>équipe</b>,</p><p>voici&nbsp;: 2 &lt; 3</p>', {
      ...{ run: '<MarkupType>HTML</MarkupType>', more: at(0, 0.5, 6, 0.5) },
    }),
    text(
      'Sum',
      '=FormatCurrency(Sum(Fields!Premium.Value, "Policies")) & " / " & FormatNumber(-1234.5, 1, , True)',
      { more: at(0, 1, 3) },
    ),
    text('Share', '=Format(0.125, "P1") & " le " & Format(CDate("2025-02-28"), "dddd d MMM")', {
      more: at(3, 1, 3),
    }),
    list,
    `<Rectangle Name="Annex">${at(0, 3, 6, 1)}<PageBreak><BreakLocation>Start</BreakLocation></PageBreak><ReportItems>${text('AnnexTitle', '="Annexe : " & CountRows("Policies") & " polices"', { more: at(0, 0, 3) })}${text('AnnexWho', '=User!UserID', { more: at(3, 0, 3) })}</ReportItems></Rectangle>`,
  ].join('');
  return definition({ body, head: '<Language>fr-CA</Language>' });
}

export function labels(): string {
  const body = table({
    ...{ name: 'Labels', widths: [1.4] },
    rows: [
      row(text('L', '=Fields!Dealer.Value & vbCrLf & UCase(Fields!Region.Value)')).replace('0.25in', '0.5in'),
    ],
    down: group('Dealer', '=Fields!Dealer.Value', { sort: '=Fields!Dealer.Value' }),
  });
  return definition({ body, page: paper('<Columns>2</Columns><ColumnSpacing>0.2in</ColumnSpacing>') });
}

export function ledger(): string {
  const running = (name: string, scope: string) =>
    text(name, `=RunningValue(Fields!Premium.Value, Sum, "${scope}")`, amount);
  const body = table({
    ...{ name: 'Ledger', widths: [1, 1, 1] },
    rows: [
      row(text('H1', 'Dealer'), text('H2', 'Premium'), text('H3', 'Running')),
      row(text('G1', '=Fields!Region.Value'), text('G2', ''), text('G3', '')),
      row(
        text('D1', '=Fields!Dealer.Value', { more: '<HideDuplicates>Region</HideDuplicates>' }),
        text('D2', '=IIf(IsNothing(Fields!Premium.Value), "none", Format(Fields!Premium.Value, "#,##0.00"))'),
        running('D3', 'Region'),
      ),
      row(text('F1', 'Total'), text('F2', '=Sum(Fields!Premium.Value)', amount), running('F3', 'Ledger')),
      row(
        text('A1', 'All'),
        text('A2', '=Max(Sum(Fields!Premium.Value, "Region"))', amount),
        text('A3', '=Sum(Fields!Claims.Value) & " claims"'),
      ),
    ],
    down: `${repeated}${group('Region', '=Fields!Region.Value', {
      sort: '=Fields!Region.Value',
      inner: `${repeated}${group('Details', '', { sort: '=Fields!Sold.Value' })}${below}`,
    })}${below}`,
  });
  return definition({ body, page: paper() });
}

export function parameters(): string {
  const parameter = (name: string, type: string, more = '') =>
    `<ReportParameter Name="${name}"><DataType>${type}</DataType>${more}<Prompt>${name}</Prompt></ReportParameter>`;
  const head = `<ReportParameters>${parameter('Region', 'String', '<MultiValue>true</MultiValue>')}${parameter('Least', 'Integer')}${parameter('Detail', 'Boolean')}</ReportParameters>`;
  const filter = (field: string, operator: string, name: string) =>
    `<Filter><FilterExpression>=Fields!${field}.Value</FilterExpression><Operator>${operator}</Operator><FilterValues><FilterValue>=Parameters!${name}.Value</FilterValue></FilterValues></Filter>`;
  const filters = `<Filters>${filter('Region', 'In', 'Region')}${filter('Premium', 'GreaterThanOrEqual', 'Least')}</Filters>`;
  const hidden = once('<Visibility><Hidden>=Not Parameters!Detail.Value</Hidden></Visibility>');
  const needed = once('<HideIfNoRows>true</HideIfNoRows>');
  const body = [
    text(
      'Chosen',
      '="Regions: " & Join(Parameters!Region.Label, ", ") & " (" & Parameters!Region.Count & ", " & Parameters!Region.IsMultiValue & ")"',
      { more: at(0, 0, 5) },
    ),
    table({
      ...{ name: 'Found', widths: [1, 1, 1], across: `${once()}${once()}${hidden}` },
      rows: [
        row(text('H1', 'Dealer'), text('H2', 'Premium'), text('H3', 'Product')),
        row(
          text('D1', '=Fields!Dealer.Value'),
          text('D2', '=Fields!Premium.Value'),
          text('D3', '=Fields!Product.Value'),
        ),
        row(text('F1', '=CountRows()'), text('F2', '=Sum(Fields!Premium.Value)'), text('F3', '')),
      ],
      ...{ down: `${once()}${each()}${once()}` },
      more: `<NoRowsMessage>="No policy of at least " &amp; Parameters!Least.Value</NoRowsMessage>${filters}${at(0, 0.5, 3, 0.75)}`,
    }),
    table({
      ...{ name: 'Also', widths: [1], down: `${needed}${each()}` },
      rows: [
        row(text('N1', 'Sold on')),
        row(text('N2', '=Fields!Sold.Value', { style: '<Format>yyyy-MM-dd</Format>' })),
      ],
      more: `${filters}${at(0, 1.5, 1, 0.5)}`,
    }),
  ].join('');
  return definition({ body, head });
}

export function catalogue(): string {
  const turned = '<Visibility><Hidden>true</Hidden><ToggleItem>RegionName</ToggleItem></Visibility>';
  const body = table({
    ...{ name: 'Catalogue', widths: [1.5, 1.5] },
    rows: [
      row(
        text('RegionName', '=Fields!Region.Value'),
        text('RegionSum', '=Sum(Fields!Premium.Value)', amount),
      ),
      row(
        text('DealerName', '=Fields!Dealer.Value'),
        text('DealerSum', '=Sum(Fields!Premium.Value)', amount),
      ),
    ],
    down: group('Region', '=Fields!Region.Value', {
      sort: '=Fields!Region.Value',
      within:
        '<DocumentMapLabel>=Fields!Region.Value</DocumentMapLabel><PageBreak><BreakLocation>Between</BreakLocation></PageBreak><PageName>=Fields!Region.Value</PageName>',
      inner: `${once()}${group('Dealer', '=Fields!Dealer.Value', { sort: '=Fields!Dealer.Value', more: turned })}`,
    }),
  });
  return definition({ body });
}

export function summary(): string {
  const target = 'Lookup(Fields!Region.Value, Fields!Region.Value, Fields!Target.Value, "Targets")';
  const whole = { style: '<Format>#,##0;(#,##0);-</Format>' };
  const looks =
    '<FontStyle>Italic</FontStyle><TextDecoration>Underline</TextDecoration><VerticalAlign>Bottom</VerticalAlign>';
  const body = [
    text('Title', '="Week of " & MonthName(2) & " " & Weekday(CDate("2025-02-28"))', {
      ...{ style: `<FontSize>14pt</FontSize><Color>DarkSlateBlue</Color>${looks}`, more: at(0, 0, 3) },
    }),
    text(
      'Dates',
      '=DateDiff("d", CDate("2025-01-06"), CDate("2025-02-28")) & "/" & DatePart("q", CDate("2025-05-01")) & "/" & Format(DateAdd("m", 1, CDate("2025-01-31")), "yyyy-MM-dd")',
      { more: at(3, 0, 3) },
    ),
    text('Numbers', '=Round(2.5) & Round(3.5) & CInt(4.5) & Int(-1.5) & Fix(-1.5) & Choose(2, "a", "b")', {
      more: at(0, 0.5, 3),
    }),
    `<Line Name="Rule">${at(0, 0.8, 6, 0)}<Style><Border><Style>Solid</Style></Border></Style></Line>`,
    table({
      ...{ name: 'Summary', widths: [1, 1, 1, 1, 1] },
      rows: [
        row(...['Region', 'Premium', 'Target', 'Difference', 'Verdict'].map((one) => text(`H${one}`, one))),
        row(
          text('D1', '=Fields!Region.Value'),
          text('D2', '=Sum(Fields!Premium.Value)', whole),
          text('D3', `=${target}`, whole),
          text('D4', `=IIf(IsNothing(${target}), Nothing, Sum(Fields!Premium.Value) - ${target})`, whole),
          text(
            'D5',
            `=Switch(IsNothing(${target}), "no target", Sum(Fields!Premium.Value) >= ${target}, "met", True, "missed")`,
            { style: '<BackgroundColor>=IIf(True, "LightGreen", "#80FF0000")</BackgroundColor>' },
          ),
        ),
        row(
          text('F1', 'All'),
          text('F2', '=Sum(Fields!Premium.Value)', whole),
          text('F3', '=Sum(Fields!Target.Value, "Targets")', whole),
          text('F4', '=ReportItems!F2.Value - ReportItems!F3.Value', whole),
          text('F5', '=CountDistinct(Fields!Region.Value) & " regions"'),
        ),
      ],
      down: `${once()}${group('Region', '=Fields!Region.Value', { sort: '=Fields!Region.Value' })}${once()}`,
      more: at(0, 1, 5, 0.75),
    }),
  ].join('');
  return definition({ body });
}

/** A table at the left, and at the right a title that grows over another one; a text below them all. */
export function besides(): string {
  const premiums = table({
    ...{ name: 'Premiums', widths: [0.75, 0.75], down: `${repeated}${each()}` },
    rows: [
      row(text('P1', 'Dealer'), text('P2', 'Premium')),
      row(text('P3', '=Fields!Dealer.Value'), text('P4', '=Fields!Premium.Value', amount)),
    ],
    more: at(0, 0, 1.5, 0.5),
  });
  const regions = table({
    ...{ name: 'Regions', widths: [0.7, 0.7] },
    rows: [
      row(text('R1', 'Region'), text('R2', 'Claims')),
      row(text('R3', '=Fields!Region.Value'), text('R4', '=Sum(Fields!Claims.Value)')),
    ],
    down: `${repeated}${group('Region', '=Fields!Region.Value', { sort: '=Fields!Region.Value' })}`,
    more: at(1.6, 0.25, 1.4, 0.5),
  });
  const title = text('Title', 'Claims of all policies by region', { more: at(1.6, 0, 1.2) });
  const foot = text('Foot', '="Of " & CountRows("Policies")', { more: at(0, 0.75, 3) });
  return definition({ body: `${premiums}${title}${regions}${foot}`, page: paper() });
}

/** Runs that look different, paragraphs with places of their own, padding, and families of letters. */
export function notice(): string {
  const run = (value: string, style = '') =>
    `<TextRun><Value>${value}</Value><Style>${style}</Style></TextRun>`;
  const paragraph = (runs: string, { style = '', more = '' } = {}) =>
    `<Paragraph><TextRuns>${runs}</TextRuns>${more}<Style>${style}</Style></Paragraph>`;
  const paragraphs = [
    paragraph(
      `${run('Total: ')}${run('=1234.5', '<FontWeight>=IIf(1 = 1, "Bold", "Normal")</FontWeight><Format>N2</Format><Color>Red</Color>')}`,
    ),
    paragraph(run('Right'), { style: '<TextAlign>Right</TextAlign>' }),
    paragraph(run('A line that is longer than its room'), {
      more: '<LeftIndent>20pt</LeftIndent><HangingIndent>-12pt</HangingIndent><SpaceBefore>10pt</SpaceBefore>',
    }),
    paragraph(run('Listed', '<FontWeight>=IIf(1 = 2, "Bold", "Normal")</FontWeight>'), {
      more: '<ListStyle>Bulleted</ListStyle><ListLevel>1</ListLevel>',
    }),
  ].join('');
  const main = `<Textbox Name="Main"><CanGrow>true</CanGrow><Paragraphs>${paragraphs}</Paragraphs>${at(0, 0, 2, 1)}<Style><PaddingLeft>10pt</PaddingLeft><PaddingTop>5pt</PaddingTop></Style></Textbox>`;
  const right = (family: string) => `<FontFamily>${family}</FontFamily><TextAlign>Right</TextAlign>`;
  const mono = text('Mono', 'iiii', { style: right('Courier New'), more: at(2, 0, 1) });
  const serif = text('Serif', 'iiii', { style: right('Georgia'), more: at(2, 0.25, 1) });
  const sans = text('Sans', 'iiii', { style: right('Tahoma'), more: at(2, 0.5, 1) });
  return definition({ body: `${main}${mono}${serif}${sans}`, page: paper() });
}
