import { useEffect, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useLocale } from '../../data/messages.tsx';

type Answer = { readonly Items: readonly DataRecord[] };

type Known = {
  readonly rows?: readonly DataRecord[];
  readonly error?: string;
  /** The question it answers. */
  readonly of: string;
};

/** Loads the rows only on request; earlier rows stay until the next answer. */
export function usePreview(path: string, state: string) {
  const api = useApi();
  const asked = JSON.stringify([path, state]);
  const locale = useLocale();
  const [known, know] = useState<Known>();
  const [running, setRunning] = useState<AbortController>();
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);
  const run = () => {
    const call = new AbortController();
    last.current?.abort();
    last.current = call;
    setRunning(call);
    api
      .send<Answer>('POST', path, {}, { signal: call.signal, showsProgress: true, intent: 'reads' })
      .then(
        ({ Items }) => call.signal.aborted || know({ rows: Items, of: asked }),
        (error: Error) => call.signal.aborted || know({ error: error.message, of: asked }),
      )
      .finally(() => setRunning((now) => (now === call ? undefined : now)));
  };
  // Reasons come in the language of the request, so run again after a change.
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
    if (last.current) run();
  });
  const stop = () => {
    last.current?.abort();
    setRunning(undefined);
  };
  return {
    rows: known?.rows,
    error: running ? undefined : known?.error,
    isRunning: running !== undefined,
    /** The input has changed since. */
    isOld: known !== undefined && known.of !== asked,
    run,
    stop,
  };
}
