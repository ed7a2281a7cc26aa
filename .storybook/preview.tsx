import type { Args, Preview } from '@storybook/react-vite';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { StrictArgTypes } from 'storybook/internal/types';
import { configure } from 'storybook/test';
import type { Locale } from '#engine';
import { createSay, ExtensionsProvider, MessagesProvider } from '#renderer';
import type { About } from '../stories/docs/about.ts';
import { watchChanges } from '../stories/foundations/tokenChanges.ts';
import { BothThemes } from '../stories/support/BothThemes.tsx';
import { extensions } from '../stories/support/extensions.ts';
import { messages } from '../stories/support/messages.ts';
import { RoleContext } from '../stories/support/role.ts';
import { emulateMedia } from './emulateMedia.ts';
import '@fontsource-variable/inter/wght.css';
import '../renderer/tokens/tokens.css';
import '../renderer/tokens/base.css';
import '../renderer/tokens/forcedColours.css';
import '../renderer/tokens/print.css';

// Waits outlast a busy machine.
configure({ asyncUtilTimeout: 60_000 });

/** Test runs keep only violations: the passed checks of a screen are half a megabyte per story. */
const isTestRun = import.meta.env.VITEST_STORYBOOK === 'false';

if (!isTestRun) watchChanges();

// A story in a frame takes the focus without scrolling the page around it.
if (location.search.includes('framed:yes')) {
  const focus = HTMLElement.prototype.focus;
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true });
  };
}

// Test runs load no documentation pages.
const DocsPage = lazy(async () => ({ default: (await import('../stories/docs/DocsPage.tsx')).DocsPage }));
const TokenEditor = lazy(async () => ({
  default: (await import('../stories/foundations/TokenEditor.tsx')).TokenEditor,
}));
const DocsFrame = lazy(async () => ({ default: (await import('../stories/docs/DocsFrame.tsx')).DocsFrame }));

type Choices = readonly (readonly [value: string, title: string])[];

type Icon = 'globe' | 'mirror' | 'user' | 'accessibility' | 'zoom' | 'paintbrush';

const toolbar = (title: string, icon: Icon, choices: Choices) => ({
  description: title,
  toolbar: {
    title,
    icon,
    items: choices.map(([value, name]) => ({ value, title: name })),
    dynamicTitle: true,
  },
});

const emulated = { motion: ['prefers-reduced-motion: reduce'], forced: ['forced-colors: active'] } as const;

const preview: Preview = {
  tags: ['autodocs'],
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
    docs: {
      page: () => (
        <Suspense fallback={null}>
          <DocsPage />
        </Suspense>
      ),
      container: (props: Parameters<typeof DocsFrame>[0]) => (
        <Suspense fallback={null}>
          <DocsFrame {...props} />
        </Suspense>
      ),
    },
    options: {
      storySort: {
        // By title, not by file name; stories of one page keep their order.
        method: 'alphabetical',
        order: [
          'Start here',
          'Find by need',
          'Patterns',
          'Playground',
          'Foundations',
          'Widgets',
          'Parts',
          'Grid',
          'Pages',
          'Shell',
          'Screens',
        ],
      },
    },
    viewport: {
      options: {
        narrow: { name: '320 – phone, portrait', styles: { width: '320px', height: '720px' } },
        tablet: { name: '768 – tablet', styles: { width: '768px', height: '1024px' } },
        desktop: { name: '1280 – laptop', styles: { width: '1280px', height: '800px' } },
      },
    },
    // A finding of axe fails the story's test.
    // Announcements leave empty marks behind in the element that reads them aloud.
    a11y: {
      test: 'error',
      context: { exclude: [['[data-live-announcer]']] },
      options: isTestRun ? { resultTypes: ['violations'] } : {},
    },
  },
  globalTypes: {
    theme: toolbar('Theme', 'mirror', [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['both', 'Side by side'],
    ]),
    locale: toolbar('Language', 'globe', [
      ['en-CA', 'English (en-CA)'],
      ['fr-CA', 'French (fr-CA)'],
    ]),
    role: toolbar('Role', 'user', [
      ['', 'As in the story'],
      ['admin', 'Administrator'],
      ['manager', 'Product manager'],
      ['pricing', 'Pricing analyst'],
      ['configurator', 'Configurator'],
      ['viewer', 'Viewer'],
    ]),
    media: toolbar('Preferences', 'accessibility', [
      ['', 'No preference'],
      ['motion', 'Reduced motion'],
      ['forced', 'Forced colours (our rules; the browser’s own need its developer tools)'],
    ]),
    tokens: toolbar('Token changes', 'paintbrush', [
      ['', 'Closed'],
      ['edit', 'Change tokens on every story'],
    ]),
    zoom: toolbar('Zoom', 'zoom', [
      ['1', '100 %'],
      ['2', '200 %'],
      ['4', '400 %'],
    ]),
  },
  initialGlobals: { theme: 'light', locale: 'en-CA', role: '', media: '', zoom: '1', tokens: '', framed: '' },
  argTypesEnhancers: isTestRun ? [] : [withoutObjects],
  decorators: [
    (Story, { args, globals, viewMode, name, parameters }) => {
      const locale = globals.locale as Locale;
      const about = parameters.about as About | undefined;
      const isStates = viewMode === 'docs' && name === 'All States' && about !== undefined;
      const isBoth = globals.theme === 'both' || isStates;
      const theme = globals.theme === 'both' ? 'light' : globals.theme;
      const say = useMemo(() => createSay(messages, locale), [locale]);
      useEffect(() => {
        document.documentElement.dataset.theme = theme;
        document.documentElement.lang = locale;
      }, [theme, locale]);
      useEffect(() => {
        document.documentElement.style.zoom = globals.zoom;
        emulateMedia(emulated[globals.media as keyof typeof emulated] ?? []);
      }, [globals.zoom, globals.media]);
      return (
        <MessagesProvider key={isTestRun ? '' : plainOf(args)} locale={locale} say={say}>
          <ExtensionsProvider extensions={extensions}>
            <RoleContext value={globals.role}>
              {isBoth ? (
                <BothThemes isStacked={about?.isWide}>
                  <Story />
                </BothThemes>
              ) : (
                <Story />
              )}
              {globals.tokens === 'edit' && viewMode === 'story' && globals.framed === '' && (
                <Suspense fallback={null}>
                  <TokenEditor />
                </Suspense>
              )}
            </RoleContext>
          </ExtensionsProvider>
        </MessagesProvider>
      );
    },
  ],
};

/** Values of controls as one key: a story that copies them into its state is remounted. */
function plainOf(args: Args): string {
  const plain = Object.entries(args).filter(([, value]) => /^(string|number|boolean)$/.test(typeof value));
  return JSON.stringify(plain);
}

/** Hides controls for lists, records, elements and functions, which cannot be edited as text. */
function withoutObjects({ argTypes, initialArgs }: { argTypes: StrictArgTypes; initialArgs: Args }) {
  const names = [...new Set([...Object.keys(argTypes), ...Object.keys(initialArgs)])];
  return Object.fromEntries(
    names.map((name) => {
      const { [name]: type = { name } } = argTypes;
      const value: unknown = initialArgs[name];
      const isElement = type.table?.type?.summary === 'ReactNode' && typeof value !== 'string';
      const isPlain =
        value === undefined ? 'control' in type : typeof value !== 'object' && typeof value !== 'function';
      return [
        name,
        !isElement && (isPlain || type.control)
          ? type
          : { ...type, control: false as const, table: { disable: true } },
      ];
    }),
  );
}

export default preview;
