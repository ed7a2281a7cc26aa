import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../data/isDialogOpen.ts';
import { whileFilling } from '../data/whileFilling.ts';

const field =
  '[data-path] :is(input, textarea, button[aria-haspopup="listbox"]):not([disabled], [readonly], [type="hidden"], [tabindex="-1"])';

/**
 * Focuses the first field of a new record once it exists, unless the address names a section, other blocks
 * come first, or something on the page has focus already.
 */
export function useFirstField(root: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || window.location.hash !== '' || !isFirstBlock(root.current)) return;
    return whileFilling((end) => {
      if (isDialogOpen()) return;
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

/** Navigation focuses `main`, which does not count. */
function isSomewhere(focused: Element | null): boolean {
  return focused !== null && focused.id !== 'main' && focused.closest('main') !== null;
}
