/** What has happened, for everyone who listens: event streams, caches. */
import mitt from 'mitt';

export type Change = {
  readonly entity: string;
  readonly id: string;
  readonly operation: string;
  /** The only person it concerns; absent: all who may see the entity. */
  readonly user?: string;
};

type Happenings = {
  recordChanged: Change;
  declarationsChanged: { readonly version: string };
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
