/** What stands in a cell. A day is `2026-11-22`, a moment `2026-11-22T02:35:00`: texts, as everywhere else. */
export type SheetValue = string | number | boolean | null;

export type SheetRow = {
  /** 1-based, as the spreadsheet numbers its lines. */
  readonly number: number;
  readonly values: readonly SheetValue[];
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
};

export const sheetLimits: SheetLimits = {
  unpacked: 2 ** 30,
  held: 64 * 2 ** 20,
  rows: 1_048_576,
  columns: 1000,
};
