// `npm run dependencies`: lists each package in package.json with its age, the newest version to take, and why we
// wait. Fails on a package that is unused or outdated without a reason, on a licence that is not allowed, and on
// known vulnerabilities of any package in the lock file. `-- offline`, a step of `npm test`, asks no registry.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { ageOf, auditTroubles, holesIn, reasonTroubles } from './packageChecks.mjs';

// npm also runs a script of this name after each installation, which must not wait for the registry.
if (/^(install|ci|uninstall|update|dedupe|prune)$/.test(process.env.npm_command ?? '')) process.exit(0);

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dependencies, devDependencies, optionalDependencies, scripts } = read('package.json');
const said = read('docs/dependencies.json');
const { licences, waits, kept, holes } = said;
const isOffline = process.argv.includes('offline');
const sources = sourceTexts();
const wanted = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).sort(
  ([one], [other]) => one.localeCompare(other),
);
const names = wanted.map(([name]) => name);
const troubles = [...reasonTroubles(said, names), ...holesIn(read('package-lock.json'), holes)];

const rows = wanted.map(([name, range]) => rowOf(name, range));
if (!isOffline) {
  printTable(rows);
  audit();
}
for (const trouble of troubles) console.error(trouble);
console.log(`${rows.length} packages, ${troubles.length} troubles`);
process.exitCode = troubles.length > 0 ? 1 : 0;

function rowOf(name, range) {
  const version = range.split('@').at(-1);
  const own = installed(name);
  if (own && !licences.includes(own.license))
    troubles.push(`${name}: the licence ${own.license} is not on the list.`);
  if (!isUsed(name) && !kept[name])
    troubles.push(`${name}: nothing uses it. Remove it, or say in docs/dependencies.json why it stays.`);
  const { age = '', newer = '' } = isOffline ? {} : compared(name, range, version);
  return { name, version, licence: own?.license ?? '', age, newer, why: waits[name]?.why ?? '' };
}

/** The age of a version and the newest one to take, as the registry says. */
function compared(name, range, version) {
  const real = range.startsWith('npm:') ? range.slice(4).replace(/@[^@]*$/, '') : name;
  const args = ['view', real, 'dist-tags.latest', 'time', 'versions', '--json'];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) {
    troubles.push(`${name}: the registry does not answer.`);
    return {};
  }
  const { 'dist-tags.latest': latest, time, versions } = JSON.parse(stdout);
  const { newest, trouble } = ageOf({
    ...{ name, version, latest, wait: waits[name] },
    versions: [versions].flat(),
  });
  if (trouble) troubles.push(trouble);
  const published = Date.parse(time?.[version] ?? '');
  const days = Math.round((Date.now() - published) / 86_400_000);
  return { age: Number.isNaN(published) ? '' : `${days} d`, newer: newest };
}

/** Asks for the vulnerabilities published since the list in docs/dependencies.json was last extended. */
function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const found = auditTroubles(stdout);
  if (found) troubles.push(...found);
  else
    console.log('This registry offers no audit: only the holes in docs/dependencies.json were looked for.');
}

function installed(name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function sourceTexts() {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.html', '.storybook'],
    { cwd: root, encoding: 'utf8' },
  );
  return stdout
    .split('\n')
    .filter((file) => file && file !== 'scripts/dependencies.mjs' && existsSync(path.join(root, file)))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
}

function isUsed(name) {
  // Types are used with their package: `@types/a__b` are those of `@a/b`.
  const typed = /^@types\/(?:(.+)__)?(.+)$/.exec(name);
  if (typed) return isUsed(typed[1] ? `@${typed[1]}/${typed[2]}` : typed[2]);
  const quoted = [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`, `node_modules/${name}/`];
  const bins = Object.keys(installed(name)?.bin ?? {});
  const isCommand = bins.some((bin) =>
    Object.values(scripts).some((script) => script.split(/\s+/).includes(bin)),
  );
  return isCommand || sources.some((text) => quoted.some((part) => text.includes(part)));
}

function printTable(all) {
  const columns = ['name', 'version', 'licence', 'age', 'newer', 'why'];
  const widths = columns.map((column) => Math.max(column.length, ...all.map((row) => row[column].length)));
  for (const row of [Object.fromEntries(columns.map((column) => [column, column])), ...all])
    console.log(
      columns
        .map((column, index) => row[column].padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    );
}
