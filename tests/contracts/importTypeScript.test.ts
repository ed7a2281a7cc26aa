/**
 * Several processes build, cache and import the same file at once, and one that cleans up removes it
 * meanwhile.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const parent = path.resolve('node_modules/.cache');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(path.join(parent, 'import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
  const { importTypeScript } = await import('./scripts/importTypeScript.mjs');
  const { createMemoryStore } = await importTypeScript('server/store/memory/createMemoryStore.ts', ${JSON.stringify(folder)});
  console.log(typeof createMemoryStore);
`;

function importing(): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  return new Promise((resolve) => child.on('close', () => resolve(said.trim())));
}

const several = () => Promise.all(Array.from({ length: 3 }, importing));
const allImported = Array.from({ length: 3 }, () => 'function');

it('processes that start together on an empty cache all import, and one result is cached', async () => {
  expect(await several()).toEqual(allImported);
  const kept = readdirSync(folder);
  expect(kept).toHaveLength(1);
  const written = statSync(path.join(folder, String(kept[0]))).mtimeMs;
  expect(await importing()).toBe('function');
  expect(statSync(path.join(folder, String(kept[0]))).mtimeMs).toBe(written);
});

it('the cached file may vanish at any time, so nobody imports it in place', async () => {
  let isDone = false;
  const tidying = async () => {
    while (!isDone) {
      for (const name of readdirSync(folder).filter((kept) => !kept.includes('.own-')))
        rmSync(path.join(folder, name), { force: true });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const tidied = tidying();
  const said = await several();
  isDone = true;
  await tidied;
  expect(said).toEqual(allImported);
});
