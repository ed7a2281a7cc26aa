import { defineConfig } from 'vite';

// The server as one file for Node; packages stay outside, in node_modules.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: process.env.FORMWRIGHT_SERVER_OUT ?? 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
