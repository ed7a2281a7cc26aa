/** Regions, runs and paragraphs: where each is on a page, worked out by hand before it was run. */
import { describe, expect, it } from 'vitest';
import { pageOfReport } from '../../extensions/reports/server/pageOfReport.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { at, definition, once, row, runOf, table, text } from '../support/policies.ts';
import { printed, sheetsOf, understood } from '../support/printedReports.ts';
import { besides, notice } from '../support/provenReports.ts';

describe('regions beside each other', () => {
  const premiums = ['1,200.00', '350.50', '980.00', '145.25', '1,500.00', '400.00', '160.00', '1,100.00'];
  const dealers = ['Alpha', 'Alpha', 'Beta', 'Beta', 'Gamma', 'Gamma', 'Delta', 'Delta'];
  const left = [
    ['Dealer', 'Premium'],
    ...dealers.map((dealer, at) => [dealer, premiums[at] ?? '']),
    ['Eps', '1,300.00'],
    ['Eps', ''],
  ];
  const right = [
    ['Region', 'Claims'],
    ['Alberta', '0'],
    ['Ontario', '5'],
    ['Québec', '3'],
  ];

  it('fill their parts of a page, each pushed down by what grew above it only', async () => {
    const { pages } = await printed(understood(besides()));
    const said = (lines: readonly (readonly string[])[]) => lines.flat().filter((one) => one !== '');
    // Five lines are on a page. The title takes 25 points: a heading and two lines of the second table follow it.
    expect(pages.map(({ texts }) => texts)).toEqual([
      [...said(left.slice(0, 5)), 'Claims of all', 'policies by region', ...said(right.slice(0, 3))],
      [...said([left[0] ?? [], ...left.slice(5, 9)]), ...said([right[0] ?? [], right[3] ?? []])],
      [...said([left[0] ?? [], ...left.slice(9)]), 'Of 10'],
    ]);
    const [first, , last] = pages;
    const place = (text: string, page = first) => page?.texts.indexOf(text) ?? -1;
    const bottom = (text: string, page = first) => page?.fromBottom[place(text, page)] ?? 0;
    // The tables begin at 18 and 133.2 points from the edge of the paper, their texts a little further.
    expect(first?.left[place('Dealer')]).toBe(20);
    expect(first?.left[place('Region')]).toBe(135);
    // The second table begins 25 points lower than the first, not 18.
    expect(bottom('Dealer') - bottom('Region')).toBe(25);
    // Below the longest: the heading, two lines, and the space of the definition between them.
    expect(bottom('Dealer', last) - bottom('Of 10', last)).toBeGreaterThanOrEqual(70);
    expect(bottom('Dealer', last) - bottom('Of 10', last)).toBeLessThanOrEqual(74);
  });

  it('are beside each other on the screen and on a sheet', async () => {
    const run = understood(besides());
    const read = await pageOfReport(run, { page: 1, pageSize: 50, find: '' }, new WorkBudget());
    const inside =
      /^<div data-beside><div data-share="108">(.*)<\/div><div data-share="101">(.*)<\/div><\/div>(.*)$/s;
    const [, one = '', other = '', below] = inside.exec(read.html) ?? [];
    expect([one.match(/<tr>/g)?.length, other.match(/<tr>/g)?.length]).toEqual([11, 4]);
    expect(other).toMatch(/^<p>Claims of all policies by region<\/p><table>/);
    expect(below).toBe('<p>Of 10</p>');
    // Six lines a page: the longer one goes on beside nothing.
    const second = await pageOfReport(run, { page: 2, pageSize: 6, find: '' }, new WorkBudget());
    expect(second.pages).toBe(2);
    expect(second.html.match(/<tr>/g)?.length).toBe(5);
    const [sheet] = await sheetsOf(run);
    expect(sheet?.heads).toEqual(['Dealer', 'Premium', '', 'Region', 'Claims']);
    expect(sheet?.lines.slice(0, 4)).toEqual([
      ['Alpha', 1200, null, 'Alberta', 0],
      ['Alpha', 350.5, null, 'Ontario', 5],
      ['Beta', 980, null, 'Québec', 3],
      ['Beta', 145.25],
    ]);
    expect(sheet?.above).toEqual([['Claims of all policies by region']]);
    expect(sheet?.lines.slice(10)).toEqual([['Of 10']]);
  });
});

describe('a page of which the file says nothing', () => {
  const pageOf = (page: string) =>
    runOf(definition({ body: text('T', 'x', { more: at(0, 0, 1) }), page })).run.layout.page;

  it('is portrait letter without margins, so that a body of the same width is one page wide', () => {
    const margins = { top: 0, right: 0, bottom: 0, left: 0 };
    expect(pageOf('')).toEqual({ width: 612, height: 792, margins });
    expect(pageOf('<LeftMargin>4in</LeftMargin><RightMargin>1in</RightMargin>').margins).toEqual({
      ...margins,
      ...{ left: 288, right: 72 },
    });
  });

  it.each([
    ['0.50000000000000001in', 36],
    ['.5in', 36],
    ['12.7MM', 36],
    ['+3 pc', 36],
    ['half an inch', 0],
    ['-1in', 0],
  ])('reads the size %s', (said, points) => {
    expect(pageOf(`<TopMargin>${said}</TopMargin>`).margins.top).toBeCloseTo(points, 8);
  });

  it('has no margins where they would leave no room', () => {
    const { margins } = pageOf(
      '<LeftMargin>5in</LeftMargin><RightMargin>4in</RightMargin><TopMargin>1in</TopMargin>',
    );
    expect(margins).toEqual({ top: 72, right: 0, bottom: 0, left: 0 });
  });
});

