import type { StorybookConfig } from '@storybook/react-vite';
import { readHistory } from './history.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx', '../extensions/*/stories/**/*.stories.tsx'],
  addons: [
    '@storybook/addon-docs',
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
    // Shows hover and focus; it rewrites all style sheets for each story, and no test needs it.
    ...(process.env.VITEST ? [] : ['storybook-addon-pseudo-states']),
  ],
  core: { disableTelemetry: true },
  features: { sidebarOnboardingChecklist: false },
  docs: { defaultName: 'Overview' },
  // Built for browsers that know light-dark(): made to work in older ones, a colour is decided at the root of the page,
  // and the dark half of two themes side by side would be light.
  viteFinal: (vite) => ({
    ...vite,
    define: { ...vite.define, __HISTORY__: JSON.stringify(readHistory()) },
    build: { ...vite.build, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
  }),
};

export default config;
