/** Messages between the server and its reader processes. */

import type { Ready } from '../../sql/entityStatements.ts';
import type { TableRow } from '../../tableQuery.ts';

/** Passed to the process at start, as JSON. */
export type ReaderSettings = {
  readonly file: string;
  /** Milliseconds of processor time per query. */
  readonly work: number;
  /** Bytes of memory and of temporary files above which it exits. */
  readonly memory: number;
  readonly disk: number;
  /** The folder for its temporary files. */
  readonly temp: string;
};

export type ReaderQuestion = {
  readonly id: number;
  /** Sent with the first request for a piece. */
  readonly ready?: Ready;
  /** The rest is no longer wanted. */
  readonly isEnd?: boolean;
};

/** Rows as SQLite holds them; `isLast` if no more follow. */
export type ReaderPiece = { readonly rows: readonly TableRow[]; readonly isLast: boolean };

/** Sent once it accepts queries. */
export const readyWord = 'ready';

export type ReaderAnswer =
  | (ReaderPiece & { readonly id: number; readonly error?: undefined })
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };

/** The reason a process writes to its channel before it exits. */
export type LastWord = 'time' | 'memory' | 'disk';

/** The file descriptor of that channel. */
export const lastWordsAt = 3;
