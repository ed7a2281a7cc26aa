/** A line of a table, as writers put it on pages. */
import type { Extent, FormulaScope } from './formulaScope.ts';
import type { LineCell } from './tableCell.ts';
import type { Row, Subreport, Tablix } from './types.ts';

export type Line = {
  readonly height: number;
  /** Above the rows, on every page. */
  readonly isHead: boolean;
  /** A page of its own begins here. */
  readonly breaks: boolean;
  /** And pages are numbered from 1 again. */
  readonly resets?: boolean;
  /** Heads of the groups around it, which stand again where it begins a page. */
  readonly heads: readonly Line[];
  /** Where it is the first of a page, with the headers that an earlier line of their groups shows. */
  readonly cells: (isFirstOnPage?: boolean) => readonly LineCell[];
  /** Lines with the same block are on one page where they fit. */
  readonly block?: object | undefined;
  /** The line that it is kept on one page with. */
  readonly keepWith?: 'next' | 'previous' | undefined;
  /** Tables and reports in its cells, which follow it. */
  readonly nested?: readonly Nested[];
  /** The rows that it shows: one, or those of its group. */
  readonly rows?: readonly Row[];
  /** How many groups it is in; the line of a row is one deeper than those of its group. */
  readonly depth?: number;
  /** What the page is called that begins here. */
  readonly pageName?: string;
  /** Entries of the document map that begin here. */
  readonly labels?: readonly MapLabel[];
};

export type MapLabel = { readonly text: string; readonly level: number };

export type Nested =
  | {
      readonly kind: 'tablix';
      readonly tablix: Tablix;
      readonly within: { readonly extents: readonly Extent[]; readonly rows: readonly Row[] };
    }
  | { readonly kind: 'subreport'; readonly subreport: Subreport; readonly scope: FormulaScope };
