import type { FormState, Locale } from '#engine';
import type { NamedChoice } from '../types.ts';

/** A column to paste into: its pointer within a row, and its label. */
export type RowColumn = { readonly pointer: string; readonly label: string };

/** The list of rows to paste into. */
export type RowsPlace = {
  readonly form: FormState;
  readonly path: string;
  readonly columns: readonly RowColumn[];
  readonly maxItems?: number | undefined;
  /** No rows can be added. */
  readonly isFixed: boolean;
  readonly locale: Locale;
  readonly choicesAt: (path: string, text: string) => Promise<readonly NamedChoice[]>;
};
