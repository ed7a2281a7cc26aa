/** Notes the processor time of each test file, with the processes it started and ended, for the end of `npm test`. */
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

const place = process.env.TEST_COSTS;
const isLinux = process.platform === 'linux';

// Files of a worker share this, with what importing a file takes.
const counter = globalThis as { secondsBefore?: number };
counter.secondsBefore ??= secondsUsed();

afterAll(() => {
  const seconds = secondsUsed();
  const { testPath = '' } = expect.getState();
  if (place) appendFileSync(place, `${costOf(seconds)} ${nameOf(testPath)}\n`);
  counter.secondsBefore = seconds;
});

function costOf(seconds: number): string {
  return (seconds - (counter.secondsBefore ?? 0)).toFixed(1);
}

function nameOf(testPath: string): string {
  const on = process.env.STORES ? ` (${process.env.STORES})` : '';
  return path.relative(process.cwd(), testPath) + on;
}

function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (isLinux ? secondsOfChildren() : 0);
}

/** Of ended children: `cutime` and `cstime` of proc(5), in hundredths of a second. */
function secondsOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
