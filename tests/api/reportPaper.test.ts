/** Definitions of our own on paper: which page has what, worked out by hand beforehand; the viewer says the same. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '#engine';
import { type ReportRun, reportPieces } from '#extensions/reports/engine';
import { pageOfReport } from '../../extensions/reports/server/pageOfReport.ts';
import { writeReportPdf } from '../../extensions/reports/server/pdf/writeReportPdf.ts';
import { reportSheets } from '../../extensions/reports/server/reportSheet.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { box, byRegion, cells, details, pivot, runOf, table } from '../support/definitions.ts';
import { partsOfPages } from '../support/textOfPages.ts';

const written = (run: ReportRun) =>
  writeReportPdf(
    {
      ...{ title: 'Test', language: 'en-CA', run, pieces: reportPieces(run), fonts: undefined },
      ...{ moment: '2025-02-01T10:00:00Z', tooLong: () => new Error('too long') },
    },
    new WorkBudget(),
  );
const onPaper = async (run: ReportRun) => partsOfPages((await written(run)).bytes);
const textsOf = async (run: ReportRun) => (await onPaper(run)).pages.map(({ texts }) => texts.join(' '));

async function inViewer(run: ReportRun, page: number, more: object = {}) {
  const read = await pageOfReport(run, { page, pageSize: 5, find: '', ...more }, new WorkBudget());
  const texts = read.html
    .replace(/<[^>]+>/g, ' ')
    .split(' ')
    .filter(Boolean)
    .join(' ');
  return { ...read, texts };
}

/** Five lines of 18 points are on a page that is three inches wide between its margins. */
const small =
  '<PageWidth>3.5in</PageWidth><PageHeight>2in</PageHeight><LeftMargin>0.25in</LeftMargin><RightMargin>0.25in</RightMargin><TopMargin>0.375in</TopMargin><BottomMargin>0.375in</BottomMargin>';

describe('a table wider than the page', () => {
  it('goes on to the right without cutting a column, and repeats what is at its left', async () => {
    expect(await textsOf(runOf(pivot(), small))).toEqual([
      'Days East A C odd 40 20 even Total 60 60',
      'Days East West All B odd 60 even 5 Total 3 20',
      'Days West D All odd even 15 20 Total 20 2',
      'Days Total 5 odd 60 even 20 Total 100%',
    ]);
  });

  it('numbers its pages from left to right, and then down', async () => {
    const wide = cells(
      'D',
      Array.from({ length: 4 }, (_, at) => `=Fields!Dealer.Value & "${at}"`),
    );
    const foot = `<PageFooter><Height>18pt</Height><PrintOnFirstPage>true</PrintOnFirstPage><PrintOnLastPage>true</PrintOnLastPage><ReportItems>${box('F', '=Globals!PageNumber & "/" & Globals!TotalPages')}</ReportItems></PageFooter>`;
    const run = runOf(table({ rows: [wide], members: details(), columns: 4 }), small + foot);
    // Four lines are above the foot.
    expect(await textsOf(run)).toEqual([
      'A0 A1 A2 C0 C1 C2 D0 D1 D2 A0 A1 A2 1/4',
      'A3 C3 D3 A3 2/4',
      'B0 B1 B2 3/4',
      'B3 4/4',
    ]);
  });
});

const repeated =
  '<TablixMember><KeepWithGroup>After</KeepWithGroup><RepeatOnNewPage>true</RepeatOnNewPage></TablixMember>';
const rows = [
  cells('H', ['Head']),
  cells('G', ['=Fields!Region.Value']),
  cells('D', ['=Fields!Dealer.Value']),
];
const keep = '<KeepTogether>true</KeepTogether>';
const kept = (more: string) =>
  `${repeated}${byRegion(`${repeated}${details()}`).replace(/<\/TablixMember>$/, `${more}</TablixMember>`)}`;

