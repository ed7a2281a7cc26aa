// `npm run declarations`: lists all findings in the declarations by file and place; fails on an error.
// `npm run declarations -- --where field:product.BrandId`: where a field, message, feature, entity or lookup
// is used.
// `npm run declarations -- schemas/catalogue/plan/cases.json`: also runs the cases of that file in the
// engine, in the form, and over HTTP on both stores.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { importTypeScript } from './importTypeScript.mjs';
import { ensureInstalled, root } from './install.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const { set, findings: broken } = await readDeclarations();
const { checkDeclarations, parseExpression, usagesOf, writtenAt } = await importTypeScript('engine/index.ts');
const check = checkDeclarations(set, { parse: parseExpression });

const [option, wanted] = process.argv.slice(2);
if (option === '--where') showUses(wanted);
else {
  showFindings();
  if (option) await replay(option);
}

function showUses(of) {
  const uses = check.compilation && of ? usagesOf(check.compilation.model, of) : [];
  for (const { file, path } of uses.map((use) => writtenAt(set.files, use))) console.log(`${file}#${path}`);
  console.log(`${of ?? 'Nothing named'}: used in ${uses.length} places`);
}

function showFindings() {
  const findings = [...broken, ...check.findings].map((finding) => writtenAt(set.files, finding));
  for (const { severity, file, path, message } of findings)
    console.log(`${severity}  ${file}${path ? `#${path}` : ''}\n       ${message}`);
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  console.log(`${set.files.length} declarations, ${errors} errors, ${findings.length - errors} warnings`);
  if (set.files.length === 0) console.log('There is no declaration in base/, schemas/ or screens/.');
  if (errors > 0 || set.files.length === 0) process.exit(1);
}

/** Runs the test of all cases, narrowed to one file. */
async function replay(named) {
  const file = path.relative(root, path.resolve(named)).replaceAll('\\', '/');
  const cases = set.files.find(
    (entry) => entry.file === file && /^(base\/|extensions\/[^/]+\/)?schemas\/.*\/cases\.json$/.test(file),
  );
  if (!cases) {
    console.error(`${named} is no file of cases. Name one of schemas/<area>/<entity>/cases.json.`);
    process.exit(1);
  }
  await ensureInstalled({ forTests: true });
  const tests = [
    'tests/declarations/cases.test.ts',
    'tests/declarations/formCases.test.ts',
    'tests/api/cases.test.ts',
  ];
  const ofEntity = `^(cases of )?${cases.json.for}(, judged by|, typed into| over HTTP| at every other path)`;
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const projects = ['--project', 'declarations', '--project', 'api'];
  const run = spawnSync(
    process.execPath,
    [vitest, 'run', ...projects, ...tests, '-t', ofEntity, '--reporter=tree', '--hideSkippedTests'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  process.exit(run.status ?? 1);
}
