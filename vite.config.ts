import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { extensionsPlugin } from './scripts/extensionsPlugin.mjs';
import { noticesPlugin } from './scripts/noticesPlugin.mjs';

// The client: what a browser loads. `npm run dev` passes the address of the API server.
const api = process.env.FORMWRIGHT_API ?? 'http://localhost:3000';
const licences = 'licenses.txt';

export default defineConfig({
  plugins: [extensionsPlugin(), react(), noticesPlugin(licences)],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Fonts and packages ask for their licence where they are passed on.
    license: { fileName: licences },
    target: 'es2022',
    // The Content-Security-Policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // One stylesheet of 26 kB instead of one for each part.
    cssCodeSplit: false,
    // A file for each shared module made a product page 114 requests. Each group takes the modules its test finds and
    // what these import, unless a group of higher priority has it. Files that only some pages need are split by the
    // dynamic imports as before. The sign-in page needs `start` and
    // `common` only.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            {
              name: 'common',
              test: /renderer.(data|parts).(?!MultiSelect|ComboBox|queries)|lucide-react/,
              minShareCount: 10,
              priority: 4,
            },
            { name: 'shell', test: /renderer.signedIn/, priority: 3 },
            {
              name: 'list',
              test: /renderer.(grid.GridBlockView|pages.SummaryBlockView|parts.(MultiSelect|ComboBox))/,
              priority: 2,
            },
            { name: 'form', test: /renderer.form.(FormBlockView|RevealedForm)/, priority: 1 },
            { name: 'shared', test: /(renderer|engine).*[.]tsx?$/, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: api, ws: true }, '/scim': { target: api }, '/mcp': { target: api } } },
});
