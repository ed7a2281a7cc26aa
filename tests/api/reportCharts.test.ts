/** Charts of definitions over ten policies. What each shows was worked out by hand before it was run. */
import { expect, it } from 'vitest';
import { chartShapes, reportPieces } from '#extensions/reports/engine';
import { runOf } from '../support/policies.ts';
import { printed, understood, viewed } from '../support/printedReports.ts';
import { chart, drawnSeries, eachOf, filtered, named, sortedBy } from '../support/provenCharts.ts';

const premium = '=Sum(Fields!Premium.Value)';
const region = '=Fields!Region.Value';
const columns = drawnSeries('s1', premium);

function chartIn(run: ReturnType<typeof understood>) {
  for (const piece of reportPieces(run) as Iterable<import('#extensions/reports/engine').Piece>)
    if (piece.kind === 'items')
      for (const { what } of piece.items) if (what.kind === 'chart') return what.chart;
  throw new Error('no chart');
}

const drawnOf = (text: string) => {
  const { categories, series } = chartIn(understood(text));
  return [categories, ...series.map(({ name, values }) => [name, ...values])];
};

it('shows rows that its filter keeps', () => {
  const more = filtered('=Fields!Product.Value', 'Equal', 'Warranty');
  expect(drawnOf(chart({ categories: eachOf('R', region), series: columns, more }))).toEqual([
    ['Québec', 'Ontario', 'Alberta'],
    ['Premium', 2180, 2600, 1300],
  ]);
});

it('leaves out groups by their filter, and sorts them', () => {
  const categories = eachOf('R', region, {
    ...{ sort: sortedBy(premium, 'Descending'), within: filtered(premium, 'GreaterThan', '=1500') },
  });
  expect(drawnOf(chart({ categories, series: columns }))).toEqual([
    ['Ontario', 'Québec'],
    ['Premium', 3160, 2675.75],
  ]);
});

it('groups categories within categories, each sorted', () => {
  const inner = eachOf('P', '=Fields!Product.Value', { sort: sortedBy('=Fields!Product.Value') });
  const categories = eachOf('R', region, { sort: sortedBy(region), inner });
  expect(drawnOf(chart({ categories, series: columns }))).toEqual([
    [
      ...['Alberta – Tire', 'Alberta – Warranty', 'Ontario – Gap', 'Ontario – Tire', 'Ontario – Warranty'],
      ...['Québec – Gap', 'Québec – Tire', 'Québec – Warranty'],
    ],
    ['Premium', null, 1300, 400, 160, 2600, 350.5, 145.25, 2180],
  ]);
});

it('has series of a group, sorted and filtered, with what is not there as nothing', () => {
  const product = '=Fields!Product.Value';
  const members = eachOf('P', product, {
    ...{ sort: sortedBy(product, 'Descending'), within: filtered(product, 'NotEqual', 'Warranty') },
  });
  const categories = eachOf('R', region, { sort: sortedBy(region) });
  expect(drawnOf(chart({ categories, members, series: columns }))).toEqual([
    ['Alberta', 'Ontario', 'Québec'],
    ['Tire', null, 160, 145.25],
    ['Gap', null, 400, 350.5],
  ]);
});

it('names series by label and legend, and adds up by the names of its groups', () => {
  const legend = '<ChartItemInLegend><LegendText>SHARE</LegendText></ChartItemInLegend>';
  const share = '=Sum(Fields!Premium.Value, "R") / Sum(Fields!Premium.Value, "C")';
  const more = filtered(region, 'NotEqual', 'Alberta');
  const series = columns + drawnSeries('s2', share, 'Line', legend);
  const members = named('="Prem" & "ium"') + named('Share');
  const found = chartIn(understood(chart({ categories: eachOf('R', region), members, series, more })));
  expect(found.series.map(({ name, chart: kind }) => [name, kind])).toEqual([
    ['Premium', undefined],
    ['SHARE', 'line'],
  ]);
  // 2,675.75 and 3,160 of 5,835.75.
  expect(found.series[1]?.values.map((value) => Number(value).toFixed(4))).toEqual(['0.4585', '0.5415']);
});

