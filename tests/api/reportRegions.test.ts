/** Regions beside each other: where each is on a page, worked out by hand before it was run. */
import { describe, expect, it } from 'vitest';
import { pageOfReport } from '../../extensions/reports/server/pageOfReport.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { printed, sheetsOf, understood } from '../support/printedReports.ts';
import { besides } from '../support/provenReports.ts';

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
    // Five lines are on a page. The title takes 29 points: a heading and two lines of the second table follow it.
    expect(pages.map(({ texts }) => texts)).toEqual([
      [...said(left.slice(0, 5)), 'Claims of all', 'policies by region', ...said(right.slice(0, 3))],
      [...said([left[0] ?? [], ...left.slice(5, 9)]), ...said([right[0] ?? [], right[3] ?? []])],
      [...said([left[0] ?? [], ...left.slice(9)]), 'Of 10'],
    ]);
    const [first, , last] = pages;
    const at = (text: string, page = first) => page?.texts.indexOf(text) ?? -1;
    const bottom = (text: string, page = first) => page?.fromBottom[at(text, page)] ?? 0;
    // The tables begin at 18 and 133.2 points from the edge of the paper, their texts a little further.
    expect(first?.left[at('Dealer')]).toBe(21);
    expect(first?.left[at('Region')]).toBe(136);
    // The second table begins 29 points lower than the first, not 18.
    expect(bottom('Dealer') - bottom('Region')).toBe(29);
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
    expect(sheet?.lines).toHaveLength(10);
  });
});
