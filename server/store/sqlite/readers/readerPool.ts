/**
 * A pool of processes for long reads: each can be killed, and no query waits for SQLite's work on another.
 */
import { refusals } from '../../../errors/Refusal.ts';
import { createTurns, type Turn, type TurnLimits } from '../../../work/createTurns.ts';
import type { Ready } from '../../sql/entityStatements.ts';
import type { TableRow } from '../../tableQuery.ts';
import type { Asking } from '../../types.ts';
import { type How, readPiece, type TableReader } from '../tableReader.ts';
import type { ReaderPiece, ReaderSettings } from './readerMessages.ts';
import { type Reader, startReader } from './startReader.ts';

export type ReaderLimits = TurnLimits &
  Pick<ReaderSettings, 'work' | 'memory' | 'disk'> & {
    /** Milliseconds a process may take to start. */
    readonly start: number;
    /** Wall-clock limit as a multiple of `work`: the machine may be busy, or the disk slow. */
    readonly clock: number;
    /** Milliseconds a piece waits to be fetched. */
    readonly fetched: number;
    /** Milliseconds after which an idle process exits; one stays. */
    readonly idle: number;
    /** Milliseconds that running queries have left once the server is asked to stop. */
    readonly goodbye: number;
  };

/** Longer timers would fire at once. */
const longestTimer = 2 ** 31 - 1;

const megabyte = 1024 * 1024;

export const readerLimits: ReaderLimits = {
  ...{ open: 6, openOfOne: 3, long: 3, longOfOne: 2, waiting: 600, waitingOfOne: 60 },
  ...{ memory: 512 * megabyte, disk: 1024 * megabyte },
  ...{
    start: 30_000,
    patience: 60_000,
    work: 60_000,
    clock: 3,
    fetched: 60_000,
    idle: 10_000,
    goodbye: 3000,
  },
};

export type ReaderOptions = {
  readonly script: URL;
  readonly limits?: Partial<ReaderLimits>;
  /** The environment of the processes: without the secrets in the server's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Aborted when the server is asked to stop. */
  readonly stopping?: AbortSignal;
};

export type ReaderPool = TableReader & {
  /** All rows at once, as SQLite holds them. */
  readonly all: (ready: Ready, how: How) => Promise<readonly TableRow[]>;
};

export function readerPool(file: string, options: ReaderOptions): ReaderPool {
  const { script, environment = {}, stopping } = options;
  const limits = { ...readerLimits, ...options.limits };
  const temp = `${file.replace(/\.(db|sqlite3?)$/, '')}.temp`;
  const { work, memory, disk } = limits;
  const turns = createTurns(limits);
  const readers = createReaders(
    () => startReader({ script, environment }, { file, temp, work, memory, disk }),
    limits.idle,
  );
  let questions = 0;
  const stop = () => {
    turns.close(refusals.stopping);
    setTimeout(() => readers.kill(refusals.stopping()), limits.goodbye).unref();
  };
  if (stopping?.aborted) stop();
  else stopping?.addEventListener('abort', stop, { once: true });

  async function* pieces(ready: Ready, { isLong = false, asking = {} }: How) {
    const turn = await turns.take(isLong, asking);
    const question = createQuestion({ id: ++questions, readers, turn, limits, asking });
    try {
      let piece = await question.ask(ready);
      while (!piece.isLast) {
        // Reads the next piece while this one is processed.
        const next = question.ask();
        next.catch(() => undefined);
        yield piece.rows;
        piece = await next;
      }
      // The next query need not wait until these rows are processed.
      question.end();
      if (piece.rows.length > 0) yield piece.rows;
    } finally {
      question.end();
    }
  }
  const all: ReaderPool['all'] = async (ready, how) => {
    const rows: TableRow[] = [];
    for await (const piece of pieces(ready, how)) for (const row of piece) rows.push(row);
    return rows;
  };
  return {
    all,
    rows: async function* (ready, { readers: values, ...how }) {
      for await (const piece of pieces(ready, how)) yield readPiece(piece, values);
    },
    count: async (ready, how) => Number((await all(ready, how))[0]?.[0] ?? 0),
    close: async () => {
      stopping?.removeEventListener('abort', stop);
      turns.close(refusals.stopping);
      await readers.kill(refusals.stopping());
    },
  };
}

