/** Dashboards and panel data, as answered by the server. */

export type PanelKind = 'number' | 'table' | 'line' | 'bar' | 'share' | 'map';

type PanelFilter = {
  readonly Path: string;
  readonly Operator: string;
  readonly Value?: string | null;
};

export type Panel = {
  readonly Id: string;
  readonly Kind: PanelKind;
  readonly Title?: string | null;
  /** What it is called without a title. */
  readonly Heading?: string | null;
  readonly Query?: string | null;
  readonly Entity?: string | null;
  readonly ReportConfigurationId?: string | null;
  readonly Column?: string | null;
  readonly Per?: string | null;
  readonly SplitBy?: string | null;
  readonly Aggregate?: string | null;
  readonly Value?: string | null;
  readonly Columns?: readonly string[];
  readonly Narrowing?: readonly PanelFilter[];
  readonly Most?: number | null;
  readonly Width?: number | null;
  readonly Height?: number | null;
};

export type DashboardFilter = {
  readonly Id: string;
  readonly Title?: string | null;
  readonly Entity: string;
  readonly Path: string;
  /** Values offered to the reader; absent in the builder. */
  readonly Values?: readonly { readonly Value: string; readonly Label: string; readonly Count: number }[];
};

export type Dashboard = {
  readonly Id: string | null;
  readonly Name: string | null;
  readonly Description?: string | null;
  readonly HomeOf?: readonly string[];
  readonly Filters: readonly DashboardFilter[];
  readonly Panels: readonly Panel[];
  readonly Revision?: number;
};

export type PanelColumn = {
  readonly Name: string;
  readonly Title: string;
  readonly Kind: string;
  readonly Scale: number | null;
  readonly Aggregate: string | null;
};

export type Cell = string | number | boolean | null;

export type PanelData = {
  readonly Title: string;
  /** Entities whose changes affect it. */
  readonly Entities: readonly string[];
  readonly Columns?: readonly PanelColumn[];
  readonly Rows?: readonly (readonly Cell[])[];
  /** Raw keys of the labels, such as province codes. */
  readonly Keys?: readonly string[];
  /** The same of the series. */
  readonly SplitKeys?: readonly string[];
  /** The last row is all groups that are not shown. */
  readonly HasOthers?: boolean;
  /** The records of each group can be listed. */
  readonly IsOpen?: boolean;
  /** Column indexes: axis labels, series, and measure. */
  readonly Label?: number | null;
  readonly Split?: number | null;
  readonly Value?: number | null;
  readonly TotalItems?: number;
  readonly Html?: string;
  /** Chosen filters that do not apply to it. */
  readonly Unnarrowed?: readonly string[];
  readonly Closed?: boolean;
  /** Which right opens what is closed. */
  readonly Reason?: string;
  /** Only the records that the person may see are counted. */
  readonly IsPartial?: boolean;
  /** What its figures leave out. */
  readonly Warnings?: readonly string[];
  /** Why it cannot be shown. */
  readonly Problem?: string;
};

/** Chosen values by filter id. */
export type ChosenValues = Readonly<Record<string, readonly string[]>>;
