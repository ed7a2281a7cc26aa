/** A dimension of a set of amounts. */
export type Dimension = {
  readonly Name: string;
  readonly Label: string;
  readonly Values: readonly { readonly Value: string | number | boolean; readonly Label: string }[];
};

/** Wanted value by dimension name. */
export type Filters = Readonly<Record<string, string>>;

export type RatePage = {
  readonly Items: readonly {
    readonly Row: number;
    readonly Values: readonly string[];
    readonly Price: number | null;
  }[];
  readonly TotalItems: number;
};

export type Pivot = {
  readonly Rows: readonly string[];
  readonly Columns: readonly string[];
  readonly Cells: readonly (readonly ({
    readonly Count: number;
    readonly Mean: number;
    readonly Low: number;
    readonly High: number;
  } | null)[])[];
};

export type ChangedRow = {
  readonly Row: number;
  readonly Values: readonly string[];
  readonly Before: number;
  readonly After: number;
  readonly Change: number;
  readonly Percent: number | null;
};

/** Differences between two sets of amounts. */
export type Changes = {
  readonly Compared: number;
  readonly Rises: number;
  readonly Falls: number;
  readonly Added: number;
  readonly Gone: number;
  /** Number of combinations without an amount. */
  readonly Holes?: number;
  readonly MeanPercent: number;
  readonly LargestRise: ChangedRow | null;
  readonly LargestFall: ChangedRow | null;
  readonly Bands: readonly { readonly From?: number; readonly To?: number; readonly Count: number }[];
  readonly Dimensions: readonly { readonly Name: string; readonly Label: string }[];
  readonly Items: readonly ChangedRow[];
  readonly TotalItems: number;
};
