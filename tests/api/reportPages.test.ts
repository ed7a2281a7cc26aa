/** Definitions of our own whose pages were worked out by hand beforehand: numbers, breaks, headings. */
import { describe, expect, it } from 'vitest';
import type { ReportRun } from '#extensions/reports/engine';
import { pageOfReport } from '../../extensions/reports/server/pageOfReport.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { box, byRegion, cells, details, pivot, read, runOf, table } from '../support/definitions.ts';

/** Lines of the page, cells apart by a bar. */
async function page(run: ReportRun, number = 1, pageSize = 50) {
  const { html, pages } = await pageOfReport(run, { page: number, pageSize, find: '' }, new WorkBudget());
  const lines = html
    .replace(/<\/t[dh]><t[dh][^>]*>/g, '|')
    .split(/<\/?(?:p|h2|tr)[^>]*>/)
    .map((line) => line.replace(/<[^>]+>/g, ''))
    .filter((line) => line !== '');
  return { lines, pages };
}

describe('aggregates with a scope', () => {
  it('over a data set that no region shows, over the region, and looked up', async () => {
    const values = [
      '=Sum(Fields!Target.Value, "Targets")',
      '=First(Fields!Region.Value, "Targets") & Last(Fields!Region.Value, "Targets")',
      '=CountRows("Targets") & "/" & CountDistinct(Fields!Dealer.Value, "Sales")',
      '=Lookup("West", Fields!Region.Value, Fields!Target.Value, "Targets")',
      '=Join(LookupSet("East", Fields!Region.Value, Fields!Dealer.Value, "Sales"), "+")',
      '=Join(MultiLookup(Split("North,East", ","), Fields!Region.Value, Fields!Target.Value, "Targets"), ",")',
      '=Lookup("South", Fields!Region.Value, Fields!Target.Value, "Targets") Is Nothing',
      '=Max(Sum(Fields!Amount.Value, "Region"), "Sales") & " " & Avg(Sum(Fields!Amount.Value, "Region"), "Sales")',
      '=Sum(Fields!Amount.Value, "Nowhere")',
      '=ReportItems!V0.Value + 1',
    ];
    const body = values.map((value, at) => box(`V${at}`, value, `<Top>${at}in</Top>`)).join('');
    const shown = table(
      { rows: [cells('D', ['=Fields!Dealer.Value'])], members: byRegion(details()), columns: 1 },
      '<Top>20in</Top>',
    );
    const { lines } = await page(runOf(body + shown));
    expect(lines.slice(0, 10)).toEqual([
      ...['157', 'EastNorth', '3/4', '50', 'A+C+A', '7,100', 'True', '60 40', '#Error', '158'],
    ]);
  });

  it('running values, row numbers and the row before follow the order that is shown', async () => {
    const rows = [
      cells('H', ['Dealer', 'In group', 'In all', 'Group', 'Region', 'Before', 'Target']),
      cells('D', [
        '=Fields!Dealer.Value',
        '=RowNumber("Region")',
        '=RowNumber(Nothing)',
        '=RunningValue(Fields!Amount.Value, Sum, "Region")',
        '=RunningValue(Fields!Amount.Value, Sum, "T")',
        '=Previous(Fields!Amount.Value)',
        '=Lookup(Fields!Region.Value, Fields!Region.Value, Fields!Target.Value, "Targets")',
      ]),
      cells('F', [
        '=Fields!Region.Value',
        '=Sum(Fields!Amount.Value)',
        '=FormatPercent(Sum(Fields!Amount.Value) / Sum(Fields!Amount.Value, "Sales"), 0)',
        '=Previous(Sum(Fields!Amount.Value), "Region")',
        '=RunningValue(Fields!Amount.Value, Sum, "T")',
        '=VarP(Fields!Amount.Value) & "/" & Var(Fields!Amount.Value)',
        '=StDevP(Fields!Amount.Value) & InScope("Region") & InScope("Other") & Level()',
      ]),
      cells('G', [
        ...[
          '=Sum(Fields!Amount.Value)',
          '=Max(Sum(Fields!Amount.Value, "Region"))',
          '=Min(Fields!Day.Value)',
        ],
        ...[
          '=CountRows()',
          '=RowNumber(Nothing)',
          '=RunningValue(Fields!Dealer.Value, CountDistinct, "T")',
          '',
        ],
      ]),
    ];
    const members = `<TablixMember/>${byRegion(`${details()}<TablixMember/>`)}<TablixMember/>`;
    const { lines } = await page(runOf(table({ rows, members, columns: 7 })));
    expect(lines).toEqual([
      'Dealer|In group|In all|Group|Region|Before|Target',
      'D|1|1|15|15||50',
      'B|2|2|20|20|15|50',
      'West|20|25%||20|25/50|5TrueFalse0',
      'A|1|3|30|50||100',
      'C|2|4|50|70|30|100',
      'A|3|5|60|80|20|100',
      'East|60|75%|20|80|66.6666666666667/100|8.16496580927726TrueFalse0',
      '80|60|2025-01-01|5|5|4|',
    ]);
  });
});

