// `npm run copy-database -- <from> <to>`: copies a database to an empty one: `file:data/formwright.db`,
// `postgres://name:password@host/database`. Stop the servers first. Contents of files are copied to the
// default location for the target; `--from-files` and `--to-files` name others, like FILES_URL. Run it again
// to resume after an interruption.
import { parseArgs } from 'node:util';
import { importTypeScript } from './importTypeScript.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const place = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'from-files': place, 'to-files': place },
});
const [from, to, ...rest] = positionals;
if (!from || !to || rest.length > 0) {
  console.error('Say from where and to where: npm run copy-database -- file:data/formwright.db postgres://…');
  process.exit(1);
}

const { compileModel, parseExpression, applySound } = await importTypeScript('engine/index.ts');
const { copyDatabase, filesPlace } = await importTypeScript('server/node/copyDatabase.ts');
const { set } = await readDeclarations();
const compile = (declarations) => compileModel(declarations, { parse: parseExpression, review: false }).model;
const filesOf = (address, url) =>
  filesPlace({ ...process.env, FILES_URL: url ?? process.env.FILES_URL }, address);

try {
  await copyDatabase({
    ...{ from, to },
    files: { from: filesOf(from, values['from-files']), to: filesOf(to, values['to-files']) },
    model: compile(set),
    modelWith: (changes) => compile(applySound(set, changes).set),
    print: (line) => console.log(line),
  });
} catch (error) {
  if (error.name !== 'StartError') throw error;
  console.error(error.message);
  process.exitCode = 1;
}
