// What the steps of `npm test` run: a command, or a project of Vitest, whose results are kept under .results/.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { countResults, failedFiles, replaceFailed } from './testResults.mjs';

/** The folder of the results. */
export const results = path.join(root, '.results');

/** Tests that failed and passed when tried once more, by their titles. */
export const unsteady = [];

/** Programs of packages, started without npx, which takes half a second each. */
export const programs = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
};

/**
 * Runs a program of Node's as one check.
 * @param {string[]} args what Node is started with
 * @param {import('node:stream').Writable} out
 */
export async function command(args, out) {
  const status = await start(args, out);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * What failed is tried once more, by a new browser and from the start of its file; what then passes is named at the
 * end.
 */
export async function inBrowser(project, out) {
  const run = { project, out };
  const first = await vitest(run);
  if (first.isBroken) {
    unsteady.push(`${project}: the browser broke outside its tests`);
    return vitest(run);
  }
  const failed = failedFiles(first);
  // That many are not unsteady, they are wrong.
  return failed.length === 0 || failed.length > 8 ? first : tryAgain(run, first, failed);
}

async function tryAgain(run, first, files) {
  run.out.write(`\nOf ${run.project} ${files.length} files failed; once more.\n`);
  const again = await vitest({ ...run, files });
  const { testResults, unsteady: found } = replaceFailed(first, again);
  unsteady.push(...found.map((title) => path.relative(root, title)));
  writeFileSync(resultsFile(run), JSON.stringify({ testResults }));
  return countResults({ testResults });
}

/**
 * Runs a project of Vitest.
 * @param {{ project: string, files?: string[], folder?: string, out: import('node:stream').Writable }} run
 *   only these files, all of the project otherwise; the results go into this folder, `.results` otherwise
 */
export async function vitest({ project, files = [], folder, out }) {
  const place = resultsFile({ project, folder });
  rmSync(place, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${place}`];
  const args = ['run', '--project', project, ...reporters, ...files];
  const status = await start(['node_modules/vitest/vitest.mjs', ...args], out);
  const { testResults } = readResults(place);
  const count = { testResults, ...countResults({ testResults }) };
  // Nothing ran, or the run itself broke (an error outside any test): a failure as well.
  if (count.failed === 0 && (status !== 0 || count.passed === 0))
    return { ...count, failed: 1, isBroken: true };
  return count;
}

/** What a run has written; nothing when it never came to that. */
export function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

function resultsFile({ project, folder = results }) {
  return path.join(folder, `${project}.json`);
}

/** Gives the exit code. */
function start(args, out) {
  const env = { ...process.env, WHOLE_RUN: '1' };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(out, { end: false });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve(status));
  });
}
