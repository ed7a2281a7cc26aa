import { type RefObject, useCallback, useRef, useState } from 'react';
import { type History, startHistory, stepBack, stepForth, stepTo } from '../data/history.ts';
import { type Offer, useKeptWork } from '../data/useKeptWork.ts';
import { useUndoKeys } from './useUndoKeys.ts';

export type Builder<T> = {
  readonly value: T;
  readonly change: (next: T | ((now: T) => T)) => void;
  readonly isChanged: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Unsaved work from before a reload. */
  readonly draft: Offer;
  /** Call after a save: `sent` is now stored as `stored`; later changes stay. */
  readonly saved: (sent: T, stored: T) => void;
  /** Restores the stored value, as a step that can be undone. */
  readonly reset: () => void;
  /** Root element, in which Ctrl+Z and Ctrl+Shift+Z work. */
  readonly root: RefObject<HTMLDivElement | null>;
};

type Options<T> = {
  /** Identifies the builder across reloads. */
  readonly key: string;
  /** The stored value; a new one is taken over while nothing is changed. */
  readonly start: T;
  /** False for a value not worth keeping: leaving asks nothing. */
  readonly isKept?: (value: T) => boolean;
  /** The revision edited, and a callback for the revision of restored work. */
  readonly revision?: number | undefined;
  readonly onRevision?: (revision: number | undefined) => void;
};

/**
 * State of a builder that is not a record form: undo and redo, drafts across reloads, and a warning before
 * unsaved work is lost.
 */
export function useBuilder<T>(options: Options<T>): Builder<T> {
  const { key, start, isKept, revision, onRevision } = options;
  const [history, setHistory] = useState<History<T>>(() => startHistory(start));
  const [stored, setStored] = useState(start);
  const [given, setGiven] = useState(start);
  const isChanged = !isSame(history.value, stored);
  if (given !== start) {
    setGiven(start);
    if (!isChanged && !isSame(start, history.value)) {
      setStored(start);
      setHistory(startHistory(start));
    }
  }
  const root = useRef<HTMLDivElement>(null);
  const change = useCallback<Builder<T>['change']>((next) => {
    const time = performance.now();
    setHistory((now) =>
      stepTo(now, typeof next === 'function' ? (next as (value: T) => T)(now.value) : next, time),
    );
  }, []);
  const undo = useCallback(() => setHistory(stepBack), []);
  const redo = useCallback(() => setHistory(stepForth), []);
  useUndoKeys(root, undo, redo);
  const draft = useKeptWork<T>({
    key,
    value: history.value,
    isChanged: isChanged && (isKept?.(history.value) ?? true),
    revision,
    restore: (value, stoodOn) => {
      change(() => value);
      onRevision?.(stoodOn as number | undefined);
    },
  });
  return {
    value: history.value,
    change,
    isChanged,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    draft,
    saved: (sent, next) => {
      setStored(next);
      // What the server changed is not an undo step.
      setHistory((now) => (isSame(now.value, sent) ? { ...now, value: next } : now));
    },
    reset: () => change(stored),
    root,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
