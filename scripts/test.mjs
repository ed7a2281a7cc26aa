// `npm test`: runs everything, on a machine with only Node and npm. Continues after a failure and counts all
// checks; the last line is `N passed, N failed`. `npm test -- unit api` runs only the named steps,
// `npm test -- quick` what a change most likely breaks.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { touchedTests } from './changedFiles.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';
import { failuresOf } from './testResults.mjs';
import { add, command, inBrowser, programs, readResults, results, unsteady, vitest } from './testSteps.mjs';

const node = (project) => ({ name: project, run: (out) => vitest({ project, out }) });
const steps = [
  {
    name: 'lint',
    run: (out) =>
      command([programs.biome, 'check', '--max-diagnostics=50', '--diagnostic-level=error', '.'], out),
  },
  { name: 'stale-types', run: (out) => command(['scripts/types.mjs', '--check'], out) },
  { name: 'compile', run: (out) => command([programs.tsc, '-p', '.'], out) },
  { name: 'check-declarations', run: (out) => command(['scripts/declarations.mjs'], out) },
  ...['unit', 'contracts', 'architecture', 'declarations', 'api', 'postgres'].map(node),
  { name: 'build', run: (out) => command(['scripts/buildAlone.mjs'], out) },
  node('start'),
  { name: 'stories', run: (out) => inBrowser('stories', out) },
  { name: 'e2e', run: (out) => inBrowser('e2e', out) },
  {
    name: 'requirements',
    run: async (out) =>
      add(await vitest({ project: 'requirements', out }), await command(['scripts/requirements.mjs'], out)),
  },
];
const touched = { name: 'touched', run: runTouched };

// Steps of a lane run in sequence, lanes in parallel: browser tests wait half of the time, which leaves the
// processors to other tests. A stage starts after the previous one has ended.
const stages = [
  // Before the build, which regenerates the types.
  [['lint', 'stale-types']],
  [
    ['build', 'start', 'e2e', 'stories'],
    ['compile', 'check-declarations', 'unit', 'contracts', 'architecture', 'declarations', 'api', 'postgres'],
  ],
  [['requirements']],
];
const quick = [[['lint', 'stale-types', 'compile', 'check-declarations'], ['unit'], ['touched']]];

await main(process.argv.slice(2));

async function main(names) {
  requireNode();
  process.chdir(root);
  await ensureInstalled({ forTests: true });
  const isQuick = names.length === 1 && names[0] === 'quick';
  const chosen = isQuick ? [...steps, touched] : choose(names);
  if (!isQuick && chosen.some(({ name }) => name === 'stories' || name === 'e2e')) provideChromium();
  if (names.length === 0) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  shareModules();
  const outcomes = [];
  const placed = new Set(stages.flat(2));
  for (const { name } of steps) if (!placed.has(name)) throw new Error(`No lane has the step ${name}.`);
  for (const lanes of isQuick ? quick : stages) {
    const wanted = lanes.map((lane) => lane.flatMap((name) => chosen.filter((step) => step.name === name)));
    const busy = wanted.filter((lane) => lane.length > 0);
    await Promise.all(busy.map((lane) => runLane(lane, outcomes, busy.length === 1)));
  }
  report(outcomes);
}

/**
 * Each module is transformed once in a run, not once in each of its processes. The folder is new, so that a run
 * depends on no earlier one.
 */
function shareModules() {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-modules-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.RUN_MODULES = folder;
}

function choose(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = [...steps.map(({ name }) => name), 'quick'].join(' ');
    console.error(`No step is named ${unknown.join(', ')}. The steps: ${known}`);
    process.exit(2);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

function provideChromium() {
  const found = ensureChromium();
  if (found) process.env.CHROME_PATH = found;
  else console.error('No Chromium could be had: stories and e2e will fail. Set CHROME_PATH to one.');
}

async function runLane(lane, outcomes, isAlone) {
  for (const step of lane) outcomes.push({ ...(await runStep(step, isAlone)), name: step.name });
}

/** Prints the output of a step live, or if steps run in parallel, as a whole at its end. */
async function runStep({ name, run }, isAlone) {
  const head = `\n── ${name}\n`;
  const start = Date.now();
  const out = isAlone ? process.stdout : new PassThrough();
  console.log(isAlone ? head.trimEnd() : `── ${name} begins`);
  const said = isAlone ? undefined : text(out);
  const { passed, failed } = await run(out);
  if (said) {
    out.end();
    process.stdout.write(head + (await said));
  }
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  return { passed, failed, seconds };
}

async function runTouched(out) {
  const byProject = touchedTests();
  let count = { passed: 0, failed: 0 };
  // In a separate folder, as `npm run requirements` counts only whole projects.
  const folder = path.join(results, 'touched');
  for (const [project, files] of byProject) count = add(count, await vitest({ project, files, folder, out }));
  if (byProject.size === 0) out.write('No test that computes is touched.\n');
  return count;
}

function report(outcomes) {
  const failures = outcomes.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (failures.length > 0) {
    console.log(`\nFailed: ${failures.join(', ')}; the details stand above, by step.`);
    for (const title of failedTests(failures)) console.log(`  ${title}`);
  }
  if (unsteady.length > 0) {
    console.log('\nUnsteady: failed, and passed when tried once more. To be mended, not accepted.');
    for (const title of unsteady) console.log(`  ${title}`);
  }
  const costs = outcomes.toSorted((one, other) => other.seconds - one.seconds);
  console.log(`\nSeconds: ${costs.map(({ name, seconds }) => `${name} ${seconds}`).join(', ')}`);
  const { passed, failed } = outcomes.reduce(add, { passed: 0, failed: 0 });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * Failed tests, listed again at the end, as often only the end of a log is kept.
 * @param {string[]} failed names of steps
 */
function failedTests(failed) {
  return readdirSync(results, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json') && failed.some((step) => file.startsWith(step)))
    .flatMap((file) => readResults(path.join(results, file)).testResults.flatMap(failuresOf))
    .map(({ title, reason }) => `${path.relative(root, title)}: ${reason}`);
}
