/** The table of a pivot: groups down, values across, a figure where they meet, and totals of both. */
import type { Formula } from './formula.ts';
import {
  cellOf,
  field,
  type Generated,
  type GeneratedColumn,
  leaf,
  plainGroup,
  plainMember,
} from './generatedParts.ts';
import { axisLabel, axisPlace, type Pivot, type PivotAxis } from './pivot.ts';
import type { Cell, Group, Member, Tablix } from './types.ts';

type Asked = Pick<Generated, 'dataSet' | 'columns' | 'totalLabel'> & { readonly pivot: Pivot };

type Figure = Pick<GeneratedColumn, 'name' | 'title' | 'tones'> & { readonly formula: Formula };

const widths = { header: 150, figure: 72 };
const nothing = '–';

export function generatePivot({ dataSet, columns, totalLabel = '', pivot }: Asked): Tablix {
  const figures = figuresOf(columns, pivot);
  const rows: Tablix['rows'][number][] = [];
  // Those of the values, then those of the line as a whole.
  const add = (of: string, isBold: boolean): number => {
    const cells = (isTotal: boolean) => figures.map((one) => figureCell(one, of, isBold || isTotal));
    rows.push({ height: 16, cells: [...cells(false), ...cells(true)] });
    return rows.length - 1;
  };
  const members = [
    ...linesOf(pivot.rows, add),
    { ...leaf(add('end', true)), header: cellOf('pivot total', totalLabel, { bold: true }) },
  ];
  return {
    ...{ kind: 'tablix', name: 'report', isRuled: true, dataSet },
    headerWidths: [widths.header],
    widths: rows[0]?.cells.map(() => widths.figure) ?? [],
    rows,
    corner: cornerOf(pivot, figures),
    columnMembers: columnsOf(pivot, figures, totalLabel),
    members,
    ...{ columnHeads: [], columnHidden: [], sort: [], filters: [], noRows: null, headMembers: 0 },
  };
}

/** Totals of columns; without any, how many rows there are. */
function figuresOf(columns: readonly GeneratedColumn[], { words }: Pivot): readonly Figure[] {
  const found = columns.flatMap(({ name, title, total, tones = [] }): readonly Figure[] =>
    total
      ? [
          {
            name,
            title,
            tones,
            formula: { kind: 'aggregate', name: total, of: field(name), scope: undefined },
          },
        ]
      : [],
  );
  const rows: Formula = { kind: 'aggregate', name: 'countrows', of: undefined, scope: undefined };
  return found.length > 0 ? found : [{ name: '', title: words.count, formula: rows }];
}

const figureCell = ({ name, formula, tones }: Figure, of: string, bold: boolean): Cell =>
  cellOf(`${name} of ${of}`, formula, {
    ...{ bold, align: 'right', empty: nothing },
    ...(bold ? {} : { tones }),
  });

const groupOf = ({ name }: PivotAxis): Group => ({
  ...{ ...plainGroup, name, by: [field(axisPlace(name))] },
  sort: [{ by: field(axisPlace(name)), isDescending: false }],
});

/** A line for each group; of two, that of the outer has its totals and turns those within. */
function linesOf(
  [outer, inner]: readonly PivotAxis[],
  add: (of: string, isBold: boolean) => number,
): readonly Member[] {
  if (!outer) return [];
  const header = (axis: PivotAxis, looks: Parameters<typeof cellOf>[2]): Cell =>
    cellOf(`${axis.name} group`, field(axisLabel(axis.name)), looks);
  if (!inner) return [{ ...leaf(add(outer.name, false)), group: groupOf(outer), header: header(outer, {}) }];
  const sums = { ...leaf(add(outer.name, true)), header: header(outer, { bold: true }) };
  const within: Member = {
    ...{ ...leaf(add(inner.name, false)), group: groupOf(inner), toggle: `${outer.name} group` },
    header: header(inner, { indent: true }),
  };
  return [{ ...plainMember, group: groupOf(outer), members: [sums, within], row: undefined }];
}

/** Values, with a heading above all of them and one for each figure below where there are several; then the totals. */
function columnsOf(
  { columns, words }: Pivot,
  figures: readonly Figure[],
  totalLabel: string,
): readonly Member[] {
  const [only, ...more] = figures;
  const leaves = (of: string, first: number): Pick<Member, 'members' | 'row'> =>
    more.length === 0
      ? { members: [], row: first }
      : {
          members: figures.map(({ name, title }, at) => ({
            ...leaf(first + at),
            header: heading(`${name} ${of} head`, title),
          })),
          row: undefined,
        };
  const values: Member = {
    ...{ ...plainMember, group: groupOf(columns), ...leaves('value', 0) },
    header: heading(`${columns.name} value`, field(axisLabel(columns.name))),
  };
  const all = heading('pivot heading', words.heading(more.length === 0 ? only?.title : undefined), 'left');
  return [
    { ...plainMember, group: undefined, header: all, members: [values], row: undefined },
    {
      ...{ ...plainMember, group: undefined, header: heading('pivot sum', null) },
      members: [
        {
          ...{ ...plainMember, group: undefined, ...leaves('total', figures.length) },
          header: heading('pivot sum head', totalLabel),
        },
      ],
      row: undefined,
    },
  ];
}

const heading = (name: string, value: Formula | string | null, align: 'left' | 'right' = 'right'): Cell =>
  cellOf(name, value, { bold: true, align });

/** Above the lines: what they are grouped by, beside the lowest headings. */
function cornerOf({ rows }: Pivot, figures: readonly Figure[]): Tablix['corner'] {
  const title = rows.map((one) => one.title).join(' / ');
  const depth = figures.length > 1 ? 3 : 2;
  return Array.from({ length: depth }, (_, at) =>
    at < depth - 1 ? [undefined] : [cellOf('pivot corner', title, { bold: true })],
  );
}
