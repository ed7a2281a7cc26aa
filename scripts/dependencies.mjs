// `npm run dependencies`: lists each package in package.json with its age, the latest version, and why we
// wait. Fails on a package that is unused, has a known vulnerability or a licence that is not allowed.
// `-- offline` skips the registry.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

// npm also runs a script of this name after each installation, which must not wait for the registry.
if (/^(install|ci|uninstall|update|dedupe|prune)$/.test(process.env.npm_command ?? '')) process.exit(0);

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dependencies, devDependencies, optionalDependencies, scripts } = read('package.json');
const { licences, waits, kept, holes } = read('docs/dependencies.json');
const isOffline = process.argv.includes('offline');
const sources = sourceTexts();
const troubles = [];

const rows = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([name, wanted]) => rowOf(name, wanted));
printTable(rows);
for (const name of Object.keys({ ...waits, ...kept }))
  if (!rows.some((row) => row.name === name))
    troubles.push(`docs/dependencies.json names ${name}, which is not installed.`);
for (const trouble of troubles) console.error(trouble);
console.log(`${rows.length} packages, ${troubles.length} troubles`);
process.exitCode = troubles.length > 0 ? 1 : 0;

function rowOf(name, wanted) {
  const version = wanted.split('@').at(-1);
  const own = installed(name);
  if (own && !licences.includes(own.license))
    troubles.push(`${name}: the licence ${own.license} is not on the list.`);
  const hole = holes[name];
  if (hole && isBefore(version, hole.before)) troubles.push(`${name} ${version}: ${hole.why}`);
  if (!isUsed(name) && !kept[name])
    troubles.push(`${name}: nothing uses it. Remove it, or say in docs/dependencies.json why it stays.`);
  const { latest, days } = isOffline
    ? {}
    : askRegistry(wanted.startsWith('npm:') ? wanted.slice(4).replace(/@[^@]*$/, '') : name, version);
  const isNewest = latest === undefined || latest === version || isBefore(latest, version);
  const newer = isNewest ? '' : latest;
  return {
    name,
    version,
    licence: own?.license ?? '',
    age: days === undefined ? '' : `${days} d`,
    newer,
    why: newer ? (waits[name] ?? '') : '',
  };
}

function installed(name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The latest version in the registry and the age of ours; empty if the registry does not answer. */
function askRegistry(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', name, 'dist-tags.latest', 'time', '--json'], {
    encoding: 'utf8',
  });
  if (status !== 0) return {};
  const { 'dist-tags.latest': latest, time } = JSON.parse(stdout);
  const published = Date.parse(time?.[version] ?? '');
  return {
    latest,
    days: Number.isNaN(published) ? undefined : Math.round((Date.now() - published) / 86_400_000),
  };
}

function sourceTexts() {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.html', '.storybook'],
    { cwd: root, encoding: 'utf8' },
  );
  return stdout
    .split('\n')
    .filter((file) => file && file !== 'scripts/dependencies.mjs')
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
}

function isUsed(name) {
  const quoted = [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`, `node_modules/${name}/`];
  const bins = Object.keys(installed(name)?.bin ?? {});
  const isCommand = bins.some((bin) =>
    Object.values(scripts).some((script) => script.split(/\s+/).includes(bin)),
  );
  return isCommand || sources.some((text) => quoted.some((part) => text.includes(part)));
}

function isBefore(one, other) {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/).map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
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
