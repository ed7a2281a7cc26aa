import { useSyncExternalStore } from 'react';

/** Whether the last call reached the server; for the banner. */
export type Connection = {
  readonly isLost: () => boolean;
  readonly report: (isReachable: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates a tracker of the connection. */
export function createConnection(): Connection {
  let isLost = false;
  const listeners = new Set<() => void>();
  return {
    isLost: () => isLost,
    report: (isReachable) => {
      if (isLost === !isReachable) return;
      isLost = !isReachable;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useConnectionLost(connection: Connection): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isLost);
}
