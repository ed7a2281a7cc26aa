import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright';
import { build } from 'vite';
import { openBrowser } from '../support/browser.ts';

/** A page of tests/bench/pages in a browser. */
export type BenchPage = { readonly page: Page; readonly close: () => Promise<void> };

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Builds a page for production and opens it in Chromium. `entry` is a script of the repository, such as
 * `tests/bench/pages/keyPress.tsx`; it draws into the element `app` and hands functions out on `window`.
 */
export async function openBenchPage(
  entry: string,
  options: { address?: string; flags?: string[] } = {},
): Promise<BenchPage> {
  const folder = await buildPage(entry);
  const server = await serve(folder);
  const browser = await openBrowser(options.flags);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => console.error(`${entry}: ${error.message}`));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/${options.address ?? ''}`);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, close };
}

async function buildPage(entry: string): Promise<string> {
  const outDir = path.resolve('dist', 'bench-pages', path.basename(entry).replace(/\.tsx?$/, ''));
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: path.resolve(entry),
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  });
  return outDir;
}

const html =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bench</title><link rel="stylesheet" href="/page.css"></head>' +
  '<body><div id="app"></div><script type="module" src="/page.js"></script></body></html>';

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    if (name === '/') return response.setHeader('Content-Type', 'text/html').end(html);
    try {
      response.setHeader('Content-Type', type).end(readFileSync(path.join(folder, path.normalize(name))));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}
