/** Events for all listeners, such as event streams and caches. */
import mitt from 'mitt';
import type { DataRecord } from '#engine';

export type Change = {
  readonly entity: string;
  readonly id: string;
  readonly operation: string;
  /** The only person concerned; absent: all who may see the entity. */
  readonly user?: string;
};

/** Progress of a job; the last one reports the outcome. */
export type JobProgress = {
  readonly job: string;
  readonly kind: string;
  readonly input: DataRecord;
  readonly done: number;
  readonly share?: number;
  readonly status: 'running' | 'done' | 'failed' | 'cancelled';
};

type Stream = { readonly of: string; readonly login: string; readonly id: string };

export type Happenings = {
  recordChanged: Change;
  jobProgress: JobProgress;
  declarationsChanged: { readonly version: string };
  /** A login's stream, and its kind. */
  streamOpened: Stream;
  streamClosed: Stream;
  /** Logins have ended. */
  loginsEnded: Readonly<Record<string, never>>;
  /** Events of other processes may have been missed: reload what depends on them. */
  missed: Readonly<Record<string, never>>;
};

export type Events = {
  readonly announce: <Kind extends keyof Happenings>(kind: Kind, what: Happenings[Kind]) => void;
  /** Returns the function that stops listening. */
  readonly listen: <Kind extends keyof Happenings>(
    kind: Kind,
    listener: (what: Happenings[Kind]) => void,
  ) => () => void;
};

/** A new channel; one per app. */
export function createEvents(): Events {
  const emitter = mitt<Happenings>();
  return {
    announce: (kind, what) => emitter.emit(kind, what),
    listen: (kind, listener) => {
      emitter.on(kind, listener);
      return () => emitter.off(kind, listener);
    },
  };
}
