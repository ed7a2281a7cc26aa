import type { FormState, Locale } from '#engine';
import type { NamedChoice } from '../types.ts';

/** A column that cells are pasted into: its place in a row and what it is called. */
export type RowColumn = { readonly pointer: string; readonly label: string };

/** A list of rows of a form, as a block of cells is put into it. */
export type RowsPlace = {
  readonly form: FormState;
  readonly path: string;
  readonly columns: readonly RowColumn[];
  readonly maxItems?: number | undefined;
  /** No rows are made here. */
  readonly isFixed: boolean;
  readonly locale: Locale;
  readonly choicesAt: (path: string, text: string) => Promise<readonly NamedChoice[]>;
};
