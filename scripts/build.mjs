// `npm run build`: the client for browsers and the server for Node, both under dist/.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { root } from './install.mjs';

const stamp = path.join(root, 'dist', '.built');
/** What a build is made from. */
export const sources = [
  'engine',
  'extensions',
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

/** What dist/.built says of a build of the sources as they are now. */
export const stampOf = () => fingerprint(sources);

/** True when dist/ holds a build of exactly these sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf();
}

/** Builds when the sources are not those of the last build. The build is a process of its own: it needs packages. */
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
  await writeTypes();
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
