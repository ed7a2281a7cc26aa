/** What a view of many amounts is told. */
export type Dimension = {
  readonly Name: string;
  readonly Label: string;
  readonly Values: readonly { readonly Value: string | number | boolean; readonly Label: string }[];
};

/** Value wanted of a dimension, by its name. */
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
