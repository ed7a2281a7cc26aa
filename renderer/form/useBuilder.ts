import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type History, startHistory, stepBack, stepForth, stepTo } from '../data/history.ts';
import { keyBindings } from '../data/keyBindings.ts';
import { type Offer, useKeptWork } from './useKeptWork.ts';

export type Builder<T> = {
  readonly value: T;
  readonly change: (next: T | ((now: T) => T)) => void;
  readonly isChanged: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Work from before a reload. */
  readonly draft: Offer;
  /** `sent` has arrived and is stored as `stored`; what was changed meanwhile stays. */
  readonly saved: (sent: T, stored: T) => void;
  /** Back to what is stored, as a step that can be undone. */
  readonly reset: () => void;
  /** Where the builder stands: Ctrl+Z and Ctrl+Shift+Z are heard in it. */
  readonly root: RefObject<HTMLDivElement | null>;
};

type Options<T> = {
  /** What is built: the same after a reload. */
  readonly key: string;
  /** What is stored; another one is taken over while nothing is changed. */
  readonly start: T;
  /** False while it is only looked at: nothing is kept, and leaving asks nothing. */
  readonly isKept?: (value: T) => boolean;
  /** What of the server's it stands on, and where that goes when older work is restored. */
  readonly revision?: number | undefined;
  readonly onRevision?: (revision: number | undefined) => void;
};

/**
 * Whatever people put together on a page without a record's form: its steps can be taken back and forth, it is kept
 * while it is not saved, and leaving it asks first.
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
      // What the server has made of it is no step of a person's.
      setHistory((now) => (isSame(now.value, sent) ? { ...now, value: next } : now));
    },
    reset: () => change(stored),
    root,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Inputs of the builder show its value, so that their own history would contradict it. */
function useUndoKeys(root: Builder<unknown>['root'], undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = keyBindings.undo.is(event);
      if (event.defaultPrevented || !(isUndo || keyBindings.redo.is(event)) || !isMeant(root.current, event))
        return;
      event.preventDefault();
      const focused = document.activeElement;
      // A field that is left shows its value again, and not what was typed in it.
      if (focused instanceof HTMLElement) focused.blur();
      (isUndo ? undo : redo)();
      setTimeout(() => {
        // What had the focus may be gone with the step.
        const next = focused instanceof HTMLElement && focused.isConnected ? focused : root.current;
        if (document.activeElement === document.body) next?.focus();
      });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, undo, redo]);
}

/** Not in a window over the page, nor where something beside the builder is typed. */
function isMeant(root: HTMLElement | null, { target }: KeyboardEvent): boolean {
  if (!root || document.querySelector('[role="dialog"], [role="alertdialog"]')) return false;
  if (!(target instanceof HTMLElement) || target === document.body) return true;
  if (target.closest('[data-own-undo]')) return false;
  return root.contains(target) || !target.matches('input, textarea, [contenteditable="true"]');
}
