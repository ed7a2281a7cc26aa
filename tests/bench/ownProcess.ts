/** Part of a bench in a process of its own, and the memory it takes there. */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

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

/** Megabytes of the process at its peak from now until it is asked, beyond what it holds now. */
export function watchMemory(): () => number {
  // What starting took is no part of it.
  (globalThis as { gc?: () => void }).gc?.();
  forgetPeak();
  const before = process.memoryUsage.rss();
  return () => (peak() - before) / 1_000_000;
}

/** Linux counts the peak from here on; elsewhere it is that since the start: too high, never too low. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Another system.
  }
}

/**
 * In bytes. `resourceUsage().maxRSS` is of no use on Linux: a child process inherits the peak of the process
 * that forked it, so a small one looks as large as the bench that started it.
 */
function peak(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes) return Number(kilobytes) * 1024;
  } catch {
    // Another system.
  }
  return process.resourceUsage().maxRSS * 1024;
}
