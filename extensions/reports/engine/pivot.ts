/** A report whose columns are the values of one of its columns, and whose lines are groups of others. */

export type PivotAxis = {
  /** The column whose values it has. */
  readonly name: string;
  readonly title: string;
  readonly isPeriod: boolean;
  readonly isDescending: boolean;
  /** Values in an order of their own, such as that of a list of choices; others follow. */
  readonly order?: readonly string[];
  /** In the order of the rows: by size, or as the report is sorted. */
  readonly isAsFound?: boolean;
};

export type Pivot = {
  /** One or two, the outermost first. */
  readonly rows: readonly PivotAxis[];
  readonly columns: PivotAxis;
  /** So many values have a column of their own. */
  readonly most: number;
  /** The column whose total says which values are the largest; without it those with most rows. */
  readonly total?: { readonly field: string; readonly name: string };
  readonly words: {
    /** All values that have no column of their own; of periods those before the first that has. */
    readonly others: string;
    readonly earlier: string;
    /** Where a row has no value. */
    readonly none: string;
    /** What is counted where no total is chosen. */
    readonly count: string;
    /** Above the columns: what stands in the cells. */
    readonly heading: (figure: string | undefined) => string;
  };
};

/** The fields that are added to the rows: what a line or column is called, and its place among them. */
export const axisLabel = (column: string): string => `${column} heading`;
export const axisPlace = (column: string): string => `${column} place`;
