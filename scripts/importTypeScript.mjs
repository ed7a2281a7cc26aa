import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from './install.mjs';

/** Imports a TypeScript module of this repository into plain Node, `#engine` and its like included. */
export async function importTypeScript(file) {
  const { module } = await runnerImport(path.join(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
  });
  return module;
}
