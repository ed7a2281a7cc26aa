import { useEffect, useState } from 'react';
import type { Api } from '../data/createApi.ts';
import { type Kept, useDisplay } from './display.tsx';

const path = '/preference/display';

/** Language and theme follow the person to another browser: read at sign-in, written when they change. */
export function useKeptDisplay(api: Api): void {
  const { locale, theme, adopt } = useDisplay();
  // As the server has it; undefined until it has answered.
  const [stored, setStored] = useState<string>();

  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const kept = await api.get<Kept | null>(path).catch(() => undefined);
      if (isGone || kept === undefined) return;
      adopt(kept ?? {});
      setStored(JSON.stringify(kept));
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [api, adopt]);

  useEffect(() => {
    const next = JSON.stringify({ locale, theme } satisfies Kept);
    if (stored === undefined || stored === next) return;
    setStored(next);
    api.send('PUT', path, { locale, theme }).catch(() => undefined);
  }, [api, locale, theme, stored]);
}
