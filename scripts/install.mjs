// Plain Node without packages: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const required = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

/** Exits with a message if this Node is too old. */
export function requireNode() {
  if (major > required[0] || (major === required[0] && minor >= required[1])) return;
  console.error(
    `Formwright needs Node ${required.join('.')} or later; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

/**
 * Installs the packages of the lock file if node_modules differs: those for running and building, and with
 * `forTests` all others. Install scripts do not run, except for the SQLite driver, which may have to be
 * compiled.
 */
export async function ensureInstalled({ forTests = false } = {}) {
  const wanted = wantedPackages(forTests);
  if (!isInstalled(wanted)) await installPackages(wanted, forTests);
  if (!isDriverReady()) await prepareDriver();
}

async function installPackages(wanted, forTests) {
  const count = Object.keys(wanted).length;
  const hasRest = forTests && isInstalled(wantedPackages(false));
  const start = Date.now();
  console.log(`Installing ${hasRest ? 'what tests need besides' : `${count} packages`} (once) …`);
  // `npm ci` starts from scratch; to add test packages keep the others.
  const command = hasRest ? ['install', '--no-save'] : ['ci'];
  const only = forTests ? [] : ['--omit=dev'];
  const said = setInterval(() => {
    const present = Object.keys(wanted).filter((place) => existsSync(path.join(root, place))).length;
    console.log(`  ${present} of ${count} packages (${Math.round((Date.now() - start) / 1000)} s)`);
  }, 10_000);
  const code = await npm([...command, ...only, '--ignore-scripts', '--no-audit', '--no-fund']);
  clearInterval(said);
  if (code === 0) return;
  console.error(
    'npm could not install the packages; its own message stands above. Without a network, a copied node_modules folder will do.',
  );
  process.exit(1);
}

async function prepareDriver() {
  console.log('Preparing the SQLite driver for this Node (a minute where it has to be compiled, once) …');
  const code = await npm(['rebuild', 'better-sqlite3']);
  if (code === 0 && isDriverReady()) return;
  console.error(
    'The SQLite driver could not be prepared. Under Node 20 it needs its download, or python3, make and a C++ compiler; Node 22 and later need neither.',
  );
  process.exit(1);
}

// Node 22 and later use the version that ships binaries; see server/store/sqlite/driver.ts.
const driver =
  major >= 22
    ? { folder: 'node_modules/better-sqlite3-13', binary: 'prebuilds' }
    : { folder: 'node_modules/better-sqlite3', binary: 'build/Release/better_sqlite3.node' };

function isDriverReady() {
  return existsSync(path.join(root, driver.folder, driver.binary));
}

function npm(args) {
  const isWindows = process.platform === 'win32';
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// Compares contents, not times: a checkout touches the lock file without changing it.
function isInstalled(wanted) {
  const done = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(done) || !existsSync(path.join(root, driver.folder))) return false;
  const present = packagesOf(done);
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (optional && !present[place]) return true;
    return present[place]?.version === version;
  });
}

function wantedPackages(forTests) {
  const all = Object.entries(packagesOf(path.join(root, 'package-lock.json')));
  return Object.fromEntries(all.filter(([place, { dev }]) => place !== '' && (forTests || !dev)));
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
