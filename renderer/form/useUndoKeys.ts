import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../data/isDialogOpen.ts';
import { keyBindings } from '../data/keyBindings.ts';

type Steps = { readonly undo: () => void; readonly redo: () => void };
type Root = RefObject<HTMLElement | null>;

/** Builders on the page. They take the keys before the page does. */
const builders = new Set<Root>();

/** Undo keys act on the builder, as the native undo of its controlled inputs would contradict its value. */
export function useUndoKeys(root: Root, undo: () => void, redo: () => void): void {
  useEffect(() => {
    builders.add(root);
    const press = (event: KeyboardEvent) => {
      if (isMeant(root.current, event)) act(event, { undo, redo }, root);
    };
    window.addEventListener('keydown', press);
    return () => {
      builders.delete(root);
      window.removeEventListener('keydown', press);
    };
  }, [root, undo, redo]);
}

/**
 * Undo keys of a page whose changes are saved at once; not while typing, where the browser undoes letters, and
 * not beside a builder.
 */
export function usePageUndoKeys({ undo, redo }: Steps, root: Root): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (builders.size === 0 && isMeant(undefined, event)) act(event, { undo, redo }, root);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo, redo, root]);
}

function act(event: KeyboardEvent, { undo, redo }: Steps, root: Root): void {
  const isUndo = keyBindings.undo.is(event);
  if (event.defaultPrevented || !(isUndo || keyBindings.redo.is(event))) return;
  event.preventDefault();
  const focused = document.activeElement;
  // Blur first: the field then shows its value instead of what was typed.
  if (focused instanceof HTMLElement) focused.blur();
  (isUndo ? undo : redo)();
  setTimeout(() => {
    // The step may have removed the focused element.
    const next = focused instanceof HTMLElement && focused.isConnected ? focused : root.current;
    if (document.activeElement === document.body) next?.focus();
  });
}

/** Not in a dialog, nor while typing outside the builder. */
function isMeant(root: HTMLElement | null | undefined, { target }: KeyboardEvent): boolean {
  if (root === null || isDialogOpen()) return false;
  if (!(target instanceof HTMLElement) || target === document.body) return true;
  if (target.closest('[data-own-undo]')) return false;
  return Boolean(root?.contains(target)) || !target.matches('input, textarea, [contenteditable="true"]');
}
