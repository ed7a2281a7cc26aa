/**
 * The process that reads for the server: one query at a time, piece by piece. SQLite cannot be interrupted
 * within a statement, and a thread would keep running, so the server kills the whole process.
 */
import { fstatSync, readdirSync, statSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../driver.ts';
import { nextPiece, openReading } from '../tableReader.ts';
import {
  type LastWord,
  lastWordsAt,
  type ReaderAnswer,
  type ReaderQuestion,
  type ReaderSettings,
  readyWord,
} from './readerMessages.ts';

/** Below the server's priority, which answers everyone else meanwhile. */
const niceness = 5;

/**
 * Milliseconds between measurements of a working reader, and between an idle one's checks that the server
 * still runs.
 */
const [measuredEvery, lookedEvery] = [50, 1000];

type Watched = {
  readonly settings: ReaderSettings;
  readonly isBusy: Int32Array;
  /** The processor time of this process when its query began. */
  readonly since: Float64Array;
  readonly parent: number;
};

if (isMainThread) serve(JSON.parse(process.argv[2] ?? '{}') as ReaderSettings);
else watch(workerData as Watched);

function serve(settings: ReaderSettings): void {
  const isBusy = new Int32Array(new SharedArrayBuffer(4));
  const since = new Float64Array(new SharedArrayBuffer(8));
  const watched: Watched = { settings, isBusy, since, parent: process.ppid };
  new Worker(new URL(import.meta.url), { workerData: watched }).unref();
  lowerPriority();
  const reader = createReader(settings);
  const setBusy = (busy: boolean) => {
    Atomics.store(isBusy, 0, busy ? 1 : 0);
    Atomics.notify(isBusy, 0);
  };
  process.on('message', (question: ReaderQuestion) => {
    if (question.ready) since[0] = processorTime();
    setBusy(true);
    const answer = reader(question);
    setBusy(false);
    if (answer) process.send?.(answer);
  });
  process.on('disconnect', () => process.exit());
  process.send?.(readyWord);
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Linux lowers only this thread; the watching thread keeps its priority. */
function lowerPriority(): void {
  try {
    setPriority(getPriority() + niceness);
  } catch {
    // Not permitted here; reading works anyway.
  }
}

function createReader({ file }: ReaderSettings): (question: ReaderQuestion) => ReaderAnswer | undefined {
  let db: Database | undefined;
  let open: { readonly id: number; readonly cursor: Iterator<unknown> } | undefined;
  const end = () => {
    open?.cursor.return?.();
    open = undefined;
  };
  return ({ id, ready, isEnd }) => {
    try {
      if (ready || isEnd) end();
      if (isEnd) return undefined;
      if (ready) {
        db ??= openReading(file);
        const statement = db.prepare(ready.text).raw(true);
        open = { id, cursor: statement.iterate(...ready.values) };
      }
      if (open?.id !== id) return { id, rows: [], isLast: true };
      const { rows, isLast } = nextPiece(open.cursor);
      if (isLast) open = undefined;
      return { id, rows, isLast };
    } catch (error) {
      open = undefined;
      return { id, error: errorOf(error) };
    }
  };
}

function errorOf(error: unknown): { message: string; code?: string } {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof Sqlite.SqliteError ? { message, code: error.code } : { message };
}

/**
 * Runs in its own thread, since the reading one is inside SQLite: exits the process if it exceeds a limit or
 * is orphaned.
 */
function watch({ settings, isBusy, since, parent }: Watched): never {
  for (;;) {
    Atomics.wait(isBusy, 0, 0, lookedEvery);
    if (process.ppid !== parent || !isThere(parent)) end();
    if (Atomics.load(isBusy, 0) === 0) continue;
    if (processorTime() - (since[0] ?? 0) > settings.work) end('time');
    if (process.memoryUsage.rss() > settings.memory) end('memory');
    if (temporaryBytes(settings.temp) > settings.disk) end('disk');
    Atomics.wait(isBusy, 0, 1, measuredEvery);
  }
}

function end(word?: LastWord): never {
  try {
    if (word) writeSync(lastWordsAt, word);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
  // The process ends here, even if exiting failed.
  throw new Error(word);
}

function isThere(parent: number): boolean {
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

/** SQLite unlinks temporary files where it can and keeps them open, so unlinked open files count. */
function temporaryBytes(folder: string): number {
  let bytes = 0;
  for (const fd of openFiles()) {
    const found = attempt(() => fstatSync(fd));
    if (found?.isFile() && found.nlink === 0) bytes += found.size;
  }
  // Windows keeps the names.
  if (process.platform === 'win32')
    for (const name of attempt(() => readdirSync(folder)) ?? [])
      bytes += attempt(() => statSync(join(folder, name)).size) ?? 0;
  return bytes;
}

function openFiles(): readonly number[] {
  const listed = attempt(() => readdirSync('/proc/self/fd').map(Number));
  return listed ?? Array.from({ length: 64 }, (_, fd) => fd);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
