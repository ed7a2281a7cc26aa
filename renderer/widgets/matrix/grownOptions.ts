/** Declared options of a matrix that grows. */
import type { GrownMembers } from '#engine';
import type { WidgetProps } from '../types.ts';
import type { AxisOptions } from './matrixOptions.ts';

export type GrownOptions = {
  /** Records that can be listed; `key` and `name` are the members of an entry that identify one. */
  readonly rows: AxisOptions & {
    readonly key: string;
    readonly name: string;
    /** Label of the select that adds a row. */
    readonly add: string;
    /** Messages for an empty matrix, with and without permission to add. */
    readonly empty: string;
    readonly emptyReadOnly: string;
  };
  /** Member with the column number, message of a column title, and label of the button that adds one. */
  readonly columns: { readonly number: string; readonly label: string; readonly add: string };
};

/** Whether the columns are numbers that people add. */
export function isGrown({ options }: Pick<WidgetProps, 'options'>): boolean {
  return typeof (options.columns as Partial<GrownOptions['columns']> | undefined)?.number === 'string';
}

/** The validated options. Throws if any are missing. */
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