it('draws a line over columns, which have the room of a category for themselves', () => {
  const series = columns + drawnSeries('s2', '=Count(Fields!Dealer.Value)', 'Line');
  const members = named('Premium') + named('Policies');
  const found = chartIn(understood(chart({ categories: eachOf('R', region), members, series })));
  const shapes = chartShapes(found, { width: 360, height: 144 });
  const [line, ...others] = shapes.filter(({ kind }) => kind === 'line');
  expect([line?.kind === 'line' && line.series, others]).toEqual([1, []]);
  // Three columns and two squares of the legend.
  const areas = shapes.flatMap((shape) => (shape.kind === 'area' ? [shape.series] : []));
  expect(areas).toEqual([0, 0, 0, 0, 1]);
});

it('has a gap in a line where there is nothing', () => {
  const month = '=Format(Fields!Sold.Value, "yyyy-MM")';
  const more = filtered('=Fields!Dealer.Value', 'Equal', 'Eps');
  const text = chart({ categories: eachOf('M', month), series: drawnSeries('s', premium, 'Line'), more });
  expect(drawnOf(text)).toEqual([
    ['2025-01', '2025-02'],
    ['Premium', 1300, null],
  ]);
});

it('stacks columns that are stacked', () => {
  const members = eachOf('P', '=Fields!Product.Value');
  const series = drawnSeries('s', premium, 'Column', '<Subtype>Stacked</Subtype>');
  expect(chartIn(understood(chart({ categories: eachOf('R', region), members, series }))).isStacked).toBe(
    true,
  );
});

it('says on screen and on paper that it does not show everything', async () => {
  const { layout, ...run } = understood(
    chart({ categories: eachOf('D', '=Fields!Dealer.Value'), series: columns }),
  );
  const rows = Array.from({ length: 75 }, (_, at) => ['Ontario', `Dealer ${at}`, 'Gap', null, 1, 0]);
  const many = {
    ...{ ...run, layout, data: new Map([...run.data].map(([name, set]) => [name, { ...set, rows }])) },
    saying: {
      ...run.saying,
      globals: { ...run.saying.globals, chartcategories: 'only {shown} of {all} categories are shown' },
    },
  };
  const said = '(only 60 of 75 categories are shown)';
  expect((await viewed(many)).flat().join(' ')).toContain(said);
  expect((await printed(many)).pages.flatMap(({ texts }) => texts).join(' ')).toContain(said);
});

const odd: readonly (readonly [string, Partial<Parameters<typeof chart>[0]>, string])[] = [
  ['a kind that does not go with columns', { series: columns + drawnSeries('s2', premium, 'Pie') }, 'Pie'],
  ['a kind that is not drawn', { series: columns + drawnSeries('s2', premium, 'Range') }, 'Range'],
  [
    'shares of 100 %',
    { series: drawnSeries('s', premium, 'Column', '<Subtype>PercentStacked</Subtype>') },
    'Column PercentStacked',
  ],
  [
    'a secondary axis',
    { series: drawnSeries('s', premium, 'Column', '<ValueAxisName>Secondary</ValueAxisName>') },
    'Secondary',
  ],
  ['a member beside its groups', { categories: eachOf('R', region) + named('All') }, 'ChartMember'],
  ['a filter of the largest', { more: filtered(premium, 'TopN', '=2') }, 'TopN'],
  ['a derived series', { more: '<ChartDerivedSeries/>' }, 'ChartDerivedSeries'],
  [
    'an axis that begins elsewhere',
    {
      more: '<ChartAreas><ChartArea Name="A"><ChartValueAxes><ChartAxis Name="P"><Minimum>100</Minimum></ChartAxis></ChartValueAxes></ChartArea></ChartAreas>',
    },
    '100',
  ],
  [
    'values at its points',
    {
      series: columns.replace(
        '</ChartDataPointValues>',
        '</ChartDataPointValues><ChartDataLabel><Visible>true</Visible></ChartDataLabel>',
      ),
    },
    'true',
  ],
  [
    'a second value in a pie',
    { series: drawnSeries('a', premium, 'Pie') + drawnSeries('b', premium, 'Pie') },
    'Pie',
  ],
];

it.each(odd)('tells what it does not read: %s', (_, given, said) => {
  const { findings } = runOf(chart({ categories: eachOf('R', region), series: columns, ...given }));
  expect(findings.map(({ Element, About }) => About ?? Element)).toContain(said);
});
