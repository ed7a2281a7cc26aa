import { type RefObject, useEffect } from 'react';

/** How long what is still loading may put the first field off, in milliseconds. */
const patience = 4000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
const field =
  '[data-path] :is(input, textarea, button[aria-haspopup="listbox"]):not([disabled], [readonly], [type="hidden"], [tabindex="-1"])';

/**
 * A page that makes a new record begins in its first field, as soon as that is there: unless the address names a
 * section, other blocks come before the form, or the person is somewhere on the page already.
 */
export function useFirstField(root: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || window.location.hash !== '' || !isFirstBlock(root.current)) return;
    const step = () => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (isSomewhere(document.activeElement)) return end();
      const all = root.current?.querySelectorAll<HTMLElement>(field) ?? [];
      const first = [...all].find((one) => one.checkVisibility());
      if (!first) return;
      first.focus({ preventScroll: true });
      end();
    };
    const observer = new MutationObserver(step);
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const move of moves) window.removeEventListener(move, end);
    };
    const timer = setTimeout(end, patience);
    for (const move of moves) window.addEventListener(move, end, { passive: true, once: true });
    observer.observe(document.body, { childList: true, subtree: true });
    step();
    return end;
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
