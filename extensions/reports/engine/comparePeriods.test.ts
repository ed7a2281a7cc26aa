/** Totals of periods beside those they are compared with; the figures were worked out by hand. */
import { describe, expect, it } from 'vitest';
import type { SheetValue } from '#engine';
import { atOnce } from './dataOf.ts';
import type { GeneratedColumn } from './generatedParts.ts';
import { generateLayout } from './generateLayout.ts';
import { periodData } from './periodData.ts';
import {
  type CompareWith,
  comparedFrom,
  comparedTo,
  comparedWith,
  figures,
  type Per,
  periodLater,
  periodOf,
} from './periods.ts';
import { reportPieces } from './reportPieces.ts';
import { asWritten } from './tableLines.ts';
import type { Row, TopGroups } from './types.ts';

describe('periods', () => {
  it('are known by their first day; weeks begin on Sunday', () => {
    const first = (per: Per) => periodOf('2026-08-19', per);
    expect((['day', 'week', 'month', 'quarter', 'year'] as const).map(first)).toEqual([
      '2026-08-19',
      '2026-08-16',
      '2026-08-01',
      '2026-07-01',
      '2026-01-01',
    ]);
    // A Sunday is the first day of its own week, also over the end of a year.
    expect([periodOf('2026-08-16', 'week'), periodOf('2026-01-02', 'week')]).toEqual([
      '2026-08-16',
      '2025-12-28',
    ]);
  });

  it('are compared with the one before, or the same one last year', () => {
    const cases: readonly (readonly [string, Per, CompareWith, string | undefined])[] = [
      ['2026-01-01', 'month', 'before', '2025-12-01'],
      ['2026-01-01', 'quarter', 'before', '2025-10-01'],
      ['2026-01-01', 'year', 'before', '2025-01-01'],
      ['2026-03-01', 'day', 'before', '2026-02-28'],
      ['2026-01-04', 'week', 'before', '2025-12-28'],
      ['2026-04-01', 'month', 'year', '2025-04-01'],
      ['2026-01-04', 'week', 'year', '2025-01-05'],
      ['2024-02-29', 'day', 'year', undefined],
      ['0001-01-01', 'year', 'before', undefined],
    ];
    for (const [first, per, compared, earlier] of cases) {
      expect(comparedWith(first, per, compared), `${first} ${per}`).toBe(earlier);
      if (earlier) expect(comparedTo(earlier, per, compared)).toBe(first);
    }
    expect(periodLater('9999-01-01', 'year', 1)).toBeUndefined();
    expect(comparedFrom('2026-03-31', 'month', 'before')).toBe('2026-02-28');
    expect(comparedFrom('2026-01-15', 'month', 'year')).toBe('2025-01-15');
  });
});

const sales: readonly Row[] = [
  ['A', null, 7],
  ['A', '2026-01-10', 100],
  ['A', '2026-01-20', 50],
  ['A', '2026-03-05', 300],
  ['B', '2026-01-31', 40],
  ['B', '2026-02-01', 60],
];

type Wanted = {
  readonly rows?: readonly Row[];
  readonly groups?: readonly string[];
  readonly total?: 'sum' | 'avg' | 'count';
  readonly per?: Per;
  readonly compared?: CompareWith;
  readonly isTotalsOnly?: boolean;
  readonly from?: string;
  readonly top?: TopGroups;
};

