/** What generated tables are made from, and their parts: cells, lines and formulas. */
import type { SheetFormat } from '#engine';
import type { Formula } from './formula.ts';
import type { Figure } from './periods.ts';
import type { Pivot } from './pivot.ts';
import type { ToneRule } from './tones.ts';
import type { Cell, Chart, Member, Text } from './types.ts';

export type GeneratedColumn = {
  readonly name: string;
  readonly title: string;
  readonly format: SheetFormat;
  /** How many its longest value has, as far as values are known. */
  readonly letters?: number;
  /** Worked out from other columns. */
  readonly formula?: Formula;
  /** Of another column, compared with that of an earlier period; in lines of periods, and of groups within. */
  readonly figure?: { readonly of: string; readonly figure: Figure };
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
  /** Groups that are periods. */
  readonly periods?: readonly { readonly name: string; readonly isDescending: boolean }[];
  /** The group of the periods that are compared. */
  readonly comparedBy?: string;
  /** Groups are lines, values of another column are columns, and each cell has their totals. */
  readonly pivot?: Pivot;
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

export const plainMember = { header: undefined, members: [], hidden: null, toggle: undefined };
export const plainGroup = { by: [], sort: [], filters: [], breaks: undefined };
export const leaf = (row: number): Member => ({ ...plainMember, group: undefined, row });
export const field = (name: string): Formula => ({ kind: 'field', name });

export const numeric: ReadonlySet<SheetFormat> = new Set(['integer', 'number', 'money']);

export const labelled = (label: string, of: Formula): Formula => ({
  kind: 'operator',
  operator: '&',
  operands: [{ kind: 'value', value: label }, of],
});

type Looks = {
  readonly bold?: boolean;
  readonly align?: 'left' | 'right';
  readonly format?: string;
  readonly sort?: Formula;
  /** Belongs to the line above. */
  readonly indent?: boolean;
  /** Where nothing is counted or added up. */
  readonly empty?: string;
  readonly tones?: readonly ToneRule[] | undefined;
};

export function cellOf(
  name: string,
  value: Text['values'][number],
  { bold, align, format, sort, indent, empty, tones }: Looks,
): Cell {
  const text: Text = {
    kind: 'text',
    name,
    values: [value],
    style: {
      ...(bold ? { bold } : {}),
      ...(align ? { align } : {}),
      ...(format ? { format } : {}),
      ...(indent ? { padding: { top: 3, right: 3, bottom: 3, left: 27 } } : {}),
      ...(empty ? { empty } : {}),
      ...(tones ? { tones } : {}),
    },
    ...(sort ? { sort } : {}),
  };
  return { contents: [text], span: 1 };
}
