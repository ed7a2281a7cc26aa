// `npm run declarations`: every finding about the declarations, by file and place; fails on an error.
// `npm run declarations -- --where field:product.BrandId`: where a field, message, feature, entity or lookup is used.
import { importTypeScript } from './importTypeScript.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const { set, findings: broken } = await readDeclarations();
const { checkDeclarations, parseExpression, usagesOf, writtenAt } = await importTypeScript('engine/index.ts');
const check = checkDeclarations(set, { parse: parseExpression });

const [option, wanted] = process.argv.slice(2);
if (option === '--where') showUses(wanted);
else showFindings();

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
  process.exit(errors > 0 || set.files.length === 0 ? 1 : 0);
}
