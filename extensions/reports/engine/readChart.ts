/** A chart of a definition: one category, and values or one series of them. */
import { childOf, childrenOf, formulaIn, type Reading, reach, report, saidIn, textIn } from './elements.ts';
import type { Chart, Element } from './types.ts';

const kinds: Readonly<Record<string, Chart['chart']>> = {
  ...{ Column: 'column', Bar: 'bar', Line: 'line', Area: 'line' },
  ...{ Pie: 'pie', ExplodedPie: 'pie', Doughnut: 'pie' },
};

/** Undefined, with a finding, if there is nothing to draw or it cannot be drawn as defined. */
export function readChart(reading: Reading, element: Element): Chart | undefined {
  const all = childrenOf(reach(element, 'ChartData', 'ChartSeriesCollection'), 'ChartSeries');
  const type = textIn(all[0], 'Type') || 'Column';
  const subtype = textIn(all[0], 'Subtype');
  const chart = kinds[type === 'Shape' ? subtype || 'Pie' : type];
  const category = memberGroup(element, 'ChartCategoryHierarchy');
  const by = formulaIn(reading, reach(category, 'Group', 'GroupExpressions', 'GroupExpression'));
  if (!chart || !by) {
    report(reading, element, all.length === 0 ? undefined : `${type} ${subtype}`.trim());
    return undefined;
  }
  const series = memberGroup(element, 'ChartSeriesHierarchy');
  return {
    kind: 'chart',
    name: element.attributes.Name ?? '',
    chart,
    dataSet: textIn(element, 'DataSetName'),
    title: saidIn(reading, reach(element, 'ChartTitles', 'ChartTitle', 'Caption')),
    category: by,
    categoryLabel: formulaIn(reading, childOf(category, 'Label')) ?? by,
    series: formulaIn(reading, reach(series, 'Group', 'GroupExpressions', 'GroupExpression')),
    values: all.flatMap((one) => {
      const point = reach(one, 'ChartDataPoints', 'ChartDataPoint');
      const value = formulaIn(reading, reach(point, 'ChartDataPointValues', 'Y'));
      return value ? [{ name: one.attributes.Name ?? '', value }] : [];
    }),
  };
}

/** The member that repeats for each value. */
function memberGroup(element: Element, hierarchy: string): Element | undefined {
  const members = childrenOf(reach(element, hierarchy, 'ChartMembers'), 'ChartMember');
  return members.find((member) => childOf(member, 'Group'));
}
