/** The layout of a report that is columns only, or columns with groups and totals: as a definition would say it. */
import type { Formula } from './formula.ts';
import {
  cellOf,
  field,
  type Generated,
  type GeneratedColumn,
  labelled,
  leaf,
  numeric,
  plainGroup,
  plainMember,
} from './generatedParts.ts';
import { generatePivot } from './generatePivot.ts';
import { chartedSet, comparedSet, figureField, onlyLine, periodLabel } from './periods.ts';
import { usualPage } from './readLayout.ts';
import type { Cell, Chart, Filter, Member, ReportItem, ReportLayout, Tablix, Text } from './types.ts';

const chartHeight = 220;

export function generateLayout(generated: Generated): ReportLayout {
  const { dataSet, columns } = generated;
  const [width, height] = [usualPage.height, usualPage.width];
  const room = width - usualPage.margins.left - usualPage.margins.right;
  const { pivot } = generated;
  const tablix = pivot ? generatePivot({ ...generated, pivot }) : tablixOf(generated, room);
  const chart = chartOf(generated);
  const top = chart ? chartHeight + 16 : 0;
  return {
    page: { ...usualPage, width, height },
    body: [
      ...(chart
        ? [{ box: { top: 0, left: 0, width: room, height: chartHeight }, hidden: null, item: chart }]
        : []),
      { box: { top, left: 0, width: room, height: 36 }, hidden: null, item: tablix },
    ],
    ...frameOf(generated, room),
    ...{ parameters: [], variables: new Map(), language: null, pageName: null },
    dataSets: [
      {
        ...{ name: dataSet, query: dataSet, line: 0, filters: [], parameters: [], entered: undefined },
        fields: columns
          .filter(({ figure }) => !figure)
          .map(({ name, format, formula }) => ({ name, format, path: name, formula })),
      },
    ],
  };
}

function chartOf({ dataSet, chart, periods = [] }: Generated): Chart | undefined {
  if (!chart) return undefined;
  const { kind, by, of, label } = chart;
  const value: Formula = {
    ...{ kind: 'aggregate', name: of === undefined ? 'count' : 'sum', of: field(of ?? by) },
    scope: undefined,
  };
  const isPeriod = periods.some(({ name }) => name === by);
  return {
    ...{ kind: 'chart', name: 'chart', chart: kind, title: label, filters: [], series: [] },
    dataSet: isPeriod ? chartedSet : dataSet,
    categories: [{ ...plainGroup, name: '', by: [field(by)], label: field(isPeriod ? periodLabel(by) : by) }],
    values: [{ name: label, value }],
  };
}

/** The header and footer on paper. */
function frameOf({ title, note }: Generated, room: number) {
  const page: Formula = {
    kind: 'operator',
    operator: '&',
    operands: [
      {
        kind: 'operator',
        operator: '&',
        operands: [
          { kind: 'global', name: 'pagenumber' },
          { kind: 'value', value: ' / ' },
        ],
      },
      { kind: 'global', name: 'totalpages' },
    ],
  };
  const text = (value: Text['values'][number], top: number, style: Text['style']): ReportItem => ({
    box: { top, left: 0, width: room, height: 18 },
    hidden: null,
    item: { kind: 'text', name: '', values: [value], style },
  });
  return {
    header: [text(title ?? null, 0, { bold: true, size: 14 }), text(note ?? null, 20, { size: 8.5 })],
    footer: [text(page, 4, { size: 8.5, align: 'right' })],
    headerHeight: 40,
    footerHeight: 18,
  };
}

const plainly = (name: string): string => `${name}: `;

function tablixOf(generated: Generated, room: number): Tablix {
  const { dataSet, columns, groups = [], totalLabel = '', before = plainly } = generated;
  const { isTotalsOnly = false, periods = [], comparedBy } = generated;
  const rows: Tablix['rows'][number][] = [];
  const add = (cells: readonly (Cell | undefined)[]): Member => {
    rows.push({ height: 16, cells });
    return leaf(rows.length - 1);
  };
  const own = columns.filter(({ name }) => !groups.includes(name));
  const shown = isTotalsOnly && periods.length > 0 && own[0]?.total ? [nameColumn(generated), ...own] : own;
  const head = add(
    shown.map(({ name, title, format, figure }) =>
      // Without groups the filters of the report say what it is sorted by.
      cellOf(`${name} head`, title, {
        bold: true,
        ...(numeric.has(format) ? { align: 'right' as const } : {}),
        ...(groups.length > 0 && !figure && name !== '' ? { sort: field(name) } : {}),
      }),
    ),
  );
  const making = { groups, shown, columns, add, totalLabel, before, isTotalsOnly, periods, comparedBy };
  const members = [head, ...grouped(groups, making)];
  const hasTotals = shown.some(({ total }) => total);
  return {
    kind: 'tablix',
    name: 'report',
    isRuled: true,
    dataSet: comparedBy === undefined ? dataSet : comparedSet,
    headerWidths: [],
    widths: widthsOf(shown, room),
    ...{ corner: [], columnHeads: [], columnHidden: [], sort: [], filters: [], noRows: null, headMembers: 1 },
    members: hasTotals ? [...members, add(totals(shown, making, { of: 'end' }))] : members,
    // Filled while the members are made.
    rows,
  };
}

