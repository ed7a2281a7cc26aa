import { type RefObject, useEffect } from 'react';
import { whileFilling } from '../data/whileFilling.ts';

const field =
  '[data-path] :is(input, textarea, button[aria-haspopup="listbox"]):not([disabled], [readonly], [type="hidden"], [tabindex="-1"])';

/**
 * A page that makes a new record begins in its first field, as soon as that is there: unless the address names a
 * section, other blocks come before the form, or the person is somewhere on the page already.
 */
export function useFirstField(root: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || window.location.hash !== '' || !isFirstBlock(root.current)) return;
    return whileFilling((end) => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (isSomewhere(document.activeElement)) return end();
      const all = root.current?.querySelectorAll<HTMLElement>(field) ?? [];
      const first = [...all].find((one) => one.checkVisibility());
      if (!first) return;
      first.focus({ preventScroll: true });
      end();
    });
  }, [root, isNew]);
}

function isFirstBlock(form: HTMLElement | null): boolean {
  const first = document.querySelector('main [data-block]');
  return form !== null && first !== null && first.contains(form);
}

/** The page as a whole is where navigation puts the focus. */
function isSomewhere(focused: Element | null): boolean {
  return focused !== null && focused.id !== 'main' && focused.closest('main') !== null;
}
