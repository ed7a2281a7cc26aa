// `npm run requirements`: how the rows of the ledger are covered by the last test run, by file and area:
// exercised by behaviour, read from declarations only, or not testable (open rows and prose, covered by a
// decision). `--missing <area>` lists rows that no passing test exercises, `--read` those only read,
// `--decided` those with a decision. Fails on an id that no ledger has, and on an open row without a
// decision.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { countProven, idsOf } from './countProven.mjs';
import { root } from './install.mjs';
import { readsOnly } from './readsOnly.mjs';
import { tagsOf } from './storyTags.mjs';

const ledgerFolder = path.join(root, 'tests', 'requirements');
const resultsFolder = path.join(root, '.results');

const ledger = readLedger();
const decisions = JSON.parse(readFileSync(path.join(ledgerFolder, 'decisions.json'), 'utf8'));
const outcomes = readOutcomes();
const { exercised, read, decided, unknown } = countProven({ ledger, outcomes, decisions });
const undecided = ledger.filter(({ id, kind }) => kind === 'open' && !decided.has(id));
const area = argument('--missing');

if (area !== undefined) printMissing(area);
else if (process.argv.includes('--read')) printRows(ledger.filter(({ id }) => read.has(id)));
else if (process.argv.includes('--decided')) printRows(ledger.filter(({ id }) => decided.has(id)));
else printTable();
for (const { id, title } of unknown) console.error(`${id} is in no ledger, but a test names it: ${title}`);
for (const { id } of undecided)
  console.error(`${id} is open: say in tests/requirements/decisions.json what was decided.`);
process.exit(unknown.length + undecided.length > 0 ? 1 : 0);

function readLedger() {
  return readdirSync(ledgerFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => {
      const rows = readFileSync(path.join(ledgerFolder, name), 'utf8').split('\n').filter(Boolean);
      return rows.map((row) => ({ ...JSON.parse(row), file: name.replace('.jsonl', '') }));
    });
}

function readOutcomes() {
  if (!existsSync(resultsFolder)) return [];
  return readdirSync(resultsFolder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(path.join(resultsFolder, name), 'utf8')).testResults)
    .flatMap(({ name: file, assertionResults }) => {
      const reads = readsOnly(file);
      return assertionResults.map(({ fullName, status }) => ({
        title: fullName,
        tags: tagsOf(file, fullName),
        status,
        reads,
      }));
    });
}

function printTable() {
  console.log(''.padEnd(30) + ['exercised', 'read only', 'decided', 'of'].map(cell).join(''));
  for (const file of new Set(ledger.map((row) => row.file))) {
    const rows = ledger.filter((row) => row.file === file);
    console.log(`\n${file}`);
    for (const name of new Set(rows.map((row) => row.area)))
      line(
        name,
        rows.filter((row) => row.area === name),
      );
    line('total', rows);
  }
  console.log('');
  line('all files', ledger);
  const cited = new Set(outcomes.flatMap(idsOf)).size;
  console.log(`${outcomes.length} tests in the last run (${lastRun()}), naming ${cited} ids.`);
  console.log(
    `${exercised.size} exercised by behaviour, ${read.size} read from declarations only, ${decided.size} not testable (decided)`,
  );
}

function line(name, rows) {
  const counts = [exercised, read, decided].map((ids) => rows.filter((row) => ids.has(row.id)).length);
  console.log(`  ${name.padEnd(28)}${[...counts, rows.length].map(cell).join('')}`);
}

function cell(value) {
  return String(value).padStart(11);
}

function printMissing(name) {
  const rows = ledger.filter((row) => row.area === name);
  const areas = [...new Set(ledger.map((row) => row.area))];
  if (rows.length === 0) console.log(`No area is named ${name}. The areas: ${areas.join(' ')}`);
  printRows(rows.filter(({ id }) => !exercised.has(id) && !decided.has(id)));
}

function printRows(rows) {
  for (const { id, kind, section, says } of rows) {
    console.log(`${id} (${kind}, §${section}) ${says}`);
    if (decisions[id]) console.log(`      ${decisions[id]}`);
  }
}

function lastRun() {
  if (outcomes.length === 0) return 'none yet: run `npm test`';
  const times = readdirSync(resultsFolder).map((name) => statSync(path.join(resultsFolder, name)).mtimeMs);
  return new Date(Math.max(...times)).toISOString().slice(0, 16).replace('T', ' ');
}

function argument(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
}
