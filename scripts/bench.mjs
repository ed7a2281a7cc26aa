// `npm run bench [word …]`: bundles tests/bench as for production, and runs it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
process.chdir(root);
await ensureInstalled({ forTests: true });
process.env.CHROME_PATH ??= ensureChromium() ?? '';
ensureBuilt();

const { build } = await import('vite');
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'tests/bench/run.ts',
    outDir: 'dist/bench',
    emptyOutDir: true,
    target: 'node20',
    chunkSizeWarningLimit: 5000,
  },
});
const run = spawnSync(process.execPath, [path.join('dist', 'bench', 'run.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
process.exit(run.status ?? 1);
