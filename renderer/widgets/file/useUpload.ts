import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import type { WidgetProps } from '../types.ts';
import { refusalOf } from './refusalOf.ts';

export type Sending = { readonly name: string; readonly share: number };
/** Why an upload failed; `again` retries the same file, if that may help. */
export type Failure = { readonly text: string; readonly again?: () => void };

const unlimited = { accept: [], maxBytes: 0 };

/** Uploads one file at a time; the field keeps its value until the new file has arrived. */
export function useUpload(props: WidgetProps) {
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    const limits = props.view.field.file ?? unlimited;
    const refusal = refusalOf(file, { limits, locale: props.locale, message: props.message });
    setFailure(refusal === undefined ? undefined : { text: refusal });
    if (refusal !== undefined) return;
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setSending({ name: file.name, share: 0 });
    const onProgress = (share: number) => !mine.signal.aborted && setSending({ name: file.name, share });
    try {
      const stored = await props.files.upload(props.view.field, file, { signal: mine.signal, onProgress });
      if (!mine.signal.aborted) props.onChange(stored.Id, stored);
    } catch (error) {
      if (!mine.signal.aborted) setFailure({ text: textOf(error), again: again(error, () => send(file)) });
    } finally {
      if (running.current === mine) setSending(undefined);
    }
  };
  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setSending(undefined);
  };
  return { sending, failure, send, cancel, setFailure };
}

/** Only network and server failures are worth a retry with the same file. */
export function again(error: unknown, retry: () => void): (() => void) | undefined {
  return error instanceof ApiError &&
    (error.code === 'network' || error.status >= 500 || error.status === 400)
    ? retry
    : undefined;
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
