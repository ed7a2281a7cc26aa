// Runs the steps of `npm test`: a command, or a Vitest project, whose results are stored in .results/.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { root } from './install.mjs';
import { countResults, failedFiles, replaceFailed } from './testResults.mjs';

export const results = path.join(root, '.results');

/** Titles of flaky tests, which failed and then passed on retry. */
export const unsteady = [];

/** Entry scripts of packages; starting them through npx takes half a second more. */
export const programs = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
};

/**
 * Runs a Node program as one check.
 * @param {string[]} args arguments of Node
 * @param {import('node:stream').Writable} out
 * @param {How} [how]
 */
export async function command(args, out, how) {
  const status = await start(args, out, how);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Runs a browser project, and retries failed files in a new browser; tests that then pass are reported as
 * flaky.
 */
export async function inBrowser(project, out, how) {
  const run = { project, out, how };
  const first = await vitest(run);
  if (first.isBroken) {
    unsteady.push(`${project}: the browser broke outside its tests`);
    return vitest(run);
  }
  const failed = failedFiles(first);
  // So many failures are real ones.
  return failed.length === 0 || failed.length > 8 ? first : tryAgain(run, first, failed);
}

async function tryAgain(run, first, files) {
  run.out.write(`\nOf ${run.project} ${files.length} files failed; trying again.\n`);
  const again = await vitest({ ...run, files });
  const { testResults, unsteady: found } = replaceFailed(first, again);
  unsteady.push(...found.map((title) => path.relative(root, title)));
  writeFileSync(resultsFile(run), JSON.stringify({ testResults }));
  return countResults({ testResults });
}

/**
 * Runs a Vitest project.
 * @param {{ project: string, files?: string[], folder?: string, out: import('node:stream').Writable, how?: How }} run
 * `files`: all by default; `folder` of the results: `.results` by default
 */
export async function vitest({ project, files = [], folder, out, how }) {
  const place = resultsFile({ project, folder });
  rmSync(place, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${place}`];
  const args = ['run', '--project', project, ...reporters, ...files];
  const status = await start(['node_modules/vitest/vitest.mjs', ...args], out, how);
  const { testResults } = readResults(place);
  const count = { testResults, ...countResults({ testResults }) };
  // Nothing ran, or the run failed outside any test: count a failure.
  if (count.failed === 0 && (status !== 0 || count.passed === 0))
    return { ...count, failed: 1, isBroken: true };
  return count;
}

/** Results written by a run; empty if it wrote none. */
export function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

function resultsFile({ project, folder = results }) {
  return path.join(folder, `${project}.json`);
}

/**
 * How a process shares the machine: a priority below the usual 0, and how many workers Vitest may start.
 * @typedef {{ priority?: number, workers?: number }} How
 */

/** Resolves to the exit code. */
function start(args, out, { priority = 0, workers } = {}) {
  const env = { ...process.env, ...(workers && { TEST_WORKERS: String(workers) }) };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (priority > 0) lower(child.pid, priority);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(out, { end: false });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve(status));
  });
}

function lower(pid, priority) {
  try {
    setPriority(pid, priority);
  } catch {
    // It has ended already, or the system has no priorities.
  }
}
