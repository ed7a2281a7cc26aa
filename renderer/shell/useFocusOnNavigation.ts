import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isPlaceKnown, isSamePlace, movePlace, rememberPlace, returnToPlace } from '../data/placeMemory.ts';

/** Before anything that they do: a link that is followed takes the page away. */
const events = ['focusin', 'scrollend', 'pointerup', 'keydown', 'click'] as const;

type Entry = { readonly pathname: string; readonly hash: string; readonly key: string };

/**
 * A new screen starts at its top, and the keyboard with it. One that is come back to is where it was left: by the
 * browser's Back, or by saving or closing what was opened from it.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash, key, state } = useLocation();
  const way = useNavigationType();
  const last = useRef<Entry>({ pathname, hash, key });
  const opener = useRef<Entry>(undefined);
  const stop = useRef<() => void>(undefined);
  // Before the screen's own effects: one that goes to a section has the last word.
  useLayoutEffect(() => {
    const from = last.current;
    const back = opener.current;
    last.current = { pathname, hash, key };
    if (from.key === key) return;
    if (way === 'REPLACE' && isSamePlace(state)) return movePlace(from.key, key);
    stop.current?.();
    if (from.pathname !== pathname) {
      opener.current = from;
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    const isOpener = from.pathname !== pathname && back?.pathname === pathname && back.hash === hash;
    const left = way === 'POP' ? key : isOpener ? back.key : undefined;
    if (left === undefined || !isPlaceKnown(left)) return;
    // The browser would scroll by itself, to where the page once was.
    history.scrollRestoration = 'manual';
    stop.current = returnToPlace(key, left);
  }, [pathname, hash, key, way, state]);
  useLayoutEffect(() => {
    const note = () => rememberPlace(key);
    for (const event of events) window.addEventListener(event, note, { passive: true, capture: true });
    return () => {
      for (const event of events) window.removeEventListener(event, note, { capture: true });
    };
  }, [key]);
  return main;
}
