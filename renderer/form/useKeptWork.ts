import { useCallback, useEffect, useRef, useState } from 'react';
import { useOwnId } from '../data/App.tsx';
import { isCrashing } from '../data/crash.ts';
import { useGuard } from '../data/guard.ts';
import { forgetWork, type KeptWork, keepWork, readKept } from '../data/keptWork.ts';

/** Work found from before a reload, as it is offered. */
export type Offer = {
  readonly found: { readonly savedAt: string } | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
};

type Options<T> = {
  /** What is worked on: the same after a reload. */
  readonly key: string;
  readonly value: T;
  /** There is something to lose. */
  readonly isChanged: boolean;
  readonly restore: (value: T, revision: unknown) => void;
  /** What of the server's it stands on; given back with it, so that newer work of others is not overwritten unseen. */
  readonly revision?: unknown;
  /** What must not be kept, such as a password, is left out here. */
  readonly keepable?: (value: T) => T;
};

/** Milliseconds of quiet before work is put aside. */
const quiet = 300;

/**
 * Work that is no record's form (a report that is put together, an answer in a window) is kept in this tab while it is
 * not saved, and offered again after a reload. Whoever leaves it within the application is asked first, and it goes.
 */
export function useKeptWork<T>(options: Options<T>): Offer {
  const { key: name, value, isChanged, restore } = options;
  const key = `${useOwnId()}.${name}`;
  const [found, setFound] = useState<KeptWork<T> | undefined>(() => {
    const kept = readKept<T>(key);
    return kept && JSON.stringify(kept.changes) !== JSON.stringify(value) ? kept : undefined;
  });
  useGuard(isChanged);
  const latest = useRef({ ...options, key });
  latest.current = { ...options, key };
  const hadWork = useRef(false);
  const write = useCallback(() => {
    const now = latest.current;
    if (now.isChanged) keepWork(now.key, now.keepable ? now.keepable(now.value) : now.value, now.revision);
    // An offer that nobody has answered yet stays.
    else if (hadWork.current) forgetWork(now.key);
    hadWork.current = now.isChanged;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written again whenever the work is another
  useEffect(() => {
    const timer = setTimeout(write, quiet);
    return () => clearTimeout(timer);
  }, [write, value, isChanged]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      if (isCrashing()) return write();
      forgetWork(latest.current.key);
    };
  }, [write]);
  return {
    found,
    restore: () => {
      if (found) restore(found.changes, found.revision);
      setFound(undefined);
    },
    discard: () => {
      if (!isChanged) forgetWork(key);
      setFound(undefined);
    },
  };
}