/** Columns share the room by what they hold: a name is not broken beside a number that stands alone. */
function widthsOf(columns: readonly GeneratedColumn[], room: number): readonly number[] {
  const wanted = columns.map(
    ({ title, letters = 12 }) => Math.min(40, Math.max(6, letters, title.length)) + 3,
  );
  const all = wanted.reduce((sum, one) => sum + one, 0);
  return wanted.map((one) => (room * one) / all);
}

/** For the names of the groups, where the first column has no room for them. */
const nameColumn = ({ columns, groups = [] }: Generated): GeneratedColumn => ({
  name: '',
  title: columns.find(({ name }) => name === groups.at(-1))?.title ?? '',
  format: 'text',
});

type Making = {
  readonly groups: readonly string[];
  readonly shown: readonly GeneratedColumn[];
  readonly columns: readonly GeneratedColumn[];
  readonly add: (cells: readonly (Cell | undefined)[]) => Member;
  readonly totalLabel: string;
  readonly before: (name: string) => string;
  readonly isTotalsOnly: boolean;
  readonly periods: NonNullable<Generated['periods']>;
  readonly comparedBy: string | undefined;
};

function grouped([name, ...inner]: readonly string[], making: Making): readonly Member[] {
  const { shown, columns, add, before } = making;
  if (name === undefined) {
    if (making.isTotalsOnly) return [];
    const details = add(
      shown.map(({ name: own, tones, figure }) => cellOf(own, figure ? null : field(own), { tones })),
    );
    const filters = making.comparedBy === undefined ? [] : [withRows];
    return [{ ...details, group: { ...plainGroup, name: 'details', filters } }];
  }
  const title = columns.find((column) => column.name === name)?.title ?? name;
  const period = making.periods.find((one) => one.name === name);
  const said = labelled(before(title), field(period ? periodLabel(name) : name));
  const sort = period ? [{ by: field(name), isDescending: period.isDescending }] : [];
  const group = { ...plainGroup, name, by: [field(name)], sort };
  const text = `${name} group`;
  const [first] = shown;
  // The line of a group has its name and its totals, where the first column leaves room for the name.
  if (making.isTotalsOnly && inner.length === 0 && first && !first.total) {
    const [, ...sums] = totals(shown, making, { of: name, isRow: true });
    const line = add([cellOf(text, said, {}), ...sums]);
    return [{ ...line, group }];
  }
  const header = add([
    { ...cellOf(text, said, { bold: true }), span: shown.length },
    ...shown.slice(1).map(() => undefined),
  ]);
  const within = grouped(inner, making).map((member) => ({ ...member, toggle: text }));
  const sums = shown.some(({ total }) => total) ? [add(totals(shown, making, { of: name }))] : [];
  return [
    {
      ...plainMember,
      group,
      members: [header, ...within, ...sums],
      row: undefined,
    },
  ];
}

/** Lines that only say that a period has no rows are not among the rows. */
const withRows: Filter = {
  by: { kind: 'field', name: onlyLine },
  operator: 'NotEqual',
  values: [true],
};

type TotalsOf = { readonly of: string; readonly isRow?: boolean };

function totals(
  shown: readonly GeneratedColumn[],
  { totalLabel: label, before, groups, comparedBy }: Making,
  { of, isRow = false }: TotalsOf,
): readonly Cell[] {
  const level = groups.indexOf(of);
  // What is around the periods is of several: it has totals, and nothing that these compare with.
  const isCompared = comparedBy !== undefined && level >= groups.indexOf(comparedBy);
  return shown.map(({ name, total, format, tones, figure }, index) => {
    if (figure) return figureCell(figure, of, isCompared ? level : -1);
    const sum: Formula | undefined = total && {
      ...{ kind: 'aggregate', name: total, of: field(name) },
      scope: undefined,
    };
    // How many texts there are stands where the texts do; the label has no other place where they come first.
    const isCounted = total === 'count' && !numeric.has(format);
    const value: Formula | string | null = sum ?? (index === 0 ? label : null);
    const said = sum && isCounted && index === 0 && label !== '' ? labelled(before(label), sum) : value;
    return cellOf(`${name} total ${of}`, said, {
      bold: true,
      ...(isCounted ? { align: 'left' } : {}),
      ...(isRow ? { tones } : {}),
    });
  });
}

/** One row of a line has its figures. */
function figureCell(
  { of: column, figure }: NonNullable<GeneratedColumn['figure']>,
  of: string,
  level: number,
): Cell {
  const own: Formula = {
    ...{ kind: 'aggregate', name: 'max', of: field(figureField(column, figure, level)) },
    scope: undefined,
  };
  return cellOf(`${column} ${figure} ${of}`, level < 0 ? null : own, {
    align: 'right',
    ...(figure === 'percent' ? { format: 'P1' } : {}),
  });
}