describe('what is shown and hidden', () => {
  const hidden = (formula: string, toggle = '') =>
    `<Visibility><Hidden>${formula}</Hidden>${toggle ? `<ToggleItem>${toggle}</ToggleItem>` : ''}</Visibility>`;

  it('texts, rectangles and cells by formula, and by a text box that the reader turns', async () => {
    const body = `${box('Turn', 'Details', '<Top>0in</Top>')}${box('Gone', 'gone', `<Top>1in</Top>${hidden('=1 = 1')}`)}<Rectangle Name="R"><Top>2in</Top><ReportItems>${box('In', 'inside', '')}</ReportItems>${hidden('true', 'Turn')}</Rectangle>`;
    const rows = [
      cells('D', [
        ['=Fields!Dealer.Value', hidden('=Fields!Amount.Value &lt; 15')],
        ['=Fields!Amount.Value', hidden('true', 'Turn')],
      ]),
    ];
    const all = body + table({ rows, members: details(), columns: 2 }, '<Top>9in</Top>');
    expect((await page(runOf(all))).lines).toEqual(['Details', 'A|', 'C|', 'D|', '|', '|']);
    expect((await page(runOf(all, '', ['Turn@']))).lines).toEqual([
      ...['Details', 'inside', 'A|30', 'C|20', 'D|15', '|10', '|5'],
    ]);
  });

  it('what a row would say again is left empty, within its group', async () => {
    const hide = '<HideDuplicates>Region</HideDuplicates>';
    const rows = [
      cells('D', [
        ['=Fields!Region.Value', hide],
        ['=Fields!Dealer.Value', '<HideDuplicates>Sales</HideDuplicates>'],
      ]),
    ];
    const { lines } = await page(runOf(table({ rows, members: byRegion(details()), columns: 2 })));
    expect(lines).toEqual(['West|D', '|B', 'East|A', '|C', '|A']);
  });
});

