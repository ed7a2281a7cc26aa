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
 * Imports a TypeScript module of this repository into plain Node, `#engine` and its like included. What is made for
 * that is kept until a source changes: a command starts at once the second time.
 *
 * Any number of processes may do so together: each imports a file only it knows, copied whole from what is kept. What
 * is kept appears whole, by a rename, and may go at any moment: who has begun to copy it has it, who has not makes it.
 * @param {string} file from the root of the repository
 * @param {string} [kept] the folder of the cache, below node_modules: what is imported finds its packages from there
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

/** What was made of other sources, and what a killed process has left; never what another is about to import. */
function removeOld({ name, kept, place }) {
  for (const found of readdirSync(kept)) {
    const old = path.join(kept, found);
    if (!found.startsWith(`${name}.`) || old === place) continue;
    const since = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!found.includes('.own-') || Date.now() - since > day) rmSync(old, { force: true });
  }
}
