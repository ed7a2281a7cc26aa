/** What stands in a cell. A day is `2026-11-22`, a moment `2026-11-22T02:35:00`: texts, as everywhere else. */
export type SheetValue = string | number | boolean | null;

/** A number that its sheet shows in a format of its own: 0.05 shown as `5 %` is 5, 123 shown as `00123` has that text. */
export type NumberCell = {
  readonly kind: 'number';
  /** With the decimals that are shown. */
  readonly value: number;
  /** What is shown beside the number. */
  readonly unit: '%' | '$' | undefined;
  readonly text: string;
};

/** A day, a moment or a time of day: as stored (`2026-11-22`), and as its sheet shows it. */
export type DateCell = { readonly kind: 'date'; readonly value: string; readonly text: string };

/** A cell without a value: an error (`#REF!`), a formula whose result is not in the file, or letters that cannot be read. */
export type BrokenCell = {
  readonly kind: 'broken';
  readonly reason: 'error' | 'uncalculated' | 'unreadable';
  readonly text: string;
};

/** A cell as it is read: a text, a plain number, yes or no, nothing, or one of the above. */
export type SheetCell = SheetValue | NumberCell | DateCell | BrokenCell;

export type SheetRow = {
  /** 1-based, as the spreadsheet numbers its lines. */
  readonly number: number;
  readonly values: readonly SheetCell[];
};

/** What is read: the format of the file, and of a csv what separates its cells. */
export type SheetSource = { readonly kind: 'csv' | 'xls' | 'xlsx'; readonly separator?: string };

export type SheetReading = Partial<SheetLimits> & {
  /** Awaited again and again while a file is unpacked and read: whoever shares the thread has a turn. */
  readonly yieldTurn?: () => Promise<void>;
  /** Called once, before the first row. */
  readonly onSource?: (source: SheetSource) => void;
};

/** How a column looks where it is opened; a code stays a text, a day is a day there. */
export type SheetFormat = 'text' | 'integer' | 'number' | 'money' | 'date' | 'moment' | 'boolean';

export type SheetColumn = {
  readonly title: string;
  readonly format: SheetFormat;
  /** In characters. */
  readonly width?: number;
  /** The spreadsheet's own code for numbers, where the format says too little. */
  readonly numberFormat?: string;
};

/** A table to be written. Rows are asked for as they are needed, and none is kept. */
export type SheetTable = {
  readonly name: string;
  /** What the sheet is called in its file, where that is not the name. */
  readonly sheet?: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly SheetValue[]> | Iterable<readonly SheetValue[]>;
  /** Columns that stay in sight while the others move. */
  readonly fixed?: number;
};

/** How much a file that somebody sends may ask of us. */
export type SheetLimits = {
  /** Bytes of the table once unpacked: read as it comes, never held. */
  readonly unpacked: number;
  /** Bytes of what has to be held: the shared texts, the formats. */
  readonly held: number;
  readonly rows: number;
  readonly columns: number;
  /** Filled ones, of the whole table. */
  readonly cells: number;
};

export const sheetLimits: SheetLimits = {
  unpacked: 2 ** 30,
  held: 64 * 2 ** 20,
  rows: 1_048_576,
  columns: 1000,
  cells: 25_000_000,
};
