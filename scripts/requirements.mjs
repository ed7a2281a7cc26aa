// `npm run requirements`: which rows of the ledger the last test run has proven, by file and area.
// `--missing <area>` lists the rows of an area that no passing test names. Fails on an id no ledger has.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { countProven, idsIn } from './countProven.mjs';
import { root } from './install.mjs';

const ledgerFolder = path.join(root, 'tests', 'requirements');
const resultsFolder = path.join(root, '.results');

const ledger = readLedger();
const outcomes = readOutcomes();
const { proven, unknown } = countProven({ ledger, outcomes });
const area = argument('--missing');

if (area !== undefined) printMissing(area);
else printTable();
for (const { id, title } of unknown) console.error(`${id} is in no ledger, but a test names it: ${title}`);
process.exit(unknown.length > 0 ? 1 : 0);

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
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status }) => ({ title: fullName, status }));
}

function printTable() {
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
  const cited = new Set(outcomes.flatMap(({ title }) => idsIn(title))).size;
  console.log(`${outcomes.length} tests in the last run (${lastRun()}), naming ${cited} ids.`);
}

function line(name, rows) {
  const done = rows.filter((row) => proven.has(row.id)).length;
  console.log(`  ${name.padEnd(28)}${String(done).padStart(5)} / ${rows.length}`);
}

function printMissing(name) {
  const rows = ledger.filter((row) => row.area === name);
  const areas = [...new Set(ledger.map((row) => row.area))];
  if (rows.length === 0) console.log(`No area is named ${name}. The areas: ${areas.join(' ')}`);
  for (const row of rows.filter(({ id }) => !proven.has(id)))
    console.log(`${row.id} (${row.kind}, §${row.section}) ${row.says}`);
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
