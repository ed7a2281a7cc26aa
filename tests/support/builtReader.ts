/**
 * The script of the reader processes, built for tests in one process: plain Node cannot run its TypeScript.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let built: Promise<URL> | undefined;

export function builtReader(): Promise<URL> {
  built ??= build();
  return built;
}

async function build(): Promise<URL> {
  // Below node_modules, so that it finds its packages.
  const kept = path.resolve('node_modules/.cache/formwright');
  mkdirSync(kept, { recursive: true });
  const outDir = mkdtempSync(path.join(kept, 'reader-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const vite = await import('vite');
  await vite.build({
    ...{ configFile: false, publicDir: false, logLevel: 'error' },
    build: {
      ...{ ssr: true, outDir, target: 'node20', minify: false },
      rolldownOptions: {
        input: 'server/store/sqlite/readers/readerProcess.ts',
        output: { entryFileNames: 'readerProcess.mjs' },
      },
    },
  });
  return pathToFileURL(path.join(outDir, 'readerProcess.mjs'));
}
