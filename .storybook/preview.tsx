import type { Preview } from '@storybook/react-vite';
import { useEffect, useMemo } from 'react';
import { configure } from 'storybook/test';
import type { Locale } from '#engine';
import { createSay, MessagesProvider, readPublicMessages } from '#renderer';
import '@fontsource-variable/inter/wght.css';
import '../renderer/tokens/tokens.css';
import '../renderer/tokens/base.css';

// A busy machine is slow; what waits for something finds it all the same.
configure({ asyncUtilTimeout: 15_000 });

const found = import.meta.glob(['../base/schemas/messages/*/*.json', '../schemas/messages/*/*.json'], {
  eager: true,
  import: 'default',
});
const messages = readPublicMessages({ files: Object.entries(found).map(([file, json]) => ({ file, json })) });

/** Nobody reads in a run of tests what axe found in order: of a screen that is half a megabyte for each story. */
const isTestRun = import.meta.env.VITEST_STORYBOOK === 'false';

const preview: Preview = {
  beforeEach: ({ reporting }) => {
    if (!isTestRun) return;
    const addReport = reporting.addReport.bind(reporting);
    reporting.addReport = ({ result, ...report }) => {
      const { violations } = result as { violations?: readonly unknown[] };
      return addReport({ ...report, result: { violations } });
    };
  },
  parameters: {
    layout: 'padded',
    // A finding of axe fails the story's test.
    // Announcements leave empty marks behind in the element that reads them aloud.
    a11y: {
      test: 'error',
      context: { exclude: [['[data-live-announcer]']] },
      options: isTestRun ? { resultTypes: ['violations'] } : {},
    },
  },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: { title: 'Language', icon: 'globe', items: ['en-CA', 'fr-CA'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', locale: 'en-CA' },
  decorators: [
    (Story, { globals }) => {
      const locale = globals.locale as Locale;
      const say = useMemo(() => createSay(messages, locale), [locale]);
      useEffect(() => {
        document.documentElement.dataset.theme = globals.theme;
        document.documentElement.lang = locale;
      }, [globals.theme, locale]);
      return (
        <MessagesProvider locale={locale} say={say}>
          <Story />
        </MessagesProvider>
      );
    },
  ],
};

export default preview;
