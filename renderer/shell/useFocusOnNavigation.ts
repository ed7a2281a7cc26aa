import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isPlaceKnown, isSamePlace, movePlace, rememberPlace, returnToPlace } from '../data/placeMemory.ts';

/** In the capture phase, before a followed link replaces the page. */
const events = ['focusin', 'scrollend', 'pointerup', 'keydown', 'click'] as const;

type Entry = { readonly pathname: string; readonly hash: string; readonly key: string };

/**
 * A new screen starts at the top, with focus on its content. A return restores the previous place: by Back,
 * or by saving or closing what was opened from there.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash, key, state } = useLocation();
  const way = useNavigationType();
  const last = useRef<Entry>({ pathname, hash, key });
  const opener = useRef<Entry>(undefined);
  const stop = useRef<() => void>(undefined);
  // Runs before effects of the screen, so that a jump to a section wins.
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
    // Prevent the browser from restoring an outdated scroll position.
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
