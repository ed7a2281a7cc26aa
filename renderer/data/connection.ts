import { useSyncExternalStore } from 'react';

/** Whether the server answers; one for all calls. */
export type Connection = {
  /** Whether calls have been repeated for longer than a moment. */
  readonly isRepeating: () => boolean;
  /** Whether the last call failed to reach the server, even repeated. */
  readonly isLost: () => boolean;
  readonly report: (isReachable: boolean) => void;
  /** A call is being repeated, until the returned function is called. */
  readonly repeating: () => () => void;
  /** Resolves when a call that got no answer may be sent again. */
  readonly back: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Shorter interruptions are not shown; in milliseconds. */
const moment = 1000;
/** Pause before another attempt while other calls are answered, in milliseconds. */
const pauseBetween = 4000;

/** Creates a tracker of the connection. */
export function createConnection(): Connection {
  let isLost = false;
  let repeated = 0;
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const show = (next: boolean) => {
    if (isShown === next) return;
    isShown = next;
    tell();
  };
  const subscribe: Connection['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    isRepeating: () => isShown,
    isLost: () => isLost,
    report: (isReachable) => {
      if (isLost === !isReachable) return;
      isLost = !isReachable;
      tell();
    },
    repeating: () => {
      repeated += 1;
      if (repeated === 1) timer = setTimeout(() => show(true), moment);
      return () => {
        repeated -= 1;
        if (repeated > 0) return;
        clearTimeout(timer);
        show(false);
      };
    },
    back: () =>
      new Promise((resolve) => {
        if (!isLost) return void setTimeout(resolve, pauseBetween);
        const stop = subscribe(() => {
          if (isLost) return;
          stop();
          resolve();
        });
      }),
    subscribe,
  };
}

export function useConnectionLost({ subscribe, isLost }: Connection): boolean {
  return useSyncExternalStore(subscribe, isLost);
}

export function useConnectionRepeating({ subscribe, isRepeating }: Connection): boolean {
  return useSyncExternalStore(subscribe, isRepeating);
}
