/** What SQLite knows about how values are spread: without it, lists with several filters are 40 times slower. */
import { type Database, SqliteError } from 'better-sqlite3';

export type Statistics = {
  /** Counts what has been committed; after a good many writes the statistics are looked at again. */
  readonly wrote: (records: number) => void;
  /** Brings up to date what has changed much. Samples, so that a large table takes milliseconds. */
  readonly refresh: () => void;
};

/** `reader` learns what `writer` finds out. */
export function createStatistics(writer: Database, reader: Database): Statistics {
  let pending = 0;
  const refresh = () => {
    pending = 0;
    try {
      writer.pragma('optimize = 0x10002');
      if (reader !== writer) reader.exec('analyze sqlite_schema');
    } catch (error) {
      // Statistics only help: what is committed must not fail for want of them. The next time will do.
      if (!(error instanceof SqliteError)) throw error;
    }
  };
  return {
    refresh,
    wrote: (records) => {
      pending += records;
      if (pending >= writesBetween) refresh();
    },
  };
}

const writesBetween = 1000;
