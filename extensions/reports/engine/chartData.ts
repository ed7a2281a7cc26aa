/** What a chart shows: a number for each category and series. */

import { type Arranged, arrangeRows } from './arrangeRows.ts';
import { textOf } from './compareValues.ts';
import { atOnce, filterRows } from './dataOf.ts';
import type { Around, Extent } from './formulaScope.ts';
import { runFormula, saidValue } from './runFormula.ts';
import type { Chart, Group, Member, Row } from './types.ts';

export type ChartData = {
  readonly chart: Chart['chart'];
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly {
    readonly name: string;
    /** Nothing is not 0: a line has a gap there. */
    readonly values: readonly (number | null)[];
    /** Where it is drawn in another way than the chart. */
    readonly chart?: Chart['chart'];
  }[];
  /** The bars of a category are stacked instead of side by side. Lines and pies never are. */
  readonly isStacked?: boolean;
};

/** More series or categories could not be distinguished. */
const mostCategories = 60;
const mostSeries = 12;

export function chartData(chart: Chart, rows: readonly Row[], around: Around): ChartData {
  const kept = atOnce(filterRows(rows, chart.filters, around));
  const region: Around = {
    ...around,
    extents: [...around.extents, { name: chart.name, rows: kept, kind: 'region' }],
  };
  const categories = instancesOf(chart.categories, kept, region);
  const series = seriesOf(chart, kept, region);
  const shown = categories.slice(0, mostCategories);
  const drawn = series.slice(0, mostSeries);
  const title = textOf(saidValue(chart.title, { ...region, row: undefined }));
  const cut = [
    cutNote('chartcategories', [shown.length, categories.length], around),
    cutNote('chartseries', [drawn.length, series.length], around),
  ].filter((note) => note !== '');
  return {
    chart: chart.chart,
    title: cut.length === 0 ? title : `${title} (${cut.join(', ')})`.trim(),
    categories: shown.map(({ label }) => label),
    series: drawn.map(({ name, value, chart: own, instance }) => ({
      name,
      values: shown.map((category) => pointOf(value, { category, instance, region })),
      ...(own ? { chart: own } : {}),
    })),
    ...(chart.isStacked ? { isStacked: true } : {}),
  };
}

/** What a reader has to know where not everything is drawn. */
function cutNote(name: string, [shown, all]: readonly [number, number], { saying }: Around): string {
  if (shown === all) return '';
  const said = textOf(saying.globals[name] ?? '{shown} / {all}');
  return said.replace('{shown}', String(shown)).replace('{all}', String(all));
}

/** An instance of the innermost group, and those around it. */
type Instance = {
  readonly label: string;
  readonly extents: readonly Extent[];
  readonly rows: readonly Row[];
};

/** Filtered and sorted as those of a table are. */
function instancesOf(groups: readonly Group[], rows: readonly Row[], around: Around): readonly Instance[] {
  const member = groups.reduceRight<Member | undefined>(
    (inner, group) => ({
      ...{ group, header: undefined, members: inner ? [inner] : [], row: undefined },
      ...{ hidden: null, toggle: undefined },
    }),
    undefined,
  );
  if (!member) return [{ label: '', extents: [], rows }];
  const { extents } = around;
  const arranging = { tablix: { sort: [] }, around, sorts: [] };
  return walk(member, atOnce(arrangeRows(arranging, [member], { rows, extents })), {
    ...{ around, extents: [], label: '' },
  });
}

type Place = { readonly around: Around; readonly extents: readonly Extent[]; readonly label: string };

function walk(member: Member, arranged: Arranged, place: Place): readonly Instance[] {
  const { around } = place;
  return (arranged.instances.get(member) ?? []).flatMap(({ rows, inner }): readonly Instance[] => {
    const { group } = member;
    if (!group) return [];
    const extents = [...place.extents, { name: group.name, rows, kind: 'group' as const }];
    const scope = { ...around, row: rows[0], extents: [...around.extents, ...extents] };
    const given = textOf(saidValue(group.label ?? null, scope));
    const own = given === '' ? group.by.map((by) => textOf(runFormula(by, scope))).join(' – ') : given;
    const label = [place.label, own].filter((one) => one !== '').join(' – ');
    const [below] = member.members;
    return below && inner ? walk(below, inner, { around, extents, label }) : [{ label, extents, rows }];
  });
}

/** One for each value, of each instance of the groups of series. */
function seriesOf({ series, values }: Chart, rows: readonly Row[], around: Around) {
  return instancesOf(series, rows, around).flatMap((instance) =>
    values.map(({ name, legend, value, chart }) => {
      const scope = { ...around, row: instance.rows[0], extents: [...around.extents, ...instance.extents] };
      const own = series.length > 0 && values.length === 1 ? '' : textOf(saidValue(name, scope));
      const labels = [instance.label, own].filter((one) => one !== '').join(' – ');
      return {
        name: legend === undefined ? labels : textOf(saidValue(legend, scope)),
        ...{ value, chart },
        instance: series.length > 0 ? { ...instance, has: new Set(instance.rows) } : undefined,
      };
    }),
  );
}

type Point = {
  readonly category: Instance;
  readonly instance: (Instance & { readonly has: ReadonlySet<Row> }) | undefined;
  readonly region: Around;
};

/** Over the rows that a category and a series share. */
function pointOf(
  value: Chart['values'][number]['value'],
  { category, instance, region }: Point,
): number | null {
  const rows = instance ? category.rows.filter((row) => instance.has.has(row)) : category.rows;
  if (rows.length === 0) return null;
  const extents = [
    ...[...region.extents, ...category.extents, ...(instance?.extents ?? [])],
    ...(instance ? [{ name: '', rows }] : []),
  ];
  const found = runFormula(value, { ...region, row: rows[0], extents });
  const number = found === null || found === '' ? Number.NaN : Number(found);
  return Number.isFinite(number) ? number : null;
}
