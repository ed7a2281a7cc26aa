// Reads every report definition in the folder that RDL_FOLDER names and prints how many are read, which of their
// elements and expressions are not honoured, and how often: RDL_FOLDER=../rdl npm run conformance
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { importTypeScript } from './importTypeScript.mjs';

const folder = process.env.RDL_FOLDER;
if (!folder) {
  console.error('Set RDL_FOLDER to a folder of .rdl files.');
  process.exit(1);
}

const { readLayout } = await importTypeScript('extensions/reports/engine/index.ts');
const { parseDefinition, parseDocument } = await importTypeScript(
  'extensions/reports/server/parseDefinition.ts',
);

const files = readdirSync(folder, { recursive: true })
  .map((name) => path.join(folder, String(name)))
  .filter((file) => /\.(rdl|rdlc)$/i.test(file) && statSync(file).isFile());

const counts = { whole: 0, partly: 0, empty: 0 };
const notRead = new Map();
const elements = new Map();
const expressions = new Map();

for (const file of files) {
  try {
    const { layout, findings } = readLayout(parseDefinition(readFileSync(file, 'utf8')), parseDocument);
    counts[layout.body.length === 0 ? 'empty' : findings.length === 0 ? 'whole' : 'partly'] += 1;
    // A kind counts once a file, however often the file has it.
    for (const name of new Set(
      findings.filter(({ About }) => About === undefined).map(({ Element }) => Element),
    ))
      elements.set(name, (elements.get(name) ?? 0) + 1);
    for (const about of new Set(findings.flatMap(({ About }) => About ?? [])))
      expressions.set(about, (expressions.get(about) ?? 0) + 1);
  } catch (error) {
    const reason = error?.key ?? error?.message ?? String(error);
    notRead.set(reason, (notRead.get(reason) ?? 0) + 1);
  }
}

const print = (title, found) => {
  console.log(`\n${title}`);
  for (const [name, count] of [...found].sort((a, b) => b[1] - a[1]).slice(0, 60))
    console.log(`${count}\t${name}`);
};

console.log(
  `${files.length} definitions: ${counts.whole} read whole, ${counts.partly} in part, ${counts.empty} without a body`,
);
print('not read', notRead);
print('elements not honoured (files)', elements);
print('expressions and values not honoured (files)', expressions);
