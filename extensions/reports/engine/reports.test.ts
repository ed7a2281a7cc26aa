import { describe, expect, it } from 'vitest';
import { FormulaError } from './FormulaError.ts';
import { formatValue } from './formatValue.ts';
import { parseFormula } from './formula.ts';
import { generateLayout } from './generateLayout.ts';
import { reportPieces } from './reportPieces.ts';
import { runFormula, type Saying } from './runFormula.ts';
import { asWritten } from './tableLines.ts';
import { HtmlPage } from './writeReportHtml.ts';

const saying: Saying = {
  locale: 'en-CA',
  today: '2026-11-24',
  now: '2026-11-24T10:00:00',
  globals: { reportname: 'Sales', pagenumber: 2, totalpages: 5, executiontime: '2026-11-24T14:05:09' },
  parameters: new Map([['P', { values: ['a', 'b'], labels: ['A', 'B'] }]]),
};
const rows = [
  ['x', 1, '2025-03-04'],
  ['y', 2, null],
  ['x', 4, null],
];
const scope = {
  saying,
  fields: new Map([
    ['Name', 0],
    ['Net', 1],
    ['Day', 2],
  ]),
  row: rows[1],
  isDetail: true,
  extents: [
    { name: 'Sales', rows },
    { name: 'Group', rows: [rows[0] ?? [], rows[2] ?? []], kind: 'group' as const },
  ],
};
const value = (text: string) => runFormula(parseFormula(text), scope);
const refusal = (text: string) => {
  try {
    parseFormula(text);
    return undefined;
  } catch (error) {
    return error instanceof FormulaError ? error.key : String(error);
  }
};

describe('formulas of report definitions', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['=1 + 2 * 3 - 4 / 2', 5],
    ['=(1 + 2) * -3', -9],
    ['=7 \\ 2 & "/" & 7 Mod 2', '3/1'],
    ['=2 ^ 3 & ""', '8'],
    ['=Fields!Name.Value & " (" & Fields!Net.Value & ")"', 'y (2)'],
    ['=IIf(Fields!Net.Value >= 2 And Not Fields!Name.Value = "x", "big", 1 / 0)', 'big'],
    ['=Switch(False, 1, True, "second")', 'second'],
    ['=Sum(Fields!Net.Value)', 5],
    ['=Sum(Fields!Net.Value, "Sales")', 7],
    [
      '=Avg(Fields!Net.Value) & "," & Count(Fields!Day.Value) & "," & CountDistinct(Fields!Name.Value, "Sales")',
      '2.5,1,2',
    ],
    ['=Avg(IIf(Fields!Name.Value = "y", Nothing, Fields!Net.Value), "Sales")', 2.5],
    ['=Min(Fields!Net.Value, "Sales") & First(Fields!Name.Value) & Last(Fields!Net.Value)', '1x4'],
    ['=RowNumber("Sales")', 2],
    ['=CountRows("Sales")', 3],
    ['=Sum(IIf(Fields!Name.Value = "x", Fields!Net.Value, 0), "Sales")', 5],
    ['="Page " & Globals!PageNumber & " of " & Globals!TotalPages', 'Page 2 of 5'],
    ['="Printed " & Globals!ExecutionTime', 'Printed 2026-11-24 2:05:09 p.m.'],
    ['=CStr(Now()) & " " & Format(Now(), "HH:mm")', '2026-11-24 10:00:00 a.m. 10:00'],
    ['=Join(Parameters!P.Label, ", ") & Parameters!P.Value(1) & Parameters!P.Count', 'A, Bb2'],
    ['=Format(1234.5, "C2") & Format(0.256, "P1") & Format(7, "000")', '$1,234.5025.6%007'],
    ['=Format(CDate("2025-03-04"), "MMMM d, yyyy")', 'March 4, 2025'],
    ['=Year(Today()) & UCase(Left("abc", 2)) & Len("é") & InStr("abc", "c")', '2026AB13'],
    ['=IsNothing(Nothing) And Fields!Name.Value.ToString() = "y"', true],
    ['=Fields!Net.Value / 0', 'Infinity'],
    ['="a" Like "?" AndAlso "abc" Like "a*"', true],
    ['="say ""so"""', 'say "so"'],
  ];
  for (const [text, expected] of cases) it(text, () => expect(value(text)).toEqual(expected));

  it('what is not understood is refused by name, what is too deep or too long before it is read', () => {
    expect(refusal('=Code.Run("x")')).toBe('report.formula.unknown');
    expect(refusal('=Shell("rm")')).toBe('report.formula.unknown');
    expect(refusal('=1 +')).toBe('report.formula.broken');
    expect(refusal('=IIf(True)')).toBe('report.formula.broken');
    expect(refusal('=Sum(RowNumber(Nothing))')).toBe('report.formula.unknown');
    expect(refusal(`=${'('.repeat(1000)}1${')'.repeat(1000)}`)).toBe('report.formula.too-long');
    expect(refusal(`=${'-'.repeat(1500)}1`)).toBe('report.formula.too-long');
    expect(refusal(`=${'1+'.repeat(5000)}1`)).toBe('report.formula.too-long');
  });

  it('a formula that grows a text again and again ends, with as much as a cell holds', () => {
    const grown = `=${'Replace('.repeat(30)}"aaaaaaaaaa"${', "a", "aaaaaaaaaa")'.repeat(30)}`;
    expect(String(value(grown)).length).toBeLessThanOrEqual(32_767);
  });

  it('columns of a plain report share the width of the page by what they hold', () => {
    const column = (name: string, letters?: number) =>
      ({ name, title: name, format: 'text', letters }) as const;
    const { page, body } = generateLayout({
      dataSet: 'rows',
      columns: [column('Name', 37), column('V', 3), column('Unknown')],
    });
    const [tablix] = body.map(({ item }) => item);
    const widths = tablix?.kind === 'tablix' ? tablix.widths : [];
    expect(widths.map((one) => Math.round((60 * one) / (widths[0] as number)))).toEqual([60, 14, 23]);
    const room = page.width - page.margins.left - page.margins.right;
    expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(room);
  });

  it('numbers are written as the language of the reader has them', () => {
    expect(formatValue(1234.5, 'N2', { locale: 'fr-CA' }).replace(/\s/g, ' ')).toBe('1 234,50');
    expect(formatValue(-5, '#,##0.00;(#,##0.00)', { locale: 'en-CA' })).toBe('(5.00)');
  });
});

