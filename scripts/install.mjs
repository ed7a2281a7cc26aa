// Plain Node, no packages: everything here runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const required = [20, 19];

/** Ends the process with a sentence when this Node is too old to run what follows. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > required[0] || (major === required[0] && minor >= required[1])) return;
  console.error(
    `Formwright needs Node ${required.join('.')} or later; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

/** Installs the packages of the lock file when what is in node_modules is not that. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages (a minute or two, once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = spawnSync(npm, args, { cwd: root, stdio: 'inherit' });
  if (run.status === 0) return;
  console.error(
    'npm ci failed; its own message stands above. Without a network, a copied node_modules folder will do.',
  );
  process.exit(1);
}

// Compares contents, not times: a checkout touches the lock file without changing it.
function isInstalled() {
  const done = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(done)) return false;
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(done);
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || (entry.optional && !present[place])) return true;
    return present[place]?.version === entry.version;
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
