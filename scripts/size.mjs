// `npm run size`: gzipped JavaScript that the entry loads up front, by file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './install.mjs';

const client = path.join(root, 'dist', 'client');

/** Files statically imported by the client's entry, with their gzipped sizes in bytes. */
export function entryFiles() {
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8'));
  const seen = new Set(Object.keys(manifest).filter((key) => manifest[key].isEntry));
  for (const key of seen) for (const next of manifest[key].imports ?? []) seen.add(next);
  return [...seen].map((key) => ({ file: manifest[key].file, bytes: gzipped(manifest[key].file) }));
}

function gzipped(file) {
  return gzipSync(readFileSync(path.join(client, file))).length;
}

if (process.argv[1] === import.meta.filename) {
  const files = entryFiles().sort((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of files) console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  in all, gzipped`);
}
