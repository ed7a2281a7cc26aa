import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { extensionsPlugin } from './scripts/extensionsPlugin.mjs';

// The client: what a browser loads. `npm run dev` passes the address of the API server.
const api = process.env.FORMWRIGHT_API ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [extensionsPlugin(), react()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The Content-Security-Policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // What most pages share comes in one file: forty icons and helpers of 200 bytes each pack badly one by one. Combo
    // boxes, tag lists and the query cache are shared as widely, but the sign-in page needs none of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /renderer.(data|parts).(?!MultiSelect|ComboBox|queries)|lucide-react/,
              minShareCount: 10,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: api, ws: true } } },
});
