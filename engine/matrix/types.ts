/** The types of a matrix editor: values by two lists of ids. */

/** The value of a typed text. `undefined`: nothing was typed. */
export type CellReading = {
  readonly value?: number | boolean;
  /** Why it cannot be saved (error) or is omitted (warning). */
  readonly issue?: CellIssue;
};

export type CellIssue = {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** A filled cell; `text` is kept only if it could not be parsed. */
export type MatrixCell = {
  readonly value?: number | boolean;
  readonly text?: string;
  readonly issue?: CellIssue;
};

export type CellPlace = { readonly row: number; readonly column: number };

/** From the anchor cell to the current cell. */
export type Selection = { readonly from: CellPlace; readonly to: CellPlace };

/** Corners in order, both included. */
export type Area = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
};

/** A stored value with its column and row. */
export type MatrixEntry = { readonly x: string; readonly y: string; readonly value: unknown };

export type PlacedIssue = CellPlace & { readonly cell: MatrixCell; readonly issue: CellIssue };

/** The result of a paste: how many cells were filled, and how many did not fit. */
export type Pasted = { readonly area: Area; readonly placed: number; readonly left: number };

export type MatrixOptions = {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly entries: readonly MatrixEntry[];
  readonly read: (text: string) => CellReading;
  /** A value as text that `read` parses back, for the clipboard and for editing. */
  readonly write: (value: number | boolean) => string;
  /** Whether a stored value is valid. */
  readonly check?: (value: unknown) => CellReading;
};
