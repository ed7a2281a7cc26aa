import { useEffect, useRef } from 'react';
import type { Api } from '../data/createApi.ts';
import { useDisplay } from './display.tsx';

type Kept = { readonly locale?: 'en-CA' | 'fr-CA'; readonly theme?: 'light' | 'dark' | 'system' };

/** Language and theme follow the person to another browser: read at sign-in, written when they change. */
export function useKeptDisplay(api: Api): void {
  const { locale, theme, setLocale, setTheme } = useDisplay();
  const known = useRef<string>(undefined);

  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const answer = await api
        .get<{ Value?: Kept } | undefined>('/preference/display')
        .catch(() => undefined);
      if (isGone) return;
      const kept = answer?.Value;
      known.current = JSON.stringify(kept ?? {});
      if (kept?.locale) setLocale(kept.locale);
      if (kept?.theme) setTheme(kept.theme);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [api, setLocale, setTheme]);

  useEffect(() => {
    const next = JSON.stringify({ locale, theme } satisfies Kept);
    if (known.current === undefined || known.current === next) return;
    known.current = next;
    api.send('PUT', '/preference/display', { locale, theme }).catch(() => undefined);
  }, [api, locale, theme]);
}
