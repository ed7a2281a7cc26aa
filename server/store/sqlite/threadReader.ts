/** Questions over many rows in a thread of their own: SQLite works on one until it has an answer, and others need not wait. */
import { Worker } from 'node:worker_threads';
import type { TableRow } from '../tableQuery.ts';
import type { Ready } from './entityStatements.ts';
import { readPiece, type TableReader } from './tableReader.ts';

export type RowsQuestion = {
  readonly id: number;
  /** With the first question for a piece. */
  readonly ready?: Ready;
  /** Nobody wants more of it. */
  readonly isEnd?: boolean;
};

export type RowsAnswer =
  | { readonly id: number; readonly piece: readonly TableRow[]; readonly error?: undefined }
  | { readonly id: number; readonly error: string };

type Waiting = {
  readonly resolve: (piece: readonly TableRow[]) => void;
  readonly reject: (error: Error) => void;
};

type Options = { readonly script: URL; readonly file: string; readonly threads?: number };

/** Two threads: who asks for a little need not wait for one who asks for much. */
export function threadReader({ script, file, threads = 2 }: Options): TableReader {
  const all: RowsThread[] = [];
  let next = 0;
  const least = (): RowsThread => {
    const idle = all.find((thread) => thread.isIdle());
    if (idle) return idle;
    if (all.length < threads) {
      const started = startThread({ script, file });
      all.push(started);
      return started;
    }
    return all.toSorted((one, other) => one.load() - other.load())[0] as RowsThread;
  };
  async function* rows(ready: Ready, readers: Parameters<TableReader['rows']>[1]) {
    const thread = least();
    const id = ++next;
    let isOpen = true;
    thread.hold();
    try {
      let asked = thread.ask({ id, ready });
      for (;;) {
        const piece = await asked;
        if (piece.length === 0) {
          isOpen = false;
          return;
        }
        // The thread reads on while this piece is worked on.
        asked = thread.ask({ id });
        asked.catch(() => undefined);
        yield readPiece(piece, readers);
      }
    } catch (error) {
      isOpen = false;
      throw error;
    } finally {
      thread.release();
      if (isOpen) void thread.ask({ id, isEnd: true }).catch(() => undefined);
    }
  }
  return {
    rows,
    count: (ready) => countIn(least(), { id: ++next, ready }),
    close: async () => {
      await Promise.all(all.splice(0).map((thread) => thread.close()));
    },
  };
}

/** Ended at once, it leaves the thread idle: the rows it is followed by would take another one, with its memory. */
async function countIn(thread: RowsThread, question: Pick<RowsQuestion, 'id' | 'ready'>): Promise<number> {
  thread.hold();
  try {
    const counting = thread.ask(question);
    const ending = thread.ask({ id: question.id, isEnd: true }).catch(() => undefined);
    const [row] = await counting;
    await ending;
    return Number(row?.[0] ?? 0);
  } finally {
    thread.release();
  }
}

type RowsThread = {
  readonly ask: (question: RowsQuestion) => Promise<readonly TableRow[]>;
  readonly hold: () => void;
  readonly release: () => void;
  readonly isIdle: () => boolean;
  /** Questions that are being read. */
  readonly load: () => number;
  readonly close: () => Promise<void>;
};

function startThread({ script, file }: Omit<Options, 'threads'>): RowsThread {
  const wanted = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let held = 0;
  const fail = (error: Error) => {
    worker = undefined;
    for (const one of waiting.splice(0)) one.reject(error);
  };
  const start = () => {
    const started = new Worker(script, { workerData: { file, wanted } });
    // It must neither keep a server alive that has nothing else to do, nor end it.
    started.unref();
    started.on('error', fail);
    started.on('exit', () => worker === started && fail(new Error('The thread that reads rows has ended.')));
    started.on('message', (answer: RowsAnswer) => {
      const one = waiting.shift();
      if (answer.error === undefined) one?.resolve(answer.piece);
      else one?.reject(new Error(answer.error));
    });
    return started;
  };
  return {
    // It answers in the order in which it is asked.
    ask: (question) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        waiting.push({ resolve, reject });
        worker.postMessage(question);
      }),
    hold: () => {
      held++;
    },
    release: () => {
      held--;
    },
    isIdle: () => held === 0 && waiting.length === 0,
    load: () => held,
    close: async () => {
      Atomics.store(wanted, 0, 0);
      await worker?.terminate();
    },
  };
}
