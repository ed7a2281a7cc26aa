/** Parts of generated tables: cells, lines and formulas. */
import type { SheetFormat } from '#engine';
import type { Formula } from './formula.ts';
import type { ToneRule } from './tones.ts';
import type { Cell, Member, Text } from './types.ts';

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