describe('layouts that are made from columns', () => {
  const layout = generateLayout({
    dataSet: 'd',
    columns: [
      { name: 'Region', title: 'Region', format: 'text' },
      { name: 'Dealer', title: 'Dealer', format: 'text' },
      { name: 'Net', title: 'Net', format: 'money', total: 'sum' },
    ],
    groups: ['Region'],
    totalLabel: 'Total',
  });
  const fields = layout.dataSets[0]?.fields ?? [];
  const data = new Map([
    [
      'd',
      {
        fields,
        rows: [
          ['East', 'A', 0.1],
          ['West', 'B', 1],
          ['East', 'C', 0.2],
        ],
      },
    ],
  ]);
  const run = { layout, saying, data, reader: asWritten, withoutFields: new Set<string>() };
  const htmlOf = (more = {}) => {
    const html = new HtmlPage();
    for (const piece of reportPieces({ ...run, ...more })) html.add(piece);
    return html.text();
  };

  it('groups have their head, their rows and their sum, and all of it a total', () => {
    const texts = [...htmlOf().matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|'),
    );
    expect(texts).toEqual([
      '|Dealer|Net|',
      '|Region: East|',
      '|A|0.10|',
      '|C|0.20|',
      '|Total|0.30|',
      '|Region: West|',
      '|B|1.00|',
      '|Total|1.00|',
      '|Total|1.30|',
    ]);
  });

  it('a group is closed and opened by its head, a column that is left out is not there', () => {
    const closed = htmlOf({ reader: { toggled: new Set(['Region group@1']), sort: undefined } });
    expect([
      closed.includes('>A<'),
      closed.includes('>B<'),
      closed.includes('aria-expanded="false"'),
    ]).toEqual([false, true, true]);
    expect(htmlOf({ withoutFields: new Set(['Dealer']) })).not.toContain('Dealer');
  });

  it('rows are sorted as the reader says', () => {
    const sorted = htmlOf({
      reader: { toggled: new Set(), sort: { name: 'Dealer head', isDescending: true } },
    });
    expect(sorted.indexOf('>C<')).toBeLessThan(sorted.indexOf('>A<'));
  });

  it('what rows say is a text in the page, whatever it says', () => {
    const odd = new Map([['d', { fields, rows: [['<b>', '<script>alert(1)</script>', 1]] }]]);
    expect(htmlOf({ data: odd })).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
