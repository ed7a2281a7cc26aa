import { defineConfig } from 'vite';
import { extensionsPlugin } from './scripts/extensionsPlugin.mjs';

// The server for Node, its threads and its processes. Packages are loaded from node_modules, except those of hundreds of
// small modules, which took a fifth of a start.
export default defineConfig({
  plugins: [extensionsPlugin({ workers: true })],
  publicDir: false,
  ssr: { noExternal: ['kysely', 'typebox', 'hono', '@hono/node-server'] },
  build: {
    ssr: true,
    outDir: process.env.FORMWRIGHT_SERVER_OUT ?? 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        readerProcess: 'server/store/sqlite/readers/readerProcess.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
