/**
 * Streams a whole list in bounded memory: reads the order as row numbers, then the records piece by piece.
 */
import type { DataRecord } from '#engine';
import { createYield } from '../../work/createYield.ts';
import type { TableRow } from '../tableQuery.ts';
import type { RecordPage, RecordQuery, StreamQuery } from '../types.ts';
import type { Ready } from './entityStatements.ts';
import type { SqlTables } from './sqlTables.ts';
import { streamSql } from './streamSql.ts';

export type StreamSource = {
  readonly tables: SqlTables;
  readonly find: (query: RecordQuery) => Promise<RecordPage>;
  /** Rows of one number each, read without blocking others. */
  readonly rowNumbers: (ready: Ready) => AsyncIterable<readonly TableRow[]>;
  readonly read: (query: StreamQuery, ready: Ready) => Promise<readonly DataRecord[]>;
};

/** Most lists are shorter and need one query. */
const firstSize = 100;

/**
 * Holds nothing open between pieces: an open cursor would make the database's log grow while a slow client
 * reads. Instead it holds eight bytes per record.
 */
export async function* streamRecords(
  source: StreamSource,
  asked: StreamQuery,
): AsyncGenerator<readonly DataRecord[]> {
  // Ids identify records already sent.
  const query = asked.only ? { ...asked, only: [...new Set(['Id', ...asked.only])] } : asked;
  const { items } = await source.find({ ...query, page: { number: 1, size: firstSize } });
  if (items.length > 0) yield items;
  if (items.length < firstSize) return;
  // Already sent, even if their position has changed since.
  const given = new Set(items.map(({ Id }) => Id));
  const statements = streamSql(source.tables, query);
  const order = collectOrder(source.rowNumbers(statements.order));
  const sizer = createPieceSizer();
  try {
    for (let at = 0; ; ) {
      const rows = await order.take(at, sizer.size());
      if (rows.length === 0) return;
      at += rows.length;
      const began = performance.now();
      const read = await source.read(query, statements.piece(rows));
      sizer.took(performance.now() - began);
      const piece = given.size > 0 ? read.filter(({ Id }) => !given.delete(Id)) : read;
      if (piece.length > 0) yield piece;
    }
  } finally {
    order.stop();
  }
}

type Order = {
  /** The next numbers, once they are known; none at the end. */
  readonly take: (from: number, size: number) => Promise<readonly number[]>;
  readonly stop: () => void;
};

/** Reads ahead without waiting for the consumer, so the reader is soon free for others. */
function collectOrder(pieces: AsyncIterable<readonly TableRow[]>): Order {
  const yieldTurn = createYield();
  let numbers = new Float64Array(4096);
  let [count, isEnded, isWanted] = [0, false, true];
  let failure: unknown;
  let wake = (): void => undefined;
  const add = (piece: readonly TableRow[]) => {
    if (count + piece.length > numbers.length) {
      const larger = new Float64Array(Math.max(numbers.length * 2, count + piece.length));
      larger.set(numbers);
      numbers = larger;
    }
    for (const [number] of piece) numbers[count++] = number as number;
  };
  const collect = async () => {
    for await (const piece of pieces) {
      if (!isWanted) return;
      add(piece);
      wake();
      await yieldTurn();
    }
  };
  collect()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isEnded = true;
      wake();
    });
  return {
    take: async (from, size) => {
      while (count < from + size && !isEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (failure !== undefined) throw failure;
      return [...numbers.subarray(from, Math.min(count, from + size))];
    },
    stop: () => {
      isWanted = false;
    },
  };
}

/** Sizes pieces by their duration, so no other work waits long, however large the records. */
function createPieceSizer() {
  let size = firstSize;
  return {
    size: () => size,
    took: (milliseconds: number) => {
      if (milliseconds > longMs) size = Math.max(1, size >> 1);
      else if (milliseconds * 3 < longMs) size = Math.min(largestPiece, size * 2);
    },
  };
}

const longMs = 6;
const largestPiece = 500;