type Readers = {
  readonly take: () => Reader;
  readonly giveBack: (reader: Reader) => void;
  readonly kill: (why: Error) => Promise<void>;
};

/** Processes start on demand; one stays for the next query. */
function createReaders(start: () => Reader, idleFor: number): Readers {
  const all = new Set<Reader>();
  const idle = new Map<Reader, NodeJS.Timeout>();
  const take = (): Reader => {
    for (const [reader, timer] of idle) {
      clearTimeout(timer);
      idle.delete(reader);
      if (!reader.isAlive()) continue;
      reader.rest(false);
      return reader;
    }
    const started = start();
    all.add(started);
    void started.ended.then(() => {
      all.delete(started);
      clearTimeout(idle.get(started));
      idle.delete(started);
    });
    return started;
  };
  const giveBack = (reader: Reader) => {
    if (!reader.isAlive()) return;
    reader.rest(true);
    const end = () => {
      if (idle.size <= 1) return;
      idle.delete(reader);
      reader.kill(refusals.stopping());
    };
    idle.set(reader, setTimeout(end, idleFor).unref());
  };
  return {
    take,
    giveBack,
    kill: async (why) => {
      for (const timer of idle.values()) clearTimeout(timer);
      const killed = [...all];
      for (const reader of killed) {
        // Keeps this process alive for callers that wait for the reader's end.
        reader.rest(false);
        reader.kill(why);
      }
      await Promise.all(killed.map(({ ended }) => ended));
    },
  };
}

type Asked = {
  readonly id: number;
  readonly readers: Readers;
  readonly turn: Turn;
  readonly limits: ReaderLimits;
  readonly asking: Asking;
};

/** Milliseconds a reader has to finish an unwanted piece: a new process would cost as much. */
const finishing = 250;

/**
 * A query on its reader. The reader is killed if it works too long, or if nobody fetches or waits any longer.
 */
function createQuestion({ id, readers, turn, limits, asking }: Asked) {
  const reader = readers.take();
  const signal = asking.signal?.();
  let [worked, isWorking, isOpen, hasEnded] = [0, false, true, false];
  let timer: NodeJS.Timeout | undefined;
  const killAfter = (milliseconds: number, why: () => Error) => {
    clearTimeout(timer);
    timer = setTimeout(() => reader.kill(why()), Math.min(milliseconds, longestTimer)).unref();
  };
  const leave = () => reader.kill(refusals.queryUnwanted());
  signal?.addEventListener('abort', leave);
  const letGo = () => {
    clearTimeout(timer);
    if (isOpen) reader.drop(id);
    readers.giveBack(reader);
    turn.end();
  };
  const ask = async (ready?: Ready): Promise<ReaderPiece> => {
    if (signal?.aborted) leave();
    isWorking = true;
    turn.setWorking(true);
    let began = performance.now();
    try {
      killAfter(limits.start, refusals.queryBroken);
      await reader.ready;
      began = performance.now();
      killAfter(limits.work * limits.clock - worked, refusals.queryTooSlow);
      const piece = await reader.ask(ready ? { id, ready } : { id });
      isOpen = !piece.isLast;
      return piece;
    } catch (error) {
      isOpen = false;
      throw error;
    } finally {
      worked += performance.now() - began;
      isWorking = false;
      if (hasEnded) letGo();
      else {
        killAfter(limits.fetched, refusals.queryNotFetched);
        turn.setWorking(false);
      }
    }
  };
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    signal?.removeEventListener('abort', leave);
    if (isWorking) killAfter(finishing, refusals.queryUnwanted);
    else letGo();
  };
  return { ask, end };
}
