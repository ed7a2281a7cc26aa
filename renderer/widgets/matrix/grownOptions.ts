/** What a matrix that grows is told by its declaration: where its rows come from, and what its columns are. */
import type { GrownMembers } from '#engine';
import type { WidgetProps } from '../types.ts';
import type { AxisOptions } from './matrixOptions.ts';

export type GrownOptions = {
  /** Records that may be listed; `key` and `name` are the members of an entry that say which. */
  readonly rows: AxisOptions & {
    readonly key: string;
    readonly name: string;
    /** What the select at the bottom is called. */
    readonly add: string;
    /** What is said while nothing is listed, to someone who may and to someone who may not add. */
    readonly empty: string;
    readonly emptyReadOnly: string;
  };
  /** The member with the number of the column, what a column is called with its number, and its plus button. */
  readonly columns: { readonly number: string; readonly label: string; readonly add: string };
};

/** Whether the columns of a matrix are numbers that a person adds. */
export function isGrown({ options }: Pick<WidgetProps, 'options'>): boolean {
  return typeof (options.columns as Partial<GrownOptions['columns']> | undefined)?.number === 'string';
}

/** The options of a matrix that grows. */
export function grownOptions({ options }: Pick<WidgetProps, 'options'>): GrownOptions {
  const { rows, columns } = options as Partial<GrownOptions>;
  if (!rows?.source || !rows.key || !rows.name || !columns?.label)
    throw new Error('A matrix that grows needs rows (source, key, name) and columns (number, label).');
  return { rows, columns };
}

/** The members of an entry. */
export function membersOf({ rows, columns }: GrownOptions): GrownMembers {
  return { key: rows.key, name: rows.name, number: columns.number };
}
