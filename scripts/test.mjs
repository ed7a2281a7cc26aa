// `npm test`: everything, on a machine with nothing but Node and npm. Goes on after a failure and counts every check;
// the last line is `N passed, N failed`. `npm test -- unit api` runs only the steps named.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';

const results = path.join(root, '.results');

const steps = [
  {
    name: 'lint',
    run: () => command('npx', ['biome', 'check', '--max-diagnostics=50', '--diagnostic-level=error', '.']),
  },
  { name: 'stale-types', run: () => command('node', ['scripts/types.mjs', '--check']) },
  { name: 'compile', run: () => command('npx', ['tsc', '-p', '.']) },
  { name: 'check-declarations', run: () => command('node', ['scripts/declarations.mjs']) },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'contracts', run: () => vitest('contracts') },
  { name: 'architecture', run: () => vitest('architecture') },
  { name: 'declarations', run: () => vitest('declarations') },
  { name: 'api', run: () => vitest('api') },
  { name: 'build', run: () => command('node', ['scripts/build.mjs']) },
  { name: 'stories', run: () => inBrowser('stories', 3) },
  { name: 'e2e', run: () => inBrowser('e2e') },
  {
    name: 'requirements',
    run: () => add(vitest('requirements'), command('node', ['scripts/requirements.mjs'])),
  },
];

main();

function main() {
  requireNode();
  process.chdir(root);
  ensureInstalled();
  const chosen = choose(process.argv.slice(2));
  if (chosen.some(({ name }) => name === 'stories' || name === 'e2e')) provideChromium();
  if (chosen.length === steps.length) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const counts = chosen.map(runStep);
  report(chosen, counts);
}

function choose(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `No step is named ${unknown.join(', ')}. The steps: ${steps.map(({ name }) => name).join(' ')}`,
    );
    process.exit(2);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

function provideChromium() {
  const found = ensureChromium();
  if (found) process.env.CHROME_PATH = found;
  else console.error('No Chromium could be had: stories and e2e will fail. Set CHROME_PATH to one.');
}

function runStep({ name, run }) {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const count = run();
  console.log(
    `── ${name}: ${count.passed} passed, ${count.failed} failed (${Math.round((Date.now() - start) / 1000)} s)`,
  );
  return count;
}

function command(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * In parts, each with a browser of its own: one page that runs every story grows without end. A browser may die under
 * a run; a part that broke although no test failed is made once more, and what breaks again has failed.
 */
function inBrowser(project, parts = 1) {
  const counts = Array.from({ length: parts }, (_, index) => {
    const part = parts === 1 ? undefined : `${index + 1}/${parts}`;
    const first = vitest(project, part);
    if (!first.isBroken) return first;
    console.log(`The run of ${project} broke outside its tests; once more.`);
    return vitest(project, part);
  });
  return counts.reduce(add);
}

function vitest(project, part) {
  const file = path.join(results, `${[project, ...(part?.split('/') ?? [])].join('-')}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const shard = part ? [`--shard=${part}`] : [];
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', project, ...shard, ...reporters], {
    cwd: root,
    stdio: 'inherit',
  });
  const count = existsSync(file)
    ? countResults(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  // Nothing ran, or the run itself broke (an error outside any test): a failure as well.
  if (count.failed === 0 && (status !== 0 || count.passed === 0))
    return { ...count, failed: 1, isBroken: true };
  return count;
}

function countResults({ numPassedTests, numFailedTests, testResults }) {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadable.length };
}

function report(chosen, counts) {
  const failures = chosen.filter((_, index) => counts[index].failed > 0).map(({ name }) => name);
  if (failures.length > 0) {
    console.log(`\nFailed: ${failures.join(', ')}; the details stand above, by step.`);
    for (const title of failedTests(failures)) console.log(`  ${title}`);
  }
  const { passed, failed } = counts.reduce(add, { passed: 0, failed: 0 });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * Named once more at the end: of a long run, often only the end is kept.
 * @param {string[]} failed names of steps
 */
function failedTests(failed) {
  const files = readdirSync(results).filter(
    (file) => file.endsWith('.json') && failed.some((step) => file.startsWith(step)),
  );
  return files.flatMap((name) => {
    const { testResults = [] } = JSON.parse(readFileSync(path.join(results, name), 'utf8'));
    return testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${path.relative(root, file)} > ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`,
        ),
    );
  });
}

function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
