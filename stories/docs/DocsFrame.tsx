import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import { type PropsWithChildren, useEffect, useState } from 'react';
import { GLOBALS_UPDATED, SET_GLOBALS } from 'storybook/internal/core-events';
import { themes } from 'storybook/theming';
import type { Locale } from '#engine';
import { DocsLocaleContext } from './titles.ts';

type Globals = { readonly theme?: string; readonly locale?: string; readonly framed?: string };

/** The frame of every docs page: the toolbar's theme, applied to Storybook's own elements too. */
export function DocsFrame({ children, context, ...props }: PropsWithChildren<DocsContainerProps>) {
  const [{ theme, locale = 'en-CA' }, setGlobals] = useState<Globals>(readStart);
  useEffect(() => {
    // Ignore story frames on the page, which report their own theme.
    const update = ({ globals }: { globals: Globals }) => {
      if (!globals.framed) setGlobals(globals);
    };
    context.channel.on(GLOBALS_UPDATED, update);
    context.channel.on(SET_GLOBALS, update);
    return () => {
      context.channel.off(GLOBALS_UPDATED, update);
      context.channel.off(SET_GLOBALS, update);
    };
  }, [context]);
  const scheme = theme === 'dark' ? 'dark' : 'light';
  useEffect(() => {
    document.documentElement.dataset.theme = scheme;
    document.documentElement.lang = locale;
  }, [scheme, locale]);
  return (
    <DocsContainer {...props} context={context} theme={{ ...themes[scheme], ...ours(scheme) }}>
      <DocsLocaleContext value={locale as Locale}>{children}</DocsLocaleContext>
    </DocsContainer>
  );
}

/** The globals in the address, before the first change of the toolbar. */
function readStart(): Globals {
  const said = new URLSearchParams(location.search).get('globals') ?? '';
  return Object.fromEntries(said.split(';').map((pair) => pair.split(':')));
}

function ours(scheme: 'light' | 'dark') {
  const read = (token: string) => colourOf(token, scheme);
  return {
    fontBase: '"Inter Variable", sans-serif',
    appBg: read('--color-canvas'),
    appContentBg: read('--color-canvas'),
    appPreviewBg: read('--color-canvas'),
    appBorderColor: read('--color-border'),
    textColor: read('--color-text'),
    colorSecondary: read('--color-accent-text'),
  };
}

/** A colour token resolved for a colour scheme. */
function colourOf(token: string, scheme: 'light' | 'dark'): string {
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
