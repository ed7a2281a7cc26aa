// `npm run faults`: mutation testing with the faults of tests/faults/faults.json. Plants each in a copy of
// the tree and runs the tests that should fail. `npm run faults -- rounding` plants only those with that word
// in their names. A fault whose text is no longer in the source, and tests that fail without a fault, are
// errors.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeOf, testOf } from './faultPlaces.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';

const left = new Set(['.git', '.results', 'data', 'dist', 'node_modules', 'storybook-static']);

requireNode();
await ensureInstalled({ forTests: true });
const faults = choose(process.argv.slice(2));
const stale = faults.flatMap(unplantable);
if (stale.length > 0) end(stale, 2);
const copy = copyTree();
process.chdir(copy);
const vitest = await startVitest();
const missed = await plantAll().catch((error) => end([error.stack], 2));
await vitest.close();
end(
  [`${faults.length} faults, ${faults.length - missed.length} caught, ${missed.length} missed`],
  missed.length > 0 ? 1 : 0,
);

function choose(words) {
  const all = JSON.parse(readFileSync(path.join(root, 'tests/faults/faults.json'), 'utf8'));
  const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) end([`No fault is named ${words.join(' ')}.`], 2);
  return chosen;
}

/** Why a fault cannot be planted: its text must occur exactly once, and its tests must exist. */
function unplantable(fault) {
  const { problem } = placeOf(root, fault);
  const lost = fault.tests.filter((file) => !testOf(root, file)).map((file) => `no single test file ${file}`);
  return [...(problem ? [problem] : []), ...lost].map((why) => `${fault.name}: ${why}`);
}

/** Copies the sources, so that no fault ever enters the working tree. */
function copyTree() {
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !left.has(path.relative(root, source)),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}

/** One Vitest for all faults, which recompiles only what changed. */
async function startVitest() {
  const { createVitest } = await import('vitest/node');
  return createVitest('test', {
    root: copy,
    watch: false,
    bail: 1,
    // Timeouts long enough for a slow machine.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    reporters: [{}],
    project: ['unit', 'contracts', 'declarations', 'api'],
  });
}

async function plantAll() {
  console.log(`${faults.length} faults; first their tests without any …`);
  // One run for all: separate runs by test name would take longer.
  const before = await run([...new Set(faults.flatMap(({ tests }) => tests))]);
  if (before.length > 0)
    end(['Red without any fault:', ...before.map(({ title, message }) => `${title}\n${message}`)], 2);
  const missed = [];
  for (const fault of faults) {
    const start = Date.now();
    const { red, problem } = await planted(fault).then(
      ([first]) => ({ red: first?.title }),
      (error) => ({ problem: error.message }),
    );
    if (!red) missed.push(fault);
    const seconds = `${Math.round((Date.now() - start) / 1000)} s`.padStart(5);
    console.log(`${red ? 'caught' : 'MISSED'} ${seconds}  ${fault.name}`);
    console.log(`               ${red ? `by ${red}` : (problem ?? `by ${fault.tests.join(', ')}`)}`);
  }
  return missed;
}

/** The tests that fail with a fault. */
async function planted({ tests, only, ...fault }) {
  const { find, replace } = fault;
  const place = path.join(copy, placeOf(root, fault).file);
  const sound = readFileSync(place, 'utf8');
  put(
    place,
    sound.replace(find, () => replace),
  );
  try {
    return await run(tests, only);
  } finally {
    put(place, sound);
  }
}

function put(place, text) {
  writeFileSync(place, text);
  vitest.invalidateFile(place);
}

/**
 * Runs test files, or only tests named `only`; returns the failed tests. Throws if tests cannot
 * run, as that proves nothing.
 */
async function run(named, only) {
  const files = named.map((file) => testOf(root, file) ?? file);
  if (only) vitest.setGlobalTestNamePattern(only);
  else vitest.resetGlobalTestNamePattern();
  const specifications = await vitest.globTestSpecifications(files.map((file) => path.join(copy, file)));
  const found = new Set(specifications.map(({ moduleId }) => path.relative(copy, moduleId)));
  const unknown = files.filter((file) => !found.has(file));
  if (unknown.length > 0) throw new Error(`No test that runs without a browser: ${unknown.join(', ')}`);
  // Clear the results of earlier runs.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const tests = testModules.flatMap((one) => [...one.children.allTests()]);
  const hasRun = tests.some((test) => ['passed', 'failed'].includes(test.result().state));
  const [trouble] = [...testModules.flatMap((one) => one.errors()), ...unhandledErrors];
  if (!hasRun || trouble) throw new Error(`Could not be run: ${trouble?.message ?? files.join(', ')}`);
  return testModules.flatMap((one) =>
    [...one.children.allTests('failed')].map((test) => ({
      title: `${path.relative(copy, one.moduleId)} > ${test.fullName}`,
      message: test
        .result()
        .errors?.map(({ message }) => message)
        .join('\n'),
    })),
  );
}

function end(lines, code) {
  for (const line of lines) (code === 0 ? console.log : console.error)(line);
  process.exit(code);
}