describe('the height of a text box', () => {
  /** Helvetica is 10 points high, its lines 12.5: two fit in the box of 0.375 inches, and a third does not. */
  const long = 'One two three four five six seven eight nine ten';
  const box = (name: string, value: string, more: string) =>
    text(name, value, { more }).replace('<CanGrow>true</CanGrow>', '');
  const print = async (body: string) => (await printed(understood(definition({ body })))).pages[0];
  const below = text('Below', 'Below', { more: at(0, 0.375, 1, 0.25) });
  /** The first baseline of `Below`: 9.5 points below its top, in a page of 792 points. */
  const usual = Math.round(792 - 27 - 9.5);

  it('stays unless it may grow, and what is cut is seen to be cut', async () => {
    const page = await print(box('A', long, at(0, 0, 1, 0.375)) + below);
    const lines = page?.texts.filter((one) => one.trim() !== 'Below') ?? [];
    expect(lines).toEqual(['One two three', 'four five six…']);
    expect(page?.fromBottom[page.texts.indexOf('Below')]).toBe(usual);
  });

  it('grows where the file says so, and moves down what is below', async () => {
    const page = await print(text('A', long, { more: at(0, 0, 1, 0.375) }) + below);
    const lines = page?.texts.filter((one) => one.trim() !== 'Below') ?? [];
    expect(lines.join(' ')).toBe(long);
    expect(page?.fromBottom[page.texts.indexOf('Below')]).toBe(usual - Math.round(lines.length * 12.5 - 27));
  });

  it('a text that is a little too wide becomes smaller rather than cut', async () => {
    // 13 letters of `m` are 108.3 points wide in Helvetica of 10; the box has 104.
    const page = await print(box('A', 'm'.repeat(13), at(0, 0, 106 / 72, 0.2)));
    expect(page?.texts).toEqual(['m'.repeat(13)]);
  });

  it('of a line of a table becomes less only where all of its texts may shrink', async () => {
    const shrinking = (name: string, value: string) =>
      text(name, value).replace('<KeepTogether>', '<CanShrink>true</CanShrink><KeepTogether>');
    const foot = async (...first: readonly string[]) => {
      const rows = [row(...first), row(text('C', 'Last'), text('D', ''))];
      const body = table({ name: 'T', widths: [1, 1], rows, down: once() + once() });
      const page = await print(body);
      return page?.fromBottom[page.texts.indexOf('Last')];
    };
    const top = Math.round(792 - 9.5);
    expect(await foot(shrinking('A', '=Nothing'), shrinking('B', '=Nothing'))).toBe(top);
    expect(await foot(shrinking('A', '=Nothing'), text('B', ''))).toBe(top - 18);
    expect(await foot(shrinking('A', 'x'), shrinking('B', '=Nothing'))).toBe(Math.round(792 - 9.5 - 12.5));
  });
});

describe('a text of several looks', () => {
  it('has its padding, indents, spaces, bullets and families on paper', async () => {
    const { pages } = await printed(understood(notice()));
    const found = pages[0]?.texts.map((text, at) => [
      text.trim(),
      pages[0]?.left[at],
      pages[0]?.fromBottom[at],
    ]);
    // The box begins 18 points from the left and 117 from the bottom of the paper, its text 10 and 5 further;
    // lines of 10 points are 12.5 high, their letters 9.5 below their top.
    const [first, right, line, more, listed] = [103, 90, 68, 55, 43];
    expect(found).toEqual(
      expect.arrayContaining([
        ['Total:', 28, first],
        // `Total: ` is 26.7 points wide in Helvetica.
        ['1,234.50', 55, first],
        // 162 less 23.3.
        ['Right', 139, right],
        // 107.3 of 114 points; `its` is 9.4 more.
        ['A line that is longer than', 48, line],
        ['its room', 60, more],
        ['•', 46, listed],
        ['Listed', 58, listed],
      ]),
    );
    // Four letters end at 234 points: of 6 points each in Courier, 2.78 in Times, 2.22 in Helvetica.
    expect(found?.filter(([text]) => text === 'iiii').map(([, left]) => left)).toEqual([210, 223, 225]);
  });

  it('has each run in its look on the screen', async () => {
    const { html } = await pageOfReport(
      understood(notice()),
      { page: 1, pageSize: 50, find: '' },
      new WorkBudget(),
    );
    expect(html).toContain(
      'Total: <span data-bold>1,234.50</span>\n<span data-align="right">Right</span>\nA line that is longer than its room\n• Listed</p>',
    );
    expect(html).toContain('<p data-family="mono" data-align="right">iiii</p>');
    expect(html).toContain('<p data-family="serif" data-align="right">iiii</p>');
  });

  it('has what would look otherwise told', () => {
    const odd =
      '<WritingMode>Vertical</WritingMode><BackgroundGradientType>LeftRight</BackgroundGradientType>';
    const plain =
      '<WritingMode>Horizontal</WritingMode><Direction>LTR</Direction><Language>Default</Language>';
    const findingsOf = (style: string) =>
      runOf(definition({ body: text('T', 'x', { style, more: at(0, 0, 1) }) })).findings.map(
        ({ Element }) => Element,
      );
    expect(findingsOf(odd)).toEqual(['WritingMode', 'BackgroundGradientType']);
    expect(findingsOf(plain)).toEqual([]);
  });
});