describe('what belongs together', () => {
  it('begins a page rather than being broken, on paper and in the viewer', async () => {
    const run = runOf(table({ rows, members: kept(keep), columns: 1 }), small);
    expect(await textsOf(run)).toEqual(['Head West D B', 'Head East A C A']);
    expect([(await inViewer(run, 1)).texts, (await inViewer(run, 2)).texts]).toEqual([
      'Head West D B',
      'Head East A C A',
    ]);
  });

  it('a heading is never the last line of a page', async () => {
    const run = runOf(table({ rows, members: kept(''), columns: 1 }), small);
    // Head, West, D and B leave room for one line, which East would be alone on.
    expect(await textsOf(run)).toEqual(['Head West D B', 'Head East A C A']);
  });

  it('the header of a group stands again where its lines go on', async () => {
    const header = `<TablixHeader><Size>1in</Size><CellContents>${box('R', '=Fields!Region.Value')}</CellContents></TablixHeader>`;
    const member = byRegion(details()).replace('<TablixMembers>', `${header}<TablixMembers>`);
    const body = `${box('Title', 'Sales', '<Height>54pt</Height>')}${table({ rows: [cells('D', ['=Fields!Dealer.Value'])], members: member, columns: 1 }, '<Top>54pt</Top>')}`;
    expect(await textsOf(runOf(body, small))).toEqual(['Sales West D B', 'East A C A']);
    const run = runOf(table({ rows: [cells('D', ['=Fields!Dealer.Value'])], members: member, columns: 1 }));
    expect((await inViewer(run, 2, { pageSize: 3 })).texts).toBe('East C A');
  });
});

describe('columns of a page', () => {
  it('are filled from above to below, and from left to right', async () => {
    const columns = '<Columns>2</Columns><ColumnSpacing>0.5in</ColumnSpacing>';
    const run = runOf(
      table(
        { rows: [cells('D', ['=Fields!Dealer.Value'])], members: details(), columns: 1 },
        '<Left>0in</Left>',
      ),
      `${small.replaceAll('0.375in', '0.625in')}${columns}`,
    );
    // Three lines high; 216 points are two columns of 90 with 36 between them.
    const { pages } = await onPaper(run);
    expect(pages.map(({ texts, left }) => [texts, left])).toEqual([
      [
        ['A', 'C', 'D', 'A', 'B'],
        [18, 18, 18, 144, 144],
      ],
    ]);
  });
});

describe('as a workbook', () => {
  it('groups are an outline, totals are formulas over their rows, and a page break begins a sheet', async () => {
    const paged =
      '<PageBreak><BreakLocation>Between</BreakLocation></PageBreak><PageName>="Region " &amp; Fields!Region.Value</PageName>';
    const totals = (name: string) =>
      cells(name, ['Total', '=Sum(Fields!Amount.Value)', '=Count(Fields!Dealer.Value)']);
    const sheetRows = [
      cells('H', ['Dealer', 'Amount', 'Again']),
      cells('G', ['=Fields!Region.Value', '', '']),
      cells('D', ['=Fields!Dealer.Value', '=Fields!Amount.Value', '=Fields!Dealer.Value']),
      totals('F'),
      totals('A'),
    ];
    const grouped = (more: string) =>
      `<TablixMember/>${byRegion(`<TablixMember/>${details()}<TablixMember/>`, more)}<TablixMember/>`;
    const sheets = async (more: string) => {
      const pieces = reportPieces(runOf(table({ rows: sheetRows, members: grouped(more), columns: 3 })));
      return (await reportSheets({ name: 'Sales', pieces, budget: new WorkBudget() })).sheets;
    };
    const [all, ...none] = await sheets('');
    expect(none).toEqual([]);
    expect(
      all?.lines.map(({ values, level = 0, formulas }) => [...values, level, ...(formulas?.values() ?? [])]),
    ).toEqual([
      ['West', null, null, 0],
      ['D', 15, 'D', 1],
      ['B', 5, 'B', 1],
      ['Total', 20, 2, 0, 'SUBTOTAL(9,B3:B4)', 'SUBTOTAL(3,C3:C4)'],
      ['East', null, null, 0],
      ['A', 30, 'A', 1],
      ['C', 20, 'C', 1],
      ['A', 10, 'A', 1],
      ['Total', 60, 3, 0, 'SUBTOTAL(9,B7:B9)', 'SUBTOTAL(3,C7:C9)'],
      ['Total', 80, 5, 0, 'SUBTOTAL(9,B3:B9)', 'SUBTOTAL(3,C3:C9)'],
    ]);
    const paging = await sheets(paged);
    expect(paging.map(({ name }) => name)).toEqual(['Region West', 'Region East']);
    // A formula never says another value than the report: the total of all is over rows of two sheets.
    expect(paging[1]?.lines.at(-1)).toMatchObject({ values: ['Total', 80, 5] });
    expect(paging[1]?.lines.at(-1)?.formulas).toBeUndefined();
    const files = unzipSync(await writeWorkbook(paging));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array);
    expect(sheet).toMatch(/<f>SUBTOTAL\(9,B3:B4\)<\/f><v>20<\/v>/);
    expect(sheet).toContain('outlineLevel="1"');
  });
});

