/** A reader process as the server sees it: returns pieces on request, and can be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusals } from '../../../errors/Refusal.ts';
import { Sqlite } from '../driver.ts';
import {
  type LastWord,
  lastWordsAt,
  type ReaderAnswer,
  type ReaderPiece,
  type ReaderQuestion,
  type ReaderSettings,
  readyWord,
} from './readerMessages.ts';

export type Reader = {
  /** Resolves once it accepts queries; rejects if it never will. */
  readonly ready: Promise<void>;
  /** Resolves with the next piece; rejects with the reason the reader ended, or SQLite's error. */
  readonly ask: (question: ReaderQuestion) => Promise<ReaderPiece>;
  /** The rest of a query is no longer wanted. */
  readonly drop: (id: number) => void;
  /** Kills it at once; its pending request is refused with `why`. */
  readonly kill: (why: Error) => void;
  /** While resting, it does not keep the server's process alive. */
  readonly rest: (isResting: boolean) => void;
  /** False once it has ended, for any reason. */
  readonly isAlive: () => boolean;
  readonly ended: Promise<void>;
};

type Program = {
  readonly script: URL;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

export function startReader(program: Program, settings: ReaderSettings): Reader {
  mkdirSync(settings.temp, { recursive: true, mode: 0o700 });
  const child = start(program, settings);
  let waiting: Waiting | undefined;
  let why: Error | undefined;
  let begin: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    begin = { resolve, reject };
  });
  ready.catch(() => undefined);
  const fail = (error: Error) => {
    why ??= error;
    begin?.reject(why);
    waiting?.reject(why);
    waiting = undefined;
  };
  child.on('message', (answer: ReaderAnswer | typeof readyWord) => {
    if (answer === readyWord) return begin?.resolve();
    if (answer.id !== waiting?.id) return;
    const asked = waiting;
    waiting = undefined;
    if (answer.error) asked.reject(errorOf(answer.error));
    else asked.resolve(answer);
  });
  const ended = endOf(child).then((word) => fail(endings[word ?? 'none']()));
  return {
    ready,
    ended,
    isAlive: () => why === undefined,
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (why) return reject(why);
        waiting = { id: question.id, resolve, reject };
        child.send(question, (error) => error && fail(refusals.queryBroken({ cause: error })));
      }),
    drop: (id) => {
      if (!why) child.send({ id, isEnd: true } satisfies ReaderQuestion, () => undefined);
    },
    kill: (reason) => {
      fail(reason);
      child.kill('SIGKILL');
    },
    rest: (isResting) => {
      const held = [child, child.channel, child.stdio[lastWordsAt]] as (Held | null | undefined)[];
      for (const each of held) (isResting ? each?.unref : each?.ref)?.call(each);
    },
  };
}

const endings = {
  time: refusals.queryTooSlow,
  memory: refusals.queryTooLarge,
  disk: refusals.queryTooLarge,
  none: refusals.queryBroken,
} satisfies Record<LastWord | 'none', () => Error>;

type Waiting = {
  readonly id: number;
  readonly resolve: (piece: ReaderPiece) => void;
  readonly reject: (error: Error) => void;
};

type Held = { readonly ref?: () => void; readonly unref?: () => void };

function start({ script, environment }: Program, settings: ReaderSettings): ChildProcess {
  const { temp } = settings;
  return fork(fileURLToPath(script), [JSON.stringify(settings)], {
    // SQLite reads SQLITE_TMPDIR first; Windows uses the others.
    env: { ...environment, SQLITE_TMPDIR: temp, TMPDIR: temp, TMP: temp, TEMP: temp },
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    // The last pipe carries the exit reason: the thread inside SQLite cannot send a message.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'ipc'],
  });
}

/** Resolves with the exit reason when the process has ended. */
function endOf(child: ChildProcess): Promise<LastWord | undefined> {
  let said = '';
  child.stdio[lastWordsAt]?.on('data', (part) => {
    said += String(part);
  });
  return new Promise((resolve) => {
    child.once('close', () => resolve((said || undefined) as LastWord | undefined));
    child.once('error', () => child.pid === undefined && resolve(undefined));
  });
}

/** Full temporary storage is the query's problem, not the database's. */
function errorOf({ message, code }: { readonly message: string; readonly code?: string }): Error {
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE' || code === 'SQLITE_NOMEM')
    return refusals.queryTooLarge();
  return code ? new Sqlite.SqliteError(message, code) : new Error(message);
}
