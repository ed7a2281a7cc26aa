import { useCallback, useEffect, useRef, useState } from 'react';
import { useOwnId } from './App.tsx';
import { isCrashing } from './crash.ts';
import { useGuard } from './guard.ts';
import { forgetWork, type KeptWork, keepWork, readKept } from './keptWork.ts';

/** Unsaved work from before a reload, as offered. */
export type Offer = {
  readonly found: { readonly savedAt: string } | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
};

type Options<T> = {
  /** Identifies the work across reloads. */
  readonly key: string;
  readonly value: T;
  /** There is something to lose. */
  readonly isChanged: boolean;
  readonly restore: (value: T, revision: unknown) => void;
  /**
   * The revision that the work is based on; restored with it, so that newer work of others is not
   * overwritten.
   */
  readonly revision?: unknown;
  /** Removes what must not be stored, such as a password. */
  readonly keepable?: (value: T) => T;
};

/** Debounce before work is stored, in milliseconds. */
const quiet = 300;

/**
 * Keeps unsaved work outside record forms (a report being built, answers in a dialog) in this tab and offers
 * it after a reload. Leaving within the application asks first and drops it.
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
    // Keep an offer that has not been answered yet.
    else if (hadWork.current) forgetWork(now.key);
    hadWork.current = now.isChanged;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the work changes
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
      // Saved before the next write, it must be forgotten all the same.
      hadWork.current = true;
      setFound(undefined);
    },
    discard: () => {
      if (!isChanged) forgetWork(key);
      setFound(undefined);
    },
  };
}
