/** A table of values by two lists of ids, while somebody fills it in. */

/** What a typed text stands for. `undefined`: nothing was typed. */
export type CellReading = {
  readonly value?: number | boolean;
  /** Why it cannot be saved (error), or will be left out (warning). */
  readonly issue?: CellIssue;
};

export type CellIssue = {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** A filled cell; `text` is kept only where it could not be read. */
export type MatrixCell = {
  readonly value?: number | boolean;
  readonly text?: string;
  readonly issue?: CellIssue;
};

export type CellPlace = { readonly row: number; readonly column: number };

/** From the cell where it began to the cell it reached. */
export type Selection = { readonly from: CellPlace; readonly to: CellPlace };

/** Corners in order, both included. */
export type Area = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
};

/** A stored value: its column, its row, and what it is. */
export type MatrixEntry = { readonly x: string; readonly y: string; readonly value: unknown };

export type PlacedIssue = CellPlace & { readonly cell: MatrixCell; readonly issue: CellIssue };

/** What a paste did: how many cells it filled, and how many found no place. */
export type Pasted = { readonly area: Area; readonly placed: number; readonly left: number };

export type MatrixOptions = {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly entries: readonly MatrixEntry[];
  readonly read: (text: string) => CellReading;
  /** A value as text that `read` takes back, for the clipboard and for editing. */
  readonly write: (value: number | boolean) => string;
  /** Whether a stored value stands as it is. */
  readonly check?: (value: unknown) => CellReading;
};
