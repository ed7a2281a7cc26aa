import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';
import { patience } from './scripts/patience.mjs';

const setupFiles = ['tests/support/compareBytes.ts', 'tests/support/noteCosts.ts'];

// Two at once also where there are two cores, of which Vitest by itself would use one.
const node = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    environment: 'node' as const,
    setupFiles,
    maxWorkers: Number(process.env.TEST_WORKERS) || Math.max(2, availableParallelism() - 1),
    // A compilation makes tens of MB that nobody needs afterwards: with room for them, less is copied about.
    execArgv: ['--max-semi-space-size=64'],
    ...more,
  },
});

const runModules = process.env.RUN_MODULES;

// Files share what they import: the application is compiled once, not once a file.
const shared = { isolate: false };
const apiFiles = { ...shared, setupFiles: [...setupFiles, 'tests/api/support/afterApiFile.ts'] };

/** Tests of the API that run on PostgreSQL too; all of them do with `STORES=postgres npm test -- api`. */
const crossSection = [
  ...['postgres', 'postgresSeeds', 'writes', 'stamp'],
  // Who sees and may change what.
  ...['rowAccess', 'rowFields', 'rowRecords', 'accountTies', 'panelRecords'],
  // Lists, and the filters and orders people keep.
  ...['listOrders', 'savedViews', 'relationships', 'associations'],
  ...['listWhere', 'listWhereRights', 'calendarPeriods'],
  // Many records at once.
  ...['bulk', 'codeImports', 'formLayout'],
  ...[
    'history',
    'idempotency',
    'reports',
    'reportQueries',
    'fieldKinds',
    'kindPlaces',
    'personFields',
    'fileFields',
    'signatures',
    'linkedValues',
    'sequences',
    'normalTexts',
    'transitions',
    'configurePublish',
    'queriesPerCall',
    'automations',
    'automationTimes',
    'automationButtons',
    'automationCalls',
    'activity',
    'approvals',
    'approvalRights',
    'restoreRights',
    'groupNames',
    'webhooks',
    'publicForms',
    'pictures',
    'referenceLists',
    // Formats and entities made in the configurator.
    'prints',
    'entityLifecycle',
    'entityFromSchema',
    'scim',
    'visits',
    'passkeys',
    'incomingWebhooks',
    'mailTemplates',
    'branding',
  ],
];

// Storybook takes seconds to load: only a run that may need it does. `npm test` names the project of every run.
const named = process.argv.flatMap((word, at) => (word === '--project' ? [process.argv[at + 1]] : []));
const needsStories = named.length === 0 || named.includes('stories');

const createStories = async () => ({
  extends: true as const,
  plugins: [
    (await import('@storybook/addon-vitest/vitest-plugin')).storybookTest({
      configDir: path.join(import.meta.dirname, '.storybook'),
    }),
  ],
  // Found late, these would reload the page in the middle of a test.
  optimizeDeps: {
    entries: ['{stories,extensions/*/stories}/**/*.stories.tsx', '.storybook/preview.tsx'],
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      '@rjsf/core/lib/components/Form.js',
    ],
  },
  test: {
    name: 'stories',
    maxWorkers: 2,
    browser: {
      enabled: true,
      isolate: false,
      headless: true,
      screenshotFailures: false,
      // On a busy machine it takes minutes until the first story is compiled.
      connectTimeout: patience(300),
      provider: (await import('@vitest/browser-playwright')).playwright({
        launchOptions: { executablePath: findChromium(), args: chromiumFlags },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

export default defineConfig({
  test: {
    // Only what hangs comes to these: no test says a shorter limit of its own (tests/architecture/limits.test.ts).
    testTimeout: patience(600),
    hookTimeout: patience(600),
    expect: { poll: { timeout: patience(30) } },
    // While working, what has been compiled once is read again. `npm test` gives its processes a folder that starts
    // empty and that none of them clears.
    experimental: runModules
      ? { fsModuleCache: true, fsModuleCachePath: runModules }
      : { fsModuleCache: !process.env.CI },
    projects: [
      node(
        'unit',
        [
          'engine/**/*.test.ts',
          'extensions/**/*.test.{ts,tsx}',
          'server/**/*.test.ts',
          'renderer/**/*.test.{ts,tsx}',
          'examples/**/*.test.{ts,tsx}',
          'stories/**/*.test.ts',
          'tests/bench/**/*.test.ts',
        ],
        shared,
      ),
      node('contracts', ['tests/contracts/**/*.test.ts'], shared),
      node('architecture', ['tests/architecture/**/*.test.ts'], shared),
      node('declarations', ['tests/declarations/**/*.test.ts'], shared),
      node('requirements', ['tests/requirements/**/*.test.ts'], shared),
      node('api', ['tests/api/**/*.test.ts'], apiFiles),
      // A cross-section of the calls again, on the other database.
      node(
        'postgres',
        crossSection.map((name) => `tests/api/${name}.test.ts`),
        {
          ...apiFiles,
          env: { STORES: 'postgres' },
        },
      ),
      node('start', ['tests/{start,processes}/**/*.test.ts']),
      node('lending', ['tests/lending/**/*.test.ts']),
      ...(needsStories ? [await createStories()] : []),
      node('e2e', ['tests/e2e/**/*.test.ts'], { ...shared, maxWorkers: 2 }),
    ],
  },
});
