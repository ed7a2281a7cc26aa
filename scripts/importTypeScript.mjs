import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from './fingerprint.mjs';
import { root } from './install.mjs';

const kept = path.join(root, 'node_modules', '.cache', 'formwright');
const sources = ['engine', 'server', 'types', 'tests/support', 'package.json', 'package-lock.json'];

/**
 * Imports a TypeScript module of this repository into plain Node, `#engine` and its like included. What is made for
 * that is kept until a source changes: a command starts at once the second time.
 */
export async function importTypeScript(file) {
  const name = file.replaceAll(/\W/g, '-');
  const place = path.join(kept, `${name}.${fingerprint(sources).slice(0, 16)}.mjs`);
  if (!existsSync(place)) await bundle(file, name, place);
  return import(pathToFileURL(place).href);
}

async function bundle(file, name, place) {
  const { build } = await import('vite');
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: path.join(root, file), write: false, target: 'node20', minify: false },
  });
  if (output.length !== 1) throw new Error(`${file} does not fit into one module.`);
  mkdirSync(kept, { recursive: true });
  for (const old of readdirSync(kept))
    if (old.startsWith(`${name}.`) && old.endsWith('.mjs')) rmSync(path.join(kept, old), { force: true });
  // Written beside and renamed: two commands may start together.
  const draft = `${place}.${process.pid}`;
  writeFileSync(draft, output[0].code);
  renameSync(draft, place);
}
