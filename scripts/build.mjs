// `npm run build`: the client for browsers and the server for Node, both in dist/.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { root } from './install.mjs';

const stamp = path.join(root, 'dist', '.built');
/** Inputs of a build. */
export const sources = [
  'engine',
  'extensions',
  'application.json',
  'renderer',
  'server',
  'types',
  'index.html',
  'public',
  'docs/guide',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

/** The application being built, which may use other extensions or add its own. */
const ofApplication = ['application.json', 'extensions'].map((name) =>
  path.join(process.env.APP || '.', name),
);

/** Expected content of dist/.built for the current sources and application. */
export const stampOf = () => fingerprint([...sources, ...ofApplication], process.env.APP);

/** Whether dist/ was built from exactly these sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf();
}

/** Builds if the sources have changed, in a child process, as a build needs packages. */
export function ensureBuilt() {
  if (isBuilt()) return;
  const run = spawnSync(process.execPath, [import.meta.filename], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) {
    console.error('The build failed; its message stands above.');
    process.exit(1);
  }
}

async function buildAll() {
  console.log('Building client and server …');
  const { build } = await import('vite');
  const { writeTypes } = await import('./types.mjs');
  await writeTypes({ withPages: false });
  const before = stampOf();
  await build({ root, logLevel: 'warn', configFile: path.join(root, 'vite.config.ts') });
  await build({ root, logLevel: 'warn', configFile: path.join(root, 'vite.server.config.ts') });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, before);
}

if (process.argv[1] === import.meta.filename) {
  await buildAll().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
