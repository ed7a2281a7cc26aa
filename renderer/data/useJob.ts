import { useEffect, useRef, useState } from 'react';
import { ApiError } from './ApiError.ts';
import { useApi } from './App.tsx';
import type { JobEnd } from './dialogs.tsx';

/** Polling interval in milliseconds. */
const between = 400;

export type WatchedJob = {
  /** Undefined until the first answer. */
  readonly job: JobEnd | undefined;
  readonly cancelling: boolean;
  readonly cancel: () => void;
};

/** Polls a job until it ends, across lost connections. */
export function useJob(id: string, onEnd: (end: JobEnd) => void): WatchedJob {
  const api = useApi();
  const [job, setJob] = useState<JobEnd>();
  const [isAsked, setAsked] = useState(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const found = await api.get<JobEnd>(`/job/${id}`).catch(lost);
      if (isGone) return;
      if (found) setJob(found);
      if (found && isOver(found)) end.current(found);
      else timer = setTimeout(look, between);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, id]);
  return {
    job,
    cancelling: isAsked || job?.Status === 'cancelling',
    cancel: () => {
      setAsked(true);
      // The next poll shows whether it was cancelled.
      api
        .send('POST', `/job/${id}/cancel`, undefined, { intent: 'same-content' })
        .catch(() => setAsked(false));
    },
  };
}

const isOver = ({ Status }: JobEnd): boolean => Status !== 'running' && Status !== 'cancelling';

const later = new Set([401, 408, 429]);

function lost(error: unknown): JobEnd | undefined {
  if (!(error instanceof ApiError)) throw error;
  const { status, body } = error;
  // The job goes on after the session ends; polling resumes after a new sign-in.
  if (later.has(status)) return undefined;
  return status >= 400 && status < 500 ? { Status: 'failed', Problem: body } : undefined;
}