describe('pages', () => {
  const paged = '<PageBreak><BreakLocation>Between</BreakLocation></PageBreak>';
  const rows = [cells('D', ['=Fields!Dealer.Value'])];

  it('a group begins a page where the details are all that it holds', async () => {
    const run = runOf(table({ rows, members: byRegion(details(), paged), columns: 1 }));
    expect([await page(run, 1), await page(run, 2)]).toEqual([
      { lines: ['D', 'B'], pages: 2 },
      { lines: ['A', 'C', 'A'], pages: 2 },
    ]);
  });

  it('heads of the table stand again where they are said to, heads of a group where it goes on', async () => {
    const repeated = '<TablixMember><RepeatOnNewPage>true</RepeatOnNewPage></TablixMember>';
    const headed = [cells('H', ['Head']), cells('G', ['=Fields!Region.Value']), ...rows];
    const members = (head: string) => `${head}${byRegion(`${repeated}${details()}`)}`;
    const run = runOf(table({ rows: headed, members: members(repeated), columns: 1 }));
    expect((await page(run, 1, 5)).lines).toEqual(['Head', 'West', 'D', 'B', 'East', 'A']);
    expect((await page(run, 2, 5)).lines).toEqual(['Head', 'East', 'C', 'A']);
    const once = runOf(table({ rows: headed, members: members('<TablixMember/>'), columns: 1 }));
    expect((await page(once, 2, 5)).lines).toEqual(['East', 'C', 'A']);
  });

  it('rectangles begin and end pages, and no page is empty', async () => {
    const at = (top: number, more = '') => `<Top>${top}in</Top>${more}`;
    const rectangle = (name: string, top: number, where: string) =>
      `<Rectangle Name="${name}">${at(top)}<PageBreak><BreakLocation>${where}</BreakLocation></PageBreak><ReportItems>${box(`${name}In`, name)}</ReportItems></Rectangle>`;
    const run = runOf(
      `${box('One', 'one', at(0))}${rectangle('two', 2, 'Start')}${rectangle('three', 4, 'End')}${box('Four', 'four', at(6))}${rectangle('five', 8, 'StartAndEnd')}`,
    );
    const all = await Promise.all([1, 2, 3, 4].map((number) => page(run, number)));
    expect(all.map(({ lines }) => lines)).toEqual([['one'], ['two', 'three'], ['four'], ['five']]);
    expect(all[0]?.pages).toBe(4);
  });

  it('head and foot stand on the pages they are printed on, and name what their page shows', async () => {
    const head = `<PageHeader><Height>0.5in</Height><PrintOnLastPage>true</PrintOnLastPage><ReportItems>${box('PH', '="From " & ReportItems!D0.Value & " to " & Last(ReportItems!D0.Value)')}</ReportItems></PageHeader>`;
    const foot = `<PageFooter><Height>0.5in</Height><PrintOnFirstPage>true</PrintOnFirstPage><ReportItems>${box('PF', '=Globals!PageNumber & "/" & Globals.TotalPages & " " & Sum(Fields!Target.Value, "Targets")')}</ReportItems></PageFooter>`;
    const run = runOf(table({ rows, members: byRegion(details(), paged), columns: 1 }), head + foot);
    expect((await page(run, 1)).lines).toEqual(['D', 'B', '1/2 157']);
    expect((await page(run, 2)).lines).toEqual(['From A to A', 'A', 'C', 'A']);
  });
});

describe('tables in cells', () => {
  it('are over the rows of the group that they are in, with its aggregates around them', async () => {
    const inner = table(
      {
        rows: [
          cells('IH', ['Dealer', 'Share']),
          cells('ID', [
            '=Fields!Dealer.Value',
            '=FormatPercent(Fields!Amount.Value / Sum(Fields!Amount.Value, "Region"), 0)',
          ]),
          cells('IT', [
            '=CountRows()',
            '=Sum(Fields!Amount.Value) & " of " & Sum(Fields!Amount.Value, "Sales")',
          ]),
        ],
        members: `<TablixMember/>${details()}<TablixMember/>`,
        columns: 2,
      },
      '<Height>54pt</Height>',
    ).replace('Name="T"', 'Name="Inner"');
    const row = `<TablixRow><Height>80pt</Height><TablixCells><TablixCell><CellContents><Rectangle Name="R"><ReportItems>${box('Title', '="Region " & Fields!Region.Value')}${inner}</ReportItems></Rectangle></CellContents></TablixCell></TablixCells></TablixRow>`;
    const { lines } = await page(
      runOf(
        table({
          rows: [row],
          members: byRegion('').replace('<TablixMembers></TablixMembers>', ''),
          columns: 1,
        }),
      ),
    );
    expect(lines).toEqual([
      ...['Region West', 'Dealer|Share', 'D|75%', 'B|25%', '2|20 of 80'],
      ...['Region East', 'Dealer|Share', 'A|50%', 'C|33%', 'A|17%', '3|60 of 80'],
    ]);
  });
});

