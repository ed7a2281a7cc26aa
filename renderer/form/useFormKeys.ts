import { type RefObject, useEffect } from 'react';
import type { FormState } from '#engine';
import type { Question } from './WhyPopover.tsx';

type Options = {
  readonly root: RefObject<HTMLElement | null>;
  readonly form: FormState;
  readonly onSave: () => void;
  readonly onWhy: (question: Question) => void;
};

/** Ctrl-S saves, Alt-/ asks why. */
export function useFormKeys({ root, form, onSave, onWhy }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !root.current) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's' && isMeant(root.current)) {
        event.preventDefault();
        if (form.status().dirty) onSave();
      }
      if (event.altKey && (event.key === '/' || event.code === 'Slash')) {
        const question = questionAt(root.current);
        if (!question) return;
        event.preventDefault();
        onWhy(question);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, form, onSave, onWhy]);
}

/** The form that has the focus; where none has it, the one on the page with changes. */
function isMeant(root: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-form]');
  if (focused) return focused === root;
  return !document.querySelector('[role="dialog"], [role="alertdialog"]');
}

function questionAt(root: HTMLElement): Question | undefined {
  const anchor = document.activeElement?.closest<HTMLElement>('[data-path]');
  if (!anchor || !root.contains(anchor)) return undefined;
  return { path: anchor.dataset.path ?? '', anchor };
}
