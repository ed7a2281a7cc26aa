import { type RefObject, useEffect, useRef } from 'react';
import type { FormState } from '#engine';
import { isDialogOpen } from '../data/isDialogOpen.ts';
import { keyBindings } from '../data/keyBindings.ts';
import { usePageWork } from '../data/pageWork.ts';
import type { Question } from './FormTools.ts';

type Options = {
  readonly root: RefObject<HTMLElement | null>;
  readonly form: FormState;
  readonly onSave: () => void;
  readonly onWhy: (question: Question) => void;
};

/** Ctrl+S saves, unless the page saves all its forms; Alt+/ explains the focused field. */
export function useFormKeys(options: Options): void {
  const hasPage = usePageWork() !== undefined;
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (!hasPage && keyBindings.save.is(event)) save(event, latest.current);
      if (keyBindings.why.is(event)) ask(event, latest.current);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasPage]);
}

function save(event: KeyboardEvent, { root, form, onSave }: Options): void {
  if (!root.current || !isMeant(root.current)) return;
  event.preventDefault();
  if (form.status().dirty) onSave();
}

function ask(event: KeyboardEvent, { root, onWhy }: Options): void {
  const question = root.current && questionAt(root.current);
  if (!question) return;
  event.preventDefault();
  onWhy(question);
}

/** Whether this form has focus; without a focused form any will do, unless a dialog is open. */
function isMeant(root: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-form]');
  if (focused) return focused === root;
  return !isDialogOpen();
}

function questionAt(root: HTMLElement): Question | undefined {
  const anchor = document.activeElement?.closest<HTMLElement>('[data-path]');
  if (!anchor || !root.contains(anchor)) return undefined;
  return { path: anchor.dataset.path ?? '', anchor };
}
