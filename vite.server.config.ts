import { defineConfig } from 'vite';

// The server for Node and its threads for PDFs and for many rows; packages stay outside, in node_modules.
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
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
