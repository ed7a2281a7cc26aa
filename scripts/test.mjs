// `npm test`: runs everything, on a machine with only Node and npm. Continues after a failure and counts all
// checks; the last line is `N passed, N failed`. `npm test -- unit api` runs only the named steps,
// `npm test -- quick` what a change most likely breaks.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { touchedTests } from './changedFiles.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';
import { failuresOf } from './testResults.mjs';
import { add, command, inBrowser, programs, readResults, results, unsteady, vitest } from './testSteps.mjs';

const node = (project) => ({ name: project, run: (out, how) => vitest({ project, out, how }) });
const steps = [
  {
    name: 'lint',
    run: (out, how) =>
      command([programs.biome, 'check', '--max-diagnostics=50', '--diagnostic-level=error', '.'], out, how),
  },
  { name: 'dependencies', run: (out, how) => command(['scripts/dependencies.mjs', 'offline'], out, how) },
  { name: 'stale-types', run: (out, how) => command(['scripts/types.mjs', '--check'], out, how) },
  { name: 'compile', run: (out, how) => command([programs.tsc, '-p', '.'], out, how) },
  { name: 'check-declarations', run: (out, how) => command(['scripts/declarations.mjs'], out, how) },
  ...['unit', 'contracts', 'architecture', 'declarations', 'api', 'postgres'].map(node),
  { name: 'build', run: (out, how) => command(['scripts/buildAlone.mjs'], out, how) },
  { ...node('start'), needs: 'build' },
  // The example on the core alone, without the insurance application.
  node('lending'),
  { name: 'stories', run: (out, how) => inBrowser('stories', out, how) },
  { name: 'e2e', run: (out, how) => inBrowser('e2e', out, how) },
  {
    name: 'requirements',
    run: async (out) =>
      add(await vitest({ project: 'requirements', out }), await command(['scripts/requirements.mjs'], out)),
  },
];
/** Processor seconds of each test file, noted by its worker (`tests/support/noteCosts.ts`). */
const costs = path.join(results, 'costs.txt');
const touched = { name: 'touched', run: runTouched };

// Steps of a lane run in sequence, lanes in parallel. The browser lane takes longest and often waits: it goes
// first, and the other lanes use the processors while it waits. A stage starts after the previous one has ended.
const gapFiller = { priority: 5 };
// One worker, as each loads and compiles the application before its first test.
const oneWorker = { ...gapFiller, workers: 1 };
const stages = [
  [
    // The types are checked before the build, which regenerates them.
    { names: ['lint', 'stale-types', 'build', 'e2e', 'stories'] },
    { names: ['postgres', 'start', 'lending', 'api'], how: gapFiller },
    {
      names: [
        'compile',
        'dependencies',
        'check-declarations',
        'unit',
        'contracts',
        'architecture',
        'declarations',
      ],
      how: oneWorker,
    },
  ],
  [{ names: ['requirements'] }],
];
const quick = [
  [
    { names: ['lint', 'dependencies', 'stale-types', 'compile', 'check-declarations'] },
    { names: ['unit'] },
    { names: ['touched'] },
  ],
];

await main(process.argv.slice(2));

async function main(names) {
  requireNode();
  process.chdir(root);
  await ensureInstalled({ forTests: true });
  const isQuick = names.length === 1 && names[0] === 'quick';
  const chosen = isQuick ? [...steps, touched] : choose(names);
  if (!isQuick && chosen.some(({ name }) => ['lending', 'stories', 'e2e'].includes(name))) provideChromium();
  if (names.length === 0) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  shareModules();
  rmSync(costs, { force: true });
  process.env.TEST_COSTS = costs;
  const start = Date.now();
  const outcomes = [];
  const placed = new Set(stages.flat().flatMap(({ names }) => names));
  for (const { name } of steps) if (!placed.has(name)) throw new Error(`No lane has the step ${name}.`);
  for (const lanes of isQuick ? quick : stages) {
    const wanted = lanes.map(({ names, how = {} }) => ({
      lane: names.flatMap((name) => chosen.filter((step) => step.name === name)),
      how,
    }));
    const busy = wanted.filter(({ lane }) => lane.length > 0);
    const isAlone = busy.length === 1;
    const ended = {};
    await Promise.all(busy.map(({ lane, how }) => runLane(lane, { outcomes, ended, isAlone, how })));
  }
  report(outcomes, secondsSince(start));
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

function secondsSince(start) {
  return Math.round((Date.now() - start) / 1000);
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
  else console.error('No Chromium could be had: lending, stories and e2e will fail. Set CHROME_PATH to one.');
}

async function runLane(lane, { outcomes, ended, isAlone, how }) {
  const announce = new Map(lane.map(({ name }) => [name, promise(ended, name)]));
  // The other lanes announce their steps in the same turn.
  await undefined;
  for (const step of lane) {
    await ended[step.needs];
    outcomes.push({ ...(await runStep(step, isAlone, isAlone ? {} : how)), name: step.name });
    announce.get(step.name)();
  }
}

/** Adds a promise under this name; returns the function that resolves it. */
function promise(ended, name) {
  let resolved;
  ended[name] = new Promise((resolve) => {
    resolved = resolve;
  });
  return resolved;
}

/** Prints the output of a step live, or if steps run in parallel, as a whole at its end. */
async function runStep({ name, run }, isAlone, how) {
  const head = `\n── ${name}\n`;
  const start = Date.now();
  const out = isAlone ? process.stdout : new PassThrough();
  console.log(isAlone ? head.trimEnd() : `── ${name} begins`);
  const said = isAlone ? undefined : text(out);
  const { passed, failed } = await run(out, how);
  if (said) {
    out.end();
    process.stdout.write(head + (await said));
  }
  const seconds = secondsSince(start);
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

function report(outcomes, seconds) {
  const failures = outcomes.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (failures.length > 0) {
    console.log(`\nFailed: ${failures.join(', ')}; the details stand above, by step.`);
    for (const title of failedTests(failures)) console.log(`  ${title}`);
  }
  if (unsteady.length > 0) {
    console.log('\nUnsteady: failed, then passed when tried again. To be fixed, not accepted.');
    for (const title of unsteady) console.log(`  ${title}`);
  }
  const longest = outcomes.toSorted((one, other) => other.seconds - one.seconds);
  const each = longest.map((step) => `${step.name} ${step.seconds}`).join(', ');
  console.log(`\nSeconds: ${seconds} in all; of steps, which share the processors: ${each}`);
  console.log(`Processor seconds of the costliest files: ${costliestFiles()}`);
  const { passed, failed } = outcomes.reduce(add, { passed: 0, failed: 0 });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

function costliestFiles() {
  const lines = existsSync(costs) ? readFileSync(costs, 'utf8').trim().split('\n') : [];
  const byCost = lines.toSorted((one, other) => Number.parseFloat(other) - Number.parseFloat(one));
  return byCost.slice(0, 15).join(', ') || 'none ran';
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
