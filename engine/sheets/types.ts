/** The value of a cell. A date is `2026-11-22`, a moment `2026-11-22T02:35:00`. */
export type SheetValue = string | number | boolean | null;

/** A number with a display format: 0.05 shown as `5 %` is 5, 123 shown as `00123` has that text. */
export type NumberCell = {
  readonly kind: 'number';
  /** Rounded to the displayed decimals. */
  readonly value: number;
  /** The displayed unit. */
  readonly unit: '%' | '$' | undefined;
  readonly text: string;
};

/** A date, moment or time of day: the stored value (`2026-11-22`), and the displayed text. */
export type DateCell = { readonly kind: 'date'; readonly value: string; readonly text: string };

/** A cell without a value: an error (`#REF!`), a formula without a stored result, or unreadable text. */
export type BrokenCell = {
  readonly kind: 'broken';
  readonly reason: 'error' | 'uncalculated' | 'unreadable';
  readonly text: string;
};

/** A cell as read: text, plain number, boolean, null, or one of the above. */
export type SheetCell = SheetValue | NumberCell | DateCell | BrokenCell;

export type SheetRow = {
  /** 1-based, like the row numbers of the spreadsheet. */
  readonly number: number;
  readonly values: readonly SheetCell[];
};

/** The file format and, for CSV, the separator. */
export type SheetSource = { readonly kind: 'csv' | 'xls' | 'xlsx'; readonly separator?: string };

export type SheetReading = Partial<SheetLimits> & {
  /** Called regularly while a file is unpacked and read, to yield to other work. */
  readonly yieldTurn?: () => Promise<void>;
  /** Called once, before the first row. */
  readonly onSource?: (source: SheetSource) => void;
};

/** The display format of a column; codes stay texts, dates become dates. */
export type SheetFormat = 'text' | 'integer' | 'number' | 'money' | 'date' | 'moment' | 'boolean';

export type SheetColumn = {
  readonly title: string;
  readonly format: SheetFormat;
  /** In characters. */
  readonly width?: number;
  /** A number format code, where `format` is not specific enough. */
  readonly numberFormat?: string;
};

/** A table to write. Rows are requested on demand and not kept. */
export type SheetTable = {
  readonly name: string;
  /** What the sheet is called in its file, where that is not the name. */
  readonly sheet?: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly SheetValue[]> | Iterable<readonly SheetValue[]>;
  /** Number of frozen columns. */
  readonly fixed?: number;
};

/** Limits for uploaded files. */
export type SheetLimits = {
  /** Unpacked bytes of the table, which is streamed. */
  readonly unpacked: number;
  /** Bytes of parts kept in memory: shared texts and formats. */
  readonly held: number;
  readonly rows: number;
  readonly columns: number;
  /** Filled cells in the whole table. */
  readonly cells: number;
};

export const sheetLimits: SheetLimits = {
  unpacked: 2 ** 30,
  held: 64 * 2 ** 20,
  rows: 1_048_576,
  columns: 1000,
  cells: 25_000_000,
};
