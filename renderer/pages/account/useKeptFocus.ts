import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a card whose content changes place: when the focused control leaves, to the button that
 * led there if it is back, or else to the first control of what took its place.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null);
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    let last: HTMLElement | undefined;
    let opener = '';
    const note = ({ target }: FocusEvent) => {
      if (last && !last.isConnected && last.matches('button')) opener = last.textContent ?? '';
      last = target as HTMLElement;
    };
    const follow = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const buttons = [...place.querySelectorAll<HTMLElement>('button:not(:disabled)')];
      const back = buttons.find(({ textContent }) => textContent === opener);
      const first = place.querySelector<HTMLElement>('input:not([type="hidden"]), button:not(:disabled)');
      (back ?? first)?.focus();
    };
    place.addEventListener('focusin', note);
    const observer = new MutationObserver(follow);
    observer.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
  return box;
}