/** The lines below the heading, as a reader sees them. */
function lines({
  rows = sales,
  groups = ['Dealer', 'Date'],
  total = 'sum',
  per = 'month',
  compared = 'before',
  isTotalsOnly = true,
  from,
  top,
}: Wanted): readonly (readonly string[])[] {
  const columns: readonly GeneratedColumn[] = [
    { name: 'Dealer', title: 'Dealer', format: 'text' },
    { name: 'Date', title: 'Month', format: 'date' },
    { name: 'Net', title: 'Net', format: 'number', total },
    ...figures.map((figure) => ({
      ...{ name: `Net ${figure}`, title: figure, format: 'number' as const },
      figure: { of: 'Net', figure },
    })),
  ];
  const generated = { dataSet: 'sales', columns, groups, isTotalsOnly, totalLabel: 'Total' };
  const comparison = {
    ...{ compared, per, period: 'Date', groups },
    totals: [{ column: 'Net', total }],
  };
  const layout = {
    ...generateLayout({
      ...generated,
      periods: [{ name: 'Date', isDescending: false }],
      comparedBy: 'Date',
    }),
    periods: {
      columns: [{ name: 'Date', per }],
      said: (first: string) => first.slice(0, 7),
      comparison,
    },
    ...(top ? { top } : {}),
  };
  const fields = columns.slice(0, 3).map(({ name, format }) => ({ name, format }));
  const data = atOnce(periodData(new Map([['sales', { fields, rows }]]), layout, from));
  const saying = {
    ...{ locale: 'en-CA', today: '2026-11-24', now: '2026-11-24T10:00:00' },
    ...{ globals: {}, parameters: new Map() },
  };
  const run = { layout, saying, data, reader: asWritten, withoutFields: new Set<string>() };
  return [...reportPieces(run)].flatMap((piece) =>
    piece.kind === 'line' ? [piece.line.cells().map(({ text }) => text)] : [],
  );
}