describe('where a reader can go', () => {
  const action = (inner: string) => `<ActionInfo><Actions><Action>${inner}</Action></Actions></ActionInfo>`;
  const body = [
    box('Web', 'web', action('<Hyperlink>="https://example.com/?q=" &amp; "a b"</Hyperlink>')),
    box('Own', 'own', `<Left>1in</Left>${action('<Hyperlink>/product/1</Hyperlink>')}`),
    box('Bad', 'bad', `<Left>2in</Left>${action('<Hyperlink>javascript:alert(1)</Hyperlink>')}`),
    box('To', 'to', `<Top>18pt</Top>${action('<BookmarkLink>East</BookmarkLink>')}`),
    box(
      'Deep',
      'deep',
      `<Top>18pt</Top><Left>1in</Left>${action('<Drillthrough><ReportName>/Sales/Details</ReportName><Parameters><Parameter Name="Region"><Value>=First(Fields!Region.Value)</Value></Parameter></Parameters></Drillthrough>')}`,
    ),
    table(
      {
        rows: [cells('D', [['=Fields!Dealer.Value', '<Bookmark>=Fields!Region.Value</Bookmark>']])],
        members: byRegion(
          details(),
          '<DocumentMapLabel>=Fields!Region.Value</DocumentMapLabel><PageBreak><BreakLocation>Between</BreakLocation></PageBreak>',
        ),
        columns: 1,
      },
      '<Top>36pt</Top>',
    ),
  ].join('');

  it('addresses, bookmarks and the document map lead to their pages in a PDF', async () => {
    const { pages, outline } = await onPaper(runOf(body, small));
    expect(pages.map(({ texts }) => texts.join(' '))).toEqual(['web own bad to deep D B', 'A C A']);
    // Addresses of the application and other reports open in the viewer only.
    expect(pages[0]?.links).toEqual(['https://example.com/?q=a%20b', 2]);
    expect(outline).toEqual([
      ['West', 1, []],
      ['East', 2, []],
    ]);
  });

  it('and in the viewer, with links to records and to other reports with their choices', async () => {
    const { html, map } = await inViewer(runOf(body), 1);
    expect(map).toEqual([
      { Label: 'West', Level: 0, Page: 1 },
      { Label: 'East', Level: 0, Page: 2 },
    ]);
    expect(html).toContain('<a data-address="https://example.com/?q=a%20b">web</a>');
    expect(html).toContain('<a data-address="/product/1">own</a>');
    expect(html).toContain('>bad</p>');
    expect(html).toContain('<a data-report="Details" data-filters="Region=East">deep</a>');
    const gone = await inViewer(runOf(body), 1, { bookmark: 'East' });
    expect([gone.page, gone.texts]).toEqual([2, 'A C A']);
    expect((await inViewer(runOf(body), 1, { bookmark: 'Nowhere' })).isFound).toBe(false);
  });
});

describe('a tagged PDF', () => {
  it('tells tables, heads, cells and headings apart, and reads what is repeated only once', async () => {
    const body = `${box('Title', 'Sales', '<CanGrow>true</CanGrow><Style><FontSize>16pt</FontSize></Style>')}${table({ rows, members: kept(keep), columns: 1 }, '<Top>18pt</Top>')}`;
    const { pages } = await onPaper(runOf(body, small));
    // The title leaves no room for the heading with the first group: both begin the next page.
    expect(pages.map(({ texts }) => texts.join(' '))).toEqual(['Sales', 'Head West D B', 'Head East A C A']);
    const roles = pages.map(({ structure }) =>
      (structure.match(/"role":"(\w+)"/g) ?? [])
        .map((one) => one.slice(8, -1))
        .filter((one) => one !== 'Root'),
    );
    expect(roles[0]).toEqual(['Document', 'H2']);
    expect(roles[1]?.slice(0, 4)).toEqual(['Document', 'Table', 'TR', 'TH']);
    // One table on both pages: its heading once, and each of its seven lines.
    expect(roles[1]?.filter((one) => one === 'TH')).toHaveLength(1);
    expect(roles[1]?.filter((one) => one === 'TD')).toHaveLength(7);
  });
});
