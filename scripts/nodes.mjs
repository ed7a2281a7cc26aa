// Provides other Node versions, to test that the application starts under each, from npm packages with Node
// binaries.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const versions = ['20.19.6', '22.23.3', '24.21.0'];

/** Versions to test. The SQLite driver of Node 20 must be compiled, so 20 is tested only under 20. */
export const nodeVersions = process.versions.node.startsWith('20.') ? versions : versions.slice(1);

/** The binary of a Node version, fetched if missing, and the folder of the SQLite driver installed for it. */
export function provideNode(version) {
  if (version === process.versions.node) return { program: process.execPath };
  const folder = path.join(root, '.cache', 'nodes', version);
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const packages = path.join(folder, 'node_modules');
  const program = path.join(packages, name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const driver = `better-sqlite3-13@${optionalDependencies['better-sqlite3-13']}`;
    const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const run = spawnSync('npm', [...args, '--loglevel=error', `${name}@${version}`, driver], {
      stdio: 'inherit',
      shell: isWindows,
    });
    if (run.status !== 0 || !existsSync(program)) throw new Error(`Node ${version} could not be fetched.`);
  }
  return { program, packages };
}
