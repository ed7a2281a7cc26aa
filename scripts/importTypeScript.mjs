import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from './fingerprint.mjs';
import { root } from './install.mjs';

const cache = path.join(root, 'node_modules', '.cache', 'formwright');
const sources = [
  'engine',
  'extensions',
  'server',
  'types',
  'tests/support',
  'package.json',
  'package-lock.json',
];
const day = 24 * 60 * 60 * 1000;

/**
 * Imports a TypeScript module of this repository into plain Node, including imports such as `#engine`. The
 * bundle is cached until a source changes, so that commands start fast.
 *
 * Safe for parallel processes: each imports a private copy of the cached bundle. The cache entry appears
 * atomically, by a rename, and may vanish at any time; a process that finds none bundles again.
 * @param {string} file from the root of the repository
 * @param {string} [kept] cache folder; below node_modules, so that imports find their packages
 */
export async function importTypeScript(file, kept = cache) {
  const name = file.replaceAll(/\W/g, '-');
  const own = path.join(kept, `${name}.own-${randomUUID()}.mjs`);
  mkdirSync(kept, { recursive: true });
  try {
    await provide(file, { name, kept, own });
    return await import(pathToFileURL(own).href);
  } finally {
    rmSync(own, { force: true });
  }
}

async function provide(file, { name, kept, own }) {
  const place = path.join(kept, `${name}.${fingerprint(sources).slice(0, 16)}.mjs`);
  if (copied(place, own)) return;
  const code = await bundle(file);
  writeFileSync(own, code);
  const draft = `${own}.draft`;
  writeFileSync(draft, code);
  renameSync(draft, place);
  removeOld({ name, kept, place });
}

function copied(from, to) {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

async function bundle(file) {
  const { build } = await import('vite');
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: path.join(root, file), write: false, target: 'node20', minify: false },
  });
  if (output.length !== 1) throw new Error(`${file} does not fit into one module.`);
  return output[0].code;
}

/** Removes bundles of older sources and leftovers of killed processes, but never a copy in use. */
function removeOld({ name, kept, place }) {
  for (const found of readdirSync(kept)) {
    const old = path.join(kept, found);
    if (!found.startsWith(`${name}.`) || old === place) continue;
    const since = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!found.includes('.own-') || Date.now() - since > day) rmSync(old, { force: true });
  }
}
