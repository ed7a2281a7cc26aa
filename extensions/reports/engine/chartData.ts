/** What a chart shows: a number for each category and series. */

import { textOf } from './compareValues.ts';
import { atOnce, groupRows } from './dataOf.ts';
import type { Around } from './formulaScope.ts';
import { runFormula, saidValue } from './runFormula.ts';
import type { Chart, Row } from './types.ts';

export type ChartData = {
  readonly chart: Chart['chart'];
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** The bars of a category are stacked instead of side by side. Lines and pies never are. */
  readonly isStacked?: boolean;
};

/** More series or categories could not be distinguished. */
const mostCategories = 60;
const mostSeries = 12;

export function chartData(chart: Chart, rows: readonly Row[], around: Around): ChartData {
  const groups = atOnce(groupRows(rows, [chart.category], around)).slice(0, mostCategories);
  const label = (group: readonly Row[]) =>
    textOf(runFormula(chart.categoryLabel, { ...around, row: group[0] }));
  const valueOver = (group: readonly Row[], value: Chart['values'][number]['value']) =>
    Number(
      runFormula(value, {
        ...around,
        row: group[0],
        extents: [...around.extents, { name: '', rows: group }],
      }),
    ) || 0;
  return {
    chart: chart.chart,
    title: textOf(saidValue(chart.title, { ...around, row: undefined })),
    categories: groups.map(label),
    series: seriesOf(chart, rows, around).map(({ name, rows: own, value }) => ({
      name,
      values: groups.map((group) => valueOver(own ? group.filter((row) => own.has(row)) : group, value)),
    })),
  };
}

/** One series per shown value, or per value of the series group. */
function seriesOf({ series, values }: Chart, rows: readonly Row[], around: Around) {
  const [first] = values;
  if (!series || !first) return values.map(({ name, value }) => ({ name, value, rows: undefined }));
  return atOnce(groupRows(rows, [series], around))
    .slice(0, mostSeries)
    .map((group) => ({
      name: textOf(runFormula(series, { ...around, row: group[0] })),
      value: first.value,
      rows: new Set(group),
    }));
}
