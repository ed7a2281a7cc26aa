/** What the server and the processes that read for it say to each other. */

import type { Ready } from '../../sql/entityStatements.ts';
import type { TableRow } from '../../tableQuery.ts';

/** Given to the process when it starts, as JSON. */
export type ReaderSettings = {
  readonly file: string;
  /** Milliseconds of its own processor time that it works on one question. */
  readonly work: number;
  /** Bytes of memory and of temporary files beyond which it ends itself. */
  readonly memory: number;
  readonly disk: number;
  /** The folder of its temporary files. */
  readonly temp: string;
};

export type ReaderQuestion = {
  readonly id: number;
  /** With the first question for a piece. */
  readonly ready?: Ready;
  /** Nobody wants more of it. */
  readonly isEnd?: boolean;
};

/** Rows as SQLite holds them; `isLast` when no more follow. */
export type ReaderPiece = { readonly rows: readonly TableRow[]; readonly isLast: boolean };

/** Said once it can be asked. */
export const readyWord = 'ready';

export type ReaderAnswer =
  | (ReaderPiece & { readonly id: number; readonly error?: undefined })
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };

/** What a process wrote to its channel for last words, before it ended itself. */
export type LastWord = 'time' | 'memory' | 'disk';

/** The file descriptor of that channel. */
export const lastWordsAt = 3;
