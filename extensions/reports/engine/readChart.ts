/** A chart of a definition: groups of categories, and values or groups of them as series. */
import {
  childOf,
  childrenOf,
  formulaIn,
  type Reading,
  reach,
  report,
  saidIn,
  textIn,
  visibilityOf,
  within,
} from './elements.ts';
import { inTable } from './inTable.ts';
import { readFilters, readGroup } from './readTablix.ts';
import type { Chart, Element, Group, Said } from './types.ts';

const kinds: Readonly<Record<string, Chart['chart']>> = {
  ...{ Column: 'column', Bar: 'bar', Line: 'line', Area: 'line' },
  ...{ Pie: 'pie', ExplodedPie: 'pie', Doughnut: 'pie', ExplodedDoughnut: 'pie' },
};

/** Undefined, with a finding, if there is nothing to draw or it cannot be drawn as defined. */
export function readChart(reading: Reading, element: Element): Chart | undefined {
  const all = childrenOf(reach(element, 'ChartData', 'ChartSeriesCollection'), 'ChartSeries');
  const [first] = all;
  const chart = kindOf(first);
  const categories = leavesOf(reading, childOf(element, 'ChartCategoryHierarchy'));
  const groups = categories[0]?.groups ?? [];
  if (!chart || groups.length === 0) {
    report(reading, element, first && saidType(first));
    return undefined;
  }
  const leaves = leavesOf(reading, childOf(element, 'ChartSeriesHierarchy'));
  const series = leaves[0]?.groups ?? [];
  const visibility = visibilityOf(reading, element);
  const read: Chart = {
    ...{ kind: 'chart', name: element.attributes.Name ?? '', chart },
    ...(textIn(first, 'Subtype') === 'Stacked' && chart !== 'line' ? { isStacked: true } : {}),
    dataSet: textIn(element, 'DataSetName'),
    title: saidIn(reading, reach(element, 'ChartTitles', 'ChartTitle', 'Caption')),
    filters: readFilters(reading, element),
    ...{ categories: groups, series },
    values: all.flatMap((one, at) => chartValueOf(reading, one, { chart, leaf: leaves[at] }) ?? []),
    ...(visibility ? { visibility } : {}),
  };
  tellMissing(reading, element, read);
  // Members beside each other in a group of their own, of which only the first is drawn.
  const odd = [...categories.slice(1), ...leaves.filter((leaf) => !isSame(leaf.groups, series))];
  for (const { member } of odd) report(reading, member);
  return read;
}

const saidType = (series: Element) => `${typeOf(series)} ${textIn(series, 'Subtype')}`.trim();

const typeOf = (series: Element) => textIn(series, 'Type') || 'Column';

function kindOf(series: Element | undefined): Chart['chart'] | undefined {
  if (!series) return undefined;
  const type = typeOf(series);
  return inTable(kinds, type === 'Shape' ? textIn(series, 'Subtype') || 'Pie' : type);
}

type Given = { readonly chart: Chart['chart']; readonly leaf: Leaf | undefined };

/** Undefined, with a finding, if it is drawn in a way that does not go with the chart. */
function chartValueOf(
  reading: Reading,
  series: Element,
  { chart, leaf }: Given,
): Chart['values'][number] | undefined {
  const kind = kindOf(series);
  const value = formulaIn(
    reading,
    reach(series, 'ChartDataPoints', 'ChartDataPoint', 'ChartDataPointValues', 'Y'),
  );
  const goes = kind === chart || [kind, chart].every((one) => one === 'column' || one === 'line');
  if (!kind || !value || !goes) {
    report(reading, series, saidType(series));
    return undefined;
  }
  // Areas are drawn as lines, which do not stand on each other.
  const subtype = textIn(series, 'Subtype');
  const isOdd = /^Percent/.test(subtype) || (subtype === 'Stacked' && kind === 'line');
  if (isOdd) report(reading, series, saidType(series));
  const legend = saidIn(reading, reach(series, 'ChartItemInLegend', 'LegendText'));
  return {
    ...{ name: leaf?.label ?? series.attributes.Name ?? '', value },
    ...(kind === chart ? {} : { chart: kind }),
    ...(legend === null ? {} : { legend }),
  };
}

/** What stands beside the first of what a chart has one of. */
function tellMissing(reading: Reading, element: Element, { chart, series, values }: Chart): void {
  const areas = childrenOf(childOf(element, 'ChartAreas'), 'ChartArea').slice(1);
  const titles = childrenOf(childOf(element, 'ChartTitles'), 'ChartTitle').slice(1);
  for (const one of [...areas, ...titles]) report(reading, one, one.attributes.Name);
  for (const points of within(element))
    if (points.name === 'ChartDataPoints')
      for (const one of childrenOf(points, 'ChartDataPoint').slice(1)) report(reading, one);
  const isCut = chart === 'pie' && (series.length > 0 || values.length > 1);
  const hierarchy = childOf(element, 'ChartSeriesHierarchy');
  if (isCut && hierarchy) report(reading, hierarchy, 'Pie');
}

/** One for each category, or each series: the groups around it, and what it is called itself. */
type Leaf = { readonly groups: readonly Group[]; readonly label: Said; readonly member: Element };

function leavesOf(
  reading: Reading,
  holder: Element | undefined,
  around: readonly Group[] = [],
): readonly Leaf[] {
  return childrenOf(childOf(holder, 'ChartMembers'), 'ChartMember').flatMap((member) => {
    const label = saidIn(reading, childOf(member, 'Label'));
    const own = readGroup(reading, member);
    const groups = own ? [...around, { ...own, label }] : around;
    const inner = leavesOf(reading, member, groups);
    return inner.length > 0 ? inner : [{ groups, label: own ? null : label, member }];
  });
}

const isSame = (one: readonly Group[], other: readonly Group[]) =>
  one.length === other.length && one.every((group, at) => group === other[at]);
