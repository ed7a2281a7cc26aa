import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#engine';
import type { RenderHtml } from '../types.ts';

export type Preview = {
  /** The last preview; kept while the template has errors. */
  readonly html: string;
  /** Why the current text cannot be shown. */
  readonly reason?: string;
  readonly isBusy: boolean;
};

const nothing: Preview = { html: '', isBusy: false };

/** Loads a debounced preview and aborts outdated requests. */
export function usePreview(options: {
  readonly render: RenderHtml | undefined;
  readonly field: string;
  readonly text: string;
  readonly language: Locale;
  readonly delay?: number;
}): Preview {
  const { render, field, text, language, delay = 400 } = options;
  const [preview, setPreview] = useState(nothing);
  const isFirst = useRef(true);
  const latest = useRef(render);
  latest.current = render;
  useEffect(() => {
    if (text === '' || !latest.current) {
      setPreview(nothing);
      return undefined;
    }
    const abort = new AbortController();
    setPreview((before) => ({ ...before, isBusy: true }));
    const wait = setTimeout(
      async () => {
        try {
          const html = await latest.current?.({ field, html: text, language }, abort.signal);
          if (!abort.signal.aborted) setPreview({ html: html ?? '', isBusy: false });
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          if (!abort.signal.aborted) setPreview((before) => ({ html: before.html, reason, isBusy: false }));
        }
      },
      isFirst.current ? 0 : delay,
    );
    isFirst.current = false;
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [field, text, language, delay]);
  return preview;
}
