/** Part of a bench in a process of its own, and the memory it takes there. */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** What a bench file's `part` gives for an argument. */
export function inOwnProcess<Result>(file: string, argument: string): Promise<Result> {
  const [, script = ''] = process.argv;
  const child = fork(script, [], {
    env: { ...process.env, BENCH_PART: file, BENCH_ARGUMENT: argument },
    execArgv: ['--expose-gc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('exit', (code) => reject(new Error(`The part of ${file} ended with ${code}.`)));
  });
}

/** Megabytes of the process at its highest from now until it is asked, beyond what it holds now. */
export function watchMemory(): () => number {
  // What starting took is no part of it.
  (globalThis as { gc?: () => void }).gc?.();
  forgetHighest();
  const before = process.memoryUsage.rss();
  return () => (process.resourceUsage().maxRSS * 1024 - before) / 1_000_000;
}

/** Linux counts the highest from here on; elsewhere it stays that since the start, and the figure is too high, never too low. */
function forgetHighest(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Another system.
  }
}
