// `npm run declarations`: every finding about the declarations, by file and place; fails on an error.
import { importTypeScript } from './importTypeScript.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const files = readDeclarations();
const broken = files.filter((entry) => entry.problem);
const { checkDeclarations, parseExpression } = await importTypeScript('engine/index.ts');
const set = { files: files.filter((entry) => !entry.problem) };
const findings = [
  ...broken.map(({ file, problem }) => ({ severity: 'error', file, path: '', message: problem })),
  ...checkDeclarations(set, { parse: parseExpression }).findings,
];

for (const { severity, file, path, message } of findings)
  console.log(`${severity}  ${file}${path ? `#${path}` : ''}\n       ${message}`);
const errors = findings.filter((finding) => finding.severity === 'error').length;
console.log(`${files.length} declarations, ${errors} errors, ${findings.length - errors} warnings`);
if (files.length === 0) console.log('There is no declaration in schemas/ or screens/.');
process.exit(errors > 0 || files.length === 0 ? 1 : 0);
