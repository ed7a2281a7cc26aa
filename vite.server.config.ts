import { defineConfig } from 'vite';

// The server for Node, its threads and its processes; packages stay outside, in node_modules.
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
        readerProcess: 'server/store/sqlite/readers/readerProcess.ts',
        priceWorker: 'server/node/priceWorker.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
