/** What has happened, for everyone who listens: event streams, caches. */
import mitt from 'mitt';
import type { DataRecord } from '#engine';

export type Change = {
  readonly entity: string;
  readonly id: string;
  readonly operation: string;
  /** The only person it concerns; absent: all who may see the entity. */
  readonly user?: string;
};

/** How far long work has come; the last one says what became of it. */
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
  /** A stream of a login, and what kind it is of. */
  streamOpened: Stream;
  streamClosed: Stream;
  /** Logins have ended. */
  loginsEnded: Readonly<Record<string, never>>;
  /** What other processes told may be missing: whoever relies on it reads anew. */
  missed: Readonly<Record<string, never>>;
};

export type Events = {
  readonly announce: <Kind extends keyof Happenings>(kind: Kind, what: Happenings[Kind]) => void;
  /** Gives the function that ends listening. */
  readonly listen: <Kind extends keyof Happenings>(
    kind: Kind,
    listener: (what: Happenings[Kind]) => void,
  ) => () => void;
};

/** A fresh channel; one for each app. */
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
