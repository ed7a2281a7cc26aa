import { defineConfig } from 'vite';

// The server for Node and its threads; packages stay outside, in node_modules.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: process.env.FORMWRIGHT_SERVER_OUT ?? 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        pdfWorker: 'server/node/pdfWorker.ts',
        rowsWorker: 'server/store/sqlite/rowsWorker.ts',
        priceWorker: 'server/node/priceWorker.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