describe('compared periods', () => {
  it('a month in between counts as zero, before the first there is nothing, and nothing is divided by zero', () => {
    expect(lines({})).toEqual([
      ['Dealer: A'],
      ['Month: ', '7', '', '', ''],
      ['Month: 2026-01', '150', '', '', ''],
      ['Month: 2026-02', '0', '150', '-150', '-100.0%'],
      ['Month: 2026-03', '300', '0', '300', ''],
      ['Total', '457', '', '', ''],
      ['Dealer: B'],
      ['Month: 2026-01', '40', '', '', ''],
      ['Month: 2026-02', '60', '40', '20', '50.0%'],
      ['Month: 2026-03', '0', '60', '-60', '-100.0%'],
      ['Total', '100', '', '', ''],
      ['Total', '557', '', '', ''],
    ]);
  });

  it('an average of no rows is empty, a count of no rows is zero', () => {
    const ofA = (total: 'avg' | 'count') => lines({ total }).slice(2, 5);
    expect(ofA('avg')).toEqual([
      ['Month: 2026-01', '75', '', '', ''],
      ['Month: 2026-02', '', '75', '', ''],
      ['Month: 2026-03', '300', '', '', ''],
    ]);
    expect(ofA('count')).toEqual([
      ['Month: 2026-01', '2', '', '', ''],
      ['Month: 2026-02', '0', '2', '-2', '-100.0%'],
      ['Month: 2026-03', '1', '0', '1', ''],
    ]);
  });

  it('groups within a period are compared each with its own, and the period as a whole', () => {
    expect(lines({ groups: ['Date', 'Dealer'] }).slice(2)).toEqual([
      ['Total', '7', '', '', ''],
      ['Month: 2026-01'],
      ['Dealer: A', '150', '', '', ''],
      ['Dealer: B', '40', '', '', ''],
      ['Total', '190', '', '', ''],
      ['Month: 2026-02'],
      ['Dealer: A', '0', '150', '-150', '-100.0%'],
      ['Dealer: B', '60', '40', '20', '50.0%'],
      ['Total', '60', '190', '-130', '-68.4%'],
      ['Month: 2026-03'],
      ['Dealer: A', '300', '0', '300', ''],
      ['Dealer: B', '0', '60', '-60', '-100.0%'],
      ['Total', '300', '60', '240', '400.0%'],
      ['Total', '557', '', '', ''],
    ]);
  });

  it('a difference has no digits that its values do not have', () => {
    const rows: readonly Row[] = [
      ['A', '2026-01-01', 1000000],
      ['A', '2026-02-01', 1000000.1],
      ['A', '2026-03-01', 12345678901.23],
      ['A', '2026-04-01', 12345678901.24],
    ];
    const differences = lines({ rows, groups: ['Date'] }).map((line) => line[3]);
    expect(differences).toEqual(['', '0.1', '12344678901.13', '0.01', '']);
  });

  it('with the same quarter last year', () => {
    const rows: readonly Row[] = [
      ['A', '2025-02-01', 80],
      ['A', '2025-08-01', -50],
      ['A', '2026-02-01', 100],
      ['A', '2026-08-01', 25],
    ];
    expect(lines({ rows, groups: ['Date'], per: 'quarter', compared: 'year' })).toEqual([
      ['Month: 2025-01', '80', '', '', ''],
      ['Month: 2025-04', '0', '', '', ''],
      ['Month: 2025-07', '-50', '', '', ''],
      ['Month: 2025-10', '0', '', '', ''],
      ['Month: 2026-01', '100', '80', '20', '25.0%'],
      ['Month: 2026-04', '0', '0', '0', ''],
      // From minus 50 to 25 is up.
      ['Month: 2026-07', '25', '-50', '75', '150.0%'],
      ['Total', '155', '', '', ''],
    ]);
  });

  it('from a day on, the period before is still known and not shown; no part of the first period counts', () => {
    const rows: readonly Row[] = [
      ['A', '2025-12-20', 10],
      ['A', '2026-01-02', 1000],
      ['A', '2026-01-20', 30],
      ['B', '2025-12-31', 5],
    ];
    expect(lines({ rows, from: '2026-01-15' })).toEqual([
      ['Dealer: A'],
      ['Month: 2026-01', '30', '10', '20', '200.0%'],
      ['Total', '30', '', '', ''],
      ['Dealer: B'],
      ['Month: 2026-01', '0', '5', '-5', '-100.0%'],
      ['Total', '0', '', '', ''],
      ['Total', '30', '', '', ''],
    ]);
  });

  it('the groups that are not among the largest are compared together', () => {
    const rows: readonly Row[] = [
      ['A', '2026-01-01', 100],
      ['B', '2026-01-01', 10],
      ['C', '2026-01-01', 20],
      ['C', '2026-02-01', 45],
    ];
    const top = { group: 'Dealer', total: { field: 'Net', name: 'sum' }, most: 1, others: 'Others' };
    expect(lines({ rows, top })).toEqual([
      ['Dealer: A'],
      ['Month: 2026-01', '100', '', '', ''],
      ['Month: 2026-02', '0', '100', '-100', '-100.0%'],
      ['Total', '100', '', '', ''],
      ['Dealer: Others'],
      ['Month: 2026-01', '30', '', '', ''],
      ['Month: 2026-02', '45', '30', '15', '50.0%'],
      ['Total', '75', '', '', ''],
      ['Total', '175', '', '', ''],
    ]);
  });

  it('rows stay rows: a line without any has none; of a column that is hidden there is nothing', () => {
    const shown = lines({ groups: ['Date'], isTotalsOnly: false, rows: sales.slice(1, 4) });
    expect(shown).toEqual([
      ['Month: 2026-01'],
      ['A', '100', '', '', ''],
      ['A', '50', '', '', ''],
      ['Total', '150', '', '', ''],
      ['Month: 2026-02'],
      ['Total', '0', '150', '-150', '-100.0%'],
      ['Month: 2026-03'],
      ['A', '300', '', '', ''],
      ['Total', '300', '0', '300', ''],
      ['Total', '450', '', '', ''],
    ]);
    const hidden = sales.map((row): Row => [...row.slice(0, 2), null]);
    const values = lines({ rows: hidden }).flatMap((line): SheetValue[] => line.slice(1));
    expect(values.filter((value) => value !== '')).toEqual([]);
  });

  it('years without a row are not all filled, and too many lines are refused', () => {
    const apart: readonly Row[] = [
      ['A', '1901-01-01', 1],
      ['A', '2026-01-01', 3],
    ];
    expect(lines({ rows: apart, groups: ['Date'] })).toEqual([
      ['Month: 1901-01', '1', '', '', ''],
      ['Month: 1901-02', '0', '1', '-1', '-100.0%'],
      ['Month: 2026-01', '3', '0', '3', ''],
      ['Total', '4', '', '', ''],
    ]);
    const many = Array.from({ length: 850 }, (_, at): Row[] => [
      [`D${at}`, '2016-01-01', 1],
      [`D${at}`, '2026-01-01', 1],
    ]).flat();
    expect(() => lines({ rows: many })).toThrow('report.compare.too-many');
  });
});
