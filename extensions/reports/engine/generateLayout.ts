/** The layout of a report that is columns only, or columns with groups and totals: as a definition would say it. */
import type { SheetFormat } from '#engine';
import type { Formula } from './formula.ts';
import { usualPage } from './readLayout.ts';
import type { ToneRule } from './tones.ts';
import type { Cell, Chart, Member, ReportItem, ReportLayout, Tablix, Text } from './types.ts';

export type GeneratedColumn = {
  readonly name: string;
  readonly title: string;
  readonly format: SheetFormat;
  /** How many its longest value has, as far as values are known. */
  readonly letters?: number;
  /** Worked out from other columns. */
  readonly formula?: Formula;
  /** In the lines that sum up a group, and at the end. */
  readonly total?: 'sum' | 'avg' | 'count' | 'min' | 'max';
  /** Of its cells: of rows, or of the innermost groups where rows are left out. */
  readonly tones?: readonly ToneRule[];
};

export type Generated = {
  readonly dataSet: string;
  /** On every page of paper: what it is, and when it was made. */
  readonly title?: string;
  readonly note?: string;
  readonly columns: readonly GeneratedColumn[];
  /** Names of columns whose equal values stand together, the outermost first. */
  readonly groups?: readonly string[];
  /** Rows are left out. */
  readonly isTotalsOnly?: boolean;
  /** What the line at the end is called. */
  readonly totalLabel?: string;
  /** A name as it stands before a value (`State: `); languages differ in the space before the colon. */
  readonly before?: (name: string) => string;
  /** Above the table: the values of one column compared, by how many rows they have or by the sum of another. */
  readonly chart?: {
    readonly kind: Chart['chart'];
    readonly by: string;
    readonly of?: string;
    readonly label: string;
  };
};

const chartHeight = 220;

export function generateLayout(generated: Generated): ReportLayout {
  const { dataSet, columns } = generated;
  const [width, height] = [usualPage.height, usualPage.width];
  const room = width - usualPage.margins.left - usualPage.margins.right;
  const tablix = tablixOf(generated, room);
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
        fields: columns.map(({ name, format, formula }) => ({ name, format, path: name, formula })),
      },
    ],
  };
}

function chartOf({ dataSet, chart }: Generated): Chart | undefined {
  if (!chart) return undefined;
  const { kind, by, of, label } = chart;
  const value: Formula = {
    ...{ kind: 'aggregate', name: of === undefined ? 'count' : 'sum', of: field(of ?? by) },
    scope: undefined,
  };
  return {
    ...{ kind: 'chart', name: 'chart', chart: kind, dataSet, title: label, series: undefined },
    ...{ category: field(by), categoryLabel: field(by), values: [{ name: label, value }] },
  };
}

/** What stands above and below on paper. */
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

function tablixOf(
  { dataSet, columns, groups = [], totalLabel = '', before = plainly, isTotalsOnly = false }: Generated,
  room: number,
): Tablix {
  const rows: Tablix['rows'][number][] = [];
  const add = (cells: readonly (Cell | undefined)[]): Member => {
    rows.push({ height: 16, cells });
    return leaf(rows.length - 1);
  };
  const shown = columns.filter(({ name }) => !groups.includes(name));
  const head = add(
    shown.map(({ name, title, format }) =>
      // Without groups the filters of the report say what it is sorted by.
      cellOf(`${name} head`, title, {
        bold: true,
        ...(numeric.has(format) ? { align: 'right' as const } : {}),
        ...(groups.length > 0 ? { sort: field(name) } : {}),
      }),
    ),
  );
  const members = [head, ...grouped(groups, { shown, columns, add, totalLabel, before, isTotalsOnly })];
  const hasTotals = shown.some(({ total }) => total);
  return {
    kind: 'tablix',
    name: 'report',
    isRuled: true,
    dataSet,
    headerWidths: [],
    widths: widthsOf(shown, room),
    ...{ corner: [], columnHeads: [], columnHidden: [], sort: [], filters: [], noRows: null, headMembers: 1 },
    members: hasTotals ? [...members, add(totals(shown, { totalLabel, before }, 'end'))] : members,
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

type Making = {
  readonly shown: readonly GeneratedColumn[];
  readonly columns: readonly GeneratedColumn[];
  readonly add: (cells: readonly (Cell | undefined)[]) => Member;
  readonly totalLabel: string;
  readonly before: (name: string) => string;
  readonly isTotalsOnly: boolean;
};

function grouped([name, ...inner]: readonly string[], making: Making): readonly Member[] {
  const { shown, columns, add, before } = making;
  if (name === undefined) {
    if (making.isTotalsOnly) return [];
    const details = add(shown.map(({ name: own, tones }) => cellOf(own, field(own), { tones })));
    return [{ ...details, group: { ...plainGroup, name: 'details' } }];
  }
  const title = columns.find((column) => column.name === name)?.title ?? name;
  const said = labelled(before(title), field(name));
  const text = `${name} group`;
  const [first] = shown;
  // The line of a group has its name and its totals, where the first column leaves room for the name.
  if (making.isTotalsOnly && inner.length === 0 && first && !first.total) {
    const [, ...sums] = totals(shown, making, name, true);
    const line = add([cellOf(text, said, {}), ...sums]);
    return [{ ...line, group: { ...plainGroup, name, by: [field(name)] } }];
  }
  const header = add([
    { ...cellOf(text, said, { bold: true }), span: shown.length },
    ...shown.slice(1).map(() => undefined),
  ]);
  const within = grouped(inner, making).map((member) => ({ ...member, toggle: text }));
  const sums = shown.some(({ total }) => total) ? [add(totals(shown, making, name))] : [];
  return [
    {
      ...plainMember,
      group: { ...plainGroup, name, by: [field(name)] },
      members: [header, ...within, ...sums],
      row: undefined,
    },
  ];
}

const plainMember = { header: undefined, members: [], hidden: null, toggle: undefined };
const plainGroup = { by: [], sort: [], filters: [], breaks: undefined };
const leaf = (row: number): Member => ({ ...plainMember, group: undefined, row });
const field = (name: string): Formula => ({ kind: 'field', name });

function totals(
  shown: readonly GeneratedColumn[],
  { totalLabel: label, before }: Pick<Making, 'totalLabel' | 'before'>,
  of: string,
  isRow = false,
): readonly Cell[] {
  return shown.map(({ name, total, format, tones }, index) => {
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

const numeric: ReadonlySet<SheetFormat> = new Set(['integer', 'number', 'money']);

const labelled = (label: string, of: Formula): Formula => ({
  kind: 'operator',
  operator: '&',
  operands: [{ kind: 'value', value: label }, of],
});

type Looks = {
  readonly bold?: boolean;
  readonly align?: 'left' | 'right';
  readonly sort?: Formula;
  readonly tones?: readonly ToneRule[] | undefined;
};

function cellOf(name: string, value: Text['values'][number], { bold, align, sort, tones }: Looks): Cell {
  const text: Text = {
    kind: 'text',
    name,
    values: [value],
    style: { ...(bold ? { bold } : {}), ...(align ? { align } : {}), ...(tones ? { tones } : {}) },
    ...(sort ? { sort } : {}),
  };
  return { contents: [text], span: 1 };
}
