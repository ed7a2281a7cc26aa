/**
 * Definitions as a designer writes them, over ten policies. What each page and each sheet has was worked out
 * by hand before it was run: numbers, breaks, headings.
 */
import { describe, expect, it } from 'vitest';
import { printed, sheetsOf, textsOf, understood, viewed } from '../support/printedReports.ts';
import {
  catalogue,
  labels,
  ledger,
  letter,
  months,
  parameters,
  statements,
  summary,
} from '../support/provenReports.ts';

describe('1. a statement for each dealer', () => {
  const run = () => understood(statements());

  it('has its own pages, numbers and name', async () => {
    expect(await viewed(run())).toEqual([
      [
        'Alpha (Québec)',
        'Product|Premium',
        'Gap|$350.50',
        'Warranty|$1,200.00',
        'Total|$1,550.50',
        '1 of 1, 1 in all',
      ],
      [
        'Policies of Beta',
        'Beta (Québec)',
        'Product|Premium',
        'Tire|$145.25',
        'Warranty|$980.00',
        'Total|$1,125.25',
        '1 of 1, 2 in all',
      ],
      [
        'Policies of Delta',
        'Delta (Ontario)',
        'Product|Premium',
        'Tire|$160.00',
        'Warranty|$1,100.00',
        'Total|$1,260.00',
        '1 of 1, 3 in all',
      ],
      [
        'Policies of Eps',
        'Eps (Alberta)',
        'Product|Premium',
        'Tire|',
        'Warranty|$1,300.00',
        'Total|$1,300.00',
        '1 of 1, 4 in all',
      ],
      [
        'Policies of Gamma',
        'Gamma (Ontario)',
        'Product|Premium',
        'Gap|$400.00',
        'Warranty|$1,500.00',
        'Total|$1,900.00',
        '1 of 1, 5 in all',
      ],
    ]);
  });

  it('goes on on a second page of small paper, whose total is not alone', async () => {
    // A title, a heading and a line are 54 of 54 points.
    expect((await textsOf(run())).slice(0, 4)).toEqual([
      'Alpha (Québec) Product Premium Gap $350.50 1 of 2, 1 in all',
      'Product Premium Warranty $1,200.00 Total $1,550.50 Policies of Alpha 2 of 2, 2 in all',
      'Beta (Québec) Product Premium Tire $145.25 Policies of Beta 1 of 2, 3 in all',
      'Product Premium Warranty $980.00 Total $1,125.25 Policies of Beta 2 of 2, 4 in all',
    ]);
  });

  it('is a sheet of its own', async () => {
    const sheets = await sheetsOf(run());
    expect(sheets.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Delta', 'Eps', 'Gamma']);
    expect(sheets[1]?.lines).toEqual([
      ['Beta (Québec)'],
      ['Product', 'Premium'],
      ['Tire', 145.25],
      ['Warranty', 980],
      ['Total', 1125.25, 'SUBTOTAL(9,B4:B5)'],
    ]);
  });
});

describe('2. a matrix of products by month', () => {
  it('has sums where lines and columns meet, and nothing where there is no row', async () => {
    const run = understood(months());
    // January: 350.50 + 4,980. February: 400 + 305.25 + 1,100.
    const lines = [
      ['Product', '2025-01', '2025-02', 'Total'],
      ['Gap', '350.50', '400.00', '750.50'],
      ['Tire', '', '305.25', '305.25'],
      ['Warranty', '4,980.00', '1,100.00', '6,080.00'],
      ['All', '5,330.50', '1,805.25', '7,135.75'],
      ['Share', '75%', '25%', '100%'],
    ];
    expect(await viewed(run)).toEqual([lines.map((line) => line.join('|'))]);
    expect(await textsOf(run)).toEqual([
      lines
        .flat()
        .filter((one) => one !== '')
        .join(' '),
    ]);
    const [sheet] = await sheetsOf(run);
    expect(sheet?.heads).toEqual(['Product', '2025-01', '2025-02', 'Total']);
    expect(sheet?.lines.map((line) => line.slice(0, 4))).toEqual([
      ['Gap', 350.5, 400, 750.5],
      ['Tire', null, 305.25, 305.25],
      ['Warranty', 4980, 1100, 6080],
      ['All', 5330.5, 1805.25, 7135.75],
      ['Share', expect.closeTo(5330.5 / 7135.75, 12), expect.closeTo(1805.25 / 7135.75, 12), 1],
    ]);
  });
});

describe('3. a letter in French with an annex', () => {
  it('is written as French is, on two pages', async () => {
    const run = understood(letter(), { locale: 'fr-CA' });
    const pages = await viewed(run);
    expect(pages).toEqual([
      [
        'Montréal, le 1 mars 2025',
        'Bonjour équipe,\nvoici\u00a0: 2 &lt; 3',
        '7\u00a0135,75\u00a0$ / (1\u00a0234,5)',
        '12,5\u00a0% le vendredi 28 févr.',
        '1. Primes\n\u00a0\u00a0\u00a0\u00a0• Québec\n\u00a0\u00a0\u00a0\u00a0• Ontario\n2. Sinistres\nFin',
      ],
      ['Annexe : 10 polices', 'ann'],
    ]);
    const written = (page: readonly string[] = []) =>
      page.join(' ').replace('&lt;', '<').replace(/\s+/g, ' ');
    expect((await textsOf(run)).map((page) => page.replace(/\s+/g, ' '))).toEqual(pages.map(written));
  });
});

describe('4. labels in two columns', () => {
  it('fills a column of the page before the next one', async () => {
    const run = understood(labels());
    // 90 points are two labels high; the second column is 100.8 + 14.4 points further.
    const { pages } = await printed(run);
    expect(pages.map(({ texts, left }) => texts.map((one, index) => [one, left[index]]))).toEqual([
      [
        ...[
          ['Alpha', 20],
          ['QUÉBEC', 20],
          ['Beta', 20],
          ['QUÉBEC', 20],
        ],
        ...[
          ['Delta', 135],
          ['ONTARIO', 135],
          ['Eps', 135],
          ['ALBERTA', 135],
        ],
      ],
      [
        ['Gamma', 20],
        ['ONTARIO', 20],
      ],
    ]);
    expect(await viewed(run)).toEqual([
      ['Alpha\nQUÉBEC', 'Beta\nQUÉBEC', 'Delta\nONTARIO', 'Eps\nALBERTA', 'Gamma\nONTARIO'],
    ]);
  });
});

describe('5. a ledger with running totals', () => {
  const run = () => understood(ledger());
  const lines = [
    ['Dealer', 'Premium', 'Running'],
    ['Alberta', '', ''],
    ['Eps', '1,300.00', '1,300.00'],
    ['', 'none', '1,300.00'],
    ['Total', '1,300.00', '1,300.00'],
    ['Ontario', '', ''],
    ['Gamma', '1,500.00', '1,500.00'],
    ['', '400.00', '1,900.00'],
    ['Delta', '160.00', '2,060.00'],
    ['', '1,100.00', '3,160.00'],
    ['Total', '3,160.00', '4,460.00'],
    ['Québec', '', ''],
    ['Alpha', '1,200.00', '1,200.00'],
    ['', '350.50', '1,550.50'],
    ['Beta', '980.00', '2,530.50'],
    ['', '145.25', '2,675.75'],
    ['Total', '2,675.75', '7,135.75'],
    ['All', '3,160.00', '8 claims'],
  ];

  it('begins anew with each region', async () => {
    expect(await viewed(run())).toEqual([lines.map((line) => line.join('|'))]);
  });

  it('repeats its headings on paper, and says a dealer again where a page begins', async () => {
    const said = (...picked: readonly number[]) =>
      picked
        .flatMap((one) => lines[one] ?? [])
        .filter((one) => one !== '')
        .join(' ');
    // Five lines are on a page.
    expect(await textsOf(run())).toEqual([
      said(0, 1, 2, 3, 4),
      said(0, 5, 6, 7, 8),
      `${said(0, 5)} Delta ${said(9, 10)}`,
      said(0, 11, 12, 13, 14),
      `${said(0, 11)} Beta ${said(15, 16, 17)}`,
    ]);
  });
});

describe('6. a report with parameters', () => {
  const chosen = (Least: number, Detail: boolean) =>
    understood(parameters(), {
      parameters: new Map([
        ['Region', { values: ['Québec', 'Alberta'], labels: ['QC', 'AB'], isMulti: true }],
        ['Least', { values: [Least], labels: [String(Least)] }],
        ['Detail', { values: [Detail], labels: [String(Detail)] }],
      ]),
    });

  it('shows what was chosen, and the rows and columns that belong to it', async () => {
    const title = 'Regions: QC, AB (2, True)';
    const dates = ['Sold on', '2025-01-06', '2025-01-20', '2025-01-31'];
    const plain = [title, 'Dealer|Premium', 'Alpha|1200', 'Beta|980', 'Eps|1300', '3|3480', ...dates];
    expect(await viewed(chosen(900, false))).toEqual([plain]);
    expect(await textsOf(chosen(900, false))).toEqual([plain.join(' ').replaceAll('|', ' ')]);
    expect((await viewed(chosen(1250, true)))[0]?.slice(0, 4)).toEqual([
      ...[title, 'Dealer|Premium|Product', 'Eps|1300|Warranty', '1|1300|'],
    ]);
  });

  it('says that nothing was found, and shows no heading over nothing', async () => {
    const said = ['Regions: QC, AB (2, True)', 'No policy of at least 5000'];
    expect(await viewed(chosen(5000, true))).toEqual([said]);
    expect(await textsOf(chosen(5000, true))).toEqual([said.join(' ')]);
  });
});

describe('7. a catalogue that opens', () => {
  it('is closed at first, on paper too; a sheet has everything', async () => {
    const closed = ['Alberta|1,300.00', 'Ontario|3,160.00', 'Québec|2,675.75'];
    const run = understood(catalogue());
    expect(await viewed(run)).toEqual(closed.map((line) => [line]));
    const { pages, outline } = await printed(run);
    expect(pages.map(({ texts }) => texts.join('|'))).toEqual(closed);
    expect(outline).toEqual([
      ...[
        ['Alberta', 1, []],
        ['Ontario', 2, []],
        ['Québec', 3, []],
      ],
    ]);
    const opened = understood(catalogue(), { toggled: ['RegionName@2'] });
    expect((await viewed(opened))[1]).toEqual(['Ontario|3,160.00', 'Delta|1,260.00', 'Gamma|1,900.00']);
    const sheets = await sheetsOf(run);
    expect(sheets.map(({ name, lines }) => [name, lines.map((line) => line.slice(0, 2))])).toEqual([
      [
        'Alberta',
        [
          ['Alberta', 1300],
          ['Eps', 1300],
        ],
      ],
      [
        'Ontario',
        [
          ['Ontario', 3160],
          ['Delta', 1260],
          ['Gamma', 1900],
        ],
      ],
      [
        'Québec',
        [
          ['Québec', 2675.75],
          ['Alpha', 1550.5],
          ['Beta', 1125.25],
        ],
      ],
    ]);
  });
});

describe('8. a summary against targets', () => {
  it('looks targets up, and says what is missing', async () => {
    const run = understood(summary());
    const texts = ['Week of February 6', '53/2/2025-02-28', '244-2-1b'];
    const lines = [
      ['Region', 'Premium', 'Target', 'Difference', 'Verdict'],
      ['Alberta', '1,300', '', '', 'no target'],
      ['Ontario', '3,160', '3,500', '(340)', 'missed'],
      ['Québec', '2,676', '2,500', '176', 'met'],
      ['All', '7,136', '6,000', '1,136', '3 regions'],
    ];
    expect(await viewed(run)).toEqual([[...texts, ...lines.map((line) => line.join('|'))]]);
    expect(await textsOf(run)).toEqual([[...texts, ...lines.flat().filter((one) => one !== '')].join(' ')]);
    const [sheet] = await sheetsOf(run);
    expect([sheet?.heads, ...(sheet?.lines ?? []).map((line) => line.slice(0, 5))]).toEqual([
      lines[0],
      ['Alberta', 1300, null, null, 'no target'],
      ['Ontario', 3160, 3500, -340, 'missed'],
      ['Québec', 2675.75, 2500, 175.75, 'met'],
      ['All', 7135.75, 6000, 1135.75, '3 regions'],
    ]);
  });
});
