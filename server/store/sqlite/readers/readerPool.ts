/** Processes that read what may take long: each can be killed, and SQLite's work on one question waits for no other. */
import { refusals } from '../../../errors/Refusal.ts';
import { createTurns, type Turn, type TurnLimits } from '../../sql/createTurns.ts';
import type { Ready } from '../../sql/entityStatements.ts';
import type { TableRow } from '../../tableQuery.ts';
import type { Asking } from '../../types.ts';
import { type How, readPiece, type TableReader } from '../tableReader.ts';
import type { ReaderPiece, ReaderSettings } from './readerMessages.ts';
import { type Reader, startReader } from './startReader.ts';

export type ReaderLimits = TurnLimits &
  Pick<ReaderSettings, 'work' | 'memory' | 'disk'> & {
    /** Milliseconds that a process has to start. */
    readonly start: number;
    /** By the clock, how many times `work` a question may take: the machine may be busy, or the disk slow. */
    readonly clock: number;
    /** Milliseconds that a piece waits to be fetched. */
    readonly fetched: number;
    /** Milliseconds after which a process that has nothing to do ends; one stays. */
    readonly idle: number;
    /** Milliseconds that questions have left once the server is asked to stop. */
    readonly goodbye: number;
  };

/** What is longer would be due at once. */
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
  /** What the processes know of the environment: not the secrets that the server's own may hold. */
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
        // It reads on while this piece is worked on.
        const next = question.ask();
        next.catch(() => undefined);
        yield piece.rows;
        piece = await next;
      }
      // The next question need not wait until these are worked on.
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

/** Started when they are needed; one stays for the next question. */
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
        // Whoever waits for its end must live to see it.
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

/** Milliseconds that a reader has to finish a piece which nobody wants any more: a new process costs as much. */
const finishing = 250;

/** A question at its reader, which is killed when it works too long, when nobody fetches, and when nobody waits any more. */
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
