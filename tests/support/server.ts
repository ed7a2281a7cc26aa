import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { patience } from '../../scripts/patience.mjs';

/** The built server, running on a new database. */
export type RunningServer = {
  readonly origin: string;
  /** From the start of the process to its `listening` line, in milliseconds. */
  readonly startMilliseconds: number;
  readonly databaseFile: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  /** Stops it as an operator would (SIGTERM), waits for that, and removes its database. */
  readonly stop: () => Promise<void>;
};

type Options = {
  seed?: 'demo' | 'none';
  env?: Record<string, string>;
  databaseFile?: string;
  timeout?: number;
  /** The built server; absent: that of `npm run build`. */
  script?: string;
  /** Its working folder, with the declarations; absent: this repository. */
  cwd?: string;
  /** The Node that runs it; absent: that of the tests. */
  program?: string;
  /** Whether passwords cost what they cost in use, as those of a kept database do. */
  hasFullHashes?: boolean;
};

/** Starts dist/server/main.js on a free port and a temporary database; build first (`npm run build`). */
export async function startServer(options: Options = {}): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
  const databaseFile = options.databaseFile ?? path.join(folder, 'test.db');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    SEED: options.seed ?? 'demo',
    DATABASE_URL: `file:${databaseFile}`,
    ...options.env,
  };
  const start = performance.now();
  const child = spawn(
    options.program ?? process.execPath,
    [
      ...(options.hasFullHashes ? [] : ['--import', path.resolve('tests/support/quickScrypt.mjs')]),
      options.script ?? 'dist/server/main.js',
    ],
    {
      env,
      ...(options.cwd && { cwd: options.cwd }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = collectOutput(child);
  const stop = () => stopServer(child, folder);
  try {
    const origin = await listening(child, output, options.timeout ?? patience(60));
    return {
      origin,
      startMilliseconds: performance.now() - start,
      databaseFile,
      process: child,
      output,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function collectOutput(child: ChildProcess): () => string {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(String(part)));
  return () => parts.join('');
}

async function listening(child: ChildProcess, output: () => string, timeout: number): Promise<string> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    const origin = /listening on (http:\/\/localhost:\d+)/.exec(output())?.[1];
    if (origin) return origin;
    if (child.exitCode !== null) throw new Error(`The server ended before it listened:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The server did not listen within ${timeout} ms:\n${output()}`);
}

async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(patience);
  }
  rmSync(folder, { recursive: true, force: true });
}
