import { useEffect, useRef, useState } from 'react';
import type { FileFacts } from '../../data/files.ts';
import type { WidgetProps } from '../types.ts';
import { listOfFiles } from './listOfFiles.ts';
import { refusalOf } from './refusalOf.ts';
import { again, textOf } from './useUpload.ts';

/** An upload under way, or one that failed and can be tried again or dismissed. */
export type Upload = {
  readonly key: number;
  readonly file: File;
  readonly share: number;
  readonly failure?: string;
  readonly canRetry?: boolean;
};

const unlimited = { accept: [], maxBytes: 0 };

/** Uploads several files at once; each joins the list when it has arrived, in the order in which it was chosen. */
export function useUploads(props: WidgetProps) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(props);
  latest.current = props;
  const state = useRef({
    next: 0,
    running: new Map<number, AbortController>(),
    ranks: new Map<string, number>(),
  });
  useEffect(() => {
    const { running } = state.current;
    return () => {
      for (const one of running.values()) one.abort();
    };
  }, []);
  const change = (key: number, next: Partial<Upload> | undefined) =>
    setUploads((all) =>
      all.flatMap((one) => (one.key === key ? (next ? [{ ...one, ...next }] : []) : [one])),
    );
  const start = async ({ key, file }: Pick<Upload, 'key' | 'file'>) => {
    const { files, view, locale, message } = latest.current;
    const refusal = refusalOf(file, { limits: view.field.file ?? unlimited, locale, message });
    if (refusal !== undefined) return change(key, { failure: refusal });
    const mine = new AbortController();
    state.current.running.set(key, mine);
    change(key, { share: 0, failure: undefined });
    const onProgress = (share: number) => !mine.signal.aborted && change(key, { share });
    try {
      const stored = await files.upload(view.field, file, { signal: mine.signal, onProgress });
      if (mine.signal.aborted) return;
      change(key, undefined);
      state.current.ranks.set(stored.Id, key);
      // The form knows the files that have arrived since this was drawn.
      const { form, view: drawn, message: say, onChange } = latest.current;
      const held = listOfFiles({ view: form.view(drawn.path), message: say });
      onChange(placed(held, stored, state.current.ranks));
    } catch (error) {
      if (mine.signal.aborted) return;
      change(key, { failure: textOf(error), canRetry: again(error, () => undefined) !== undefined });
    } finally {
      state.current.running.delete(key);
    }
  };
  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({ key: state.current.next++, file, share: 0 }));
      setUploads((all) => [...all, ...added]);
      for (const one of added) void start(one);
    },
    retry: (upload: Upload) => void start(upload),
    drop: ({ key }: Upload) => {
      state.current.running.get(key)?.abort();
      change(key, undefined);
    },
  };
}

/** Before the first file that was chosen later. */
function placed(
  files: readonly FileFacts[],
  stored: FileFacts,
  ranks: ReadonlyMap<string, number>,
): readonly FileFacts[] {
  const rank = ranks.get(stored.Id) ?? 0;
  const at = files.findIndex(({ Id }) => (ranks.get(Id) ?? -1) > rank);
  return at < 0 ? [...files, stored] : files.toSpliced(at, 0, stored);
}