describe('matrices', () => {
  it('have a column for each group, subtotals over what their line shares with it, and totals', async () => {
    const { lines } = await page(runOf(pivot()));
    // Odd days: East A 10, East C 20, East A 30. Even days: West B 5, West D 15.
    expect(lines).toEqual([
      'Days|East|West|Total',
      '|A|C|All|B|D|All|5',
      'odd|40|20|60||||60',
      'even||||5|15|20|20',
      'Total|60|60|3|20|20|2|100%',
    ]);
  });

  it('collapse to a column with the totals of the group, and open by the text of its heading', async () => {
    const more = '<Visibility><Hidden>true</Hidden><ToggleItem>HRegion20</ToggleItem></Visibility>';
    const closed = await page(runOf(pivot(more)));
    expect(closed.lines).toEqual([
      'Days|East|West|Total',
      '|All|All|5',
      'odd|60||60',
      'even||20|20',
      'Total|3|2|100%',
    ]);
    const open = await page(runOf(pivot(more), '', ['HRegion20@c1']));
    expect(open.lines[1]).toBe('|A|C|All|All|5');
  });

  it('of too many columns are refused with the number that is possible', async () => {
    const run = runOf(pivot());
    const rows = Array.from({ length: 1001 }, (_, at) => ['East', `D${at}`, '2025-01-01', 1]);
    const data = new Map(
      [...run.data].map(([name, set]) => [name, name === 'Sales' ? { ...set, rows } : set]),
    );
    await expect(page({ ...run, data })).rejects.toThrow('report.columns.too-many: 1000');
  });
});

describe('what a definition does not have', () => {
  it('fields, parameters, text boxes, scopes and functions without a meaning are findings at their element', () => {
    const { findings } = read(
      box(
        'A',
        '=Fields!Nope.Value & Parameters!None.Value & Sum(Fields!Amount.Value, "Other") & ReportItems!Gone.Value',
      ) +
        box('B', '=Code.Run(1)') +
        box('C', '=Lookup(1, Fields!Region.Value, Fields!Target.Value, "Elsewhere")') +
        box('D', '=Sum(Fields!Target.Value, "Targets") & ReportItems!A.Value'),
    );
    expect(findings.map(({ Element, About }) => `${Element} ${About}`)).toEqual([
      ...['Value Code.Run', 'Value Fields!Nope', 'Value Parameters!None', 'Value "Other"'],
      ...['Value ReportItems!Gone', 'Value "Elsewhere"'],
    ]);
  });

  it('the tags of a rich text are not printed, and nothing of it runs', async () => {
    const rich = (html: string) =>
      `<Textbox Name="R"><Paragraphs><Paragraph><TextRuns><TextRun><Value>${html.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</Value><MarkupType>HTML</MarkupType></TextRun></TextRuns></Paragraph></Paragraphs></Textbox>`;
    const html = async (text: string) =>
      (await pageOfReport(runOf(rich(text)), { page: 1, pageSize: 50, find: '' }, new WorkBudget())).html;
    expect(await html('<p>One <b>two</b></p><ul><li>three</li><li>a &lt; b</li></ul>')).toContain(
      'One two\n• three\n• a &lt; b',
    );
    const hostile = [
      '<script>alert(1)</script>x',
      '<img src=x onerror=alert(1)>x',
      '<<b>script>alert(1)',
      '&lt;script&gt;x',
    ];
    for (const text of hostile) expect(await html(text), text).not.toMatch(/<(?!\/?(?:p|h2)\b)/);
  });
});
