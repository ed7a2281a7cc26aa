import { useSyncExternalStore } from 'react';

/** Page width in pixels below which lists, filters and actions take the form of a phone; also in the CSS. */
const phoneWidth = 600;

const query = `(max-width: ${phoneWidth}px)`;

/** Whether the page is as narrow as a phone, or as a desktop at 400 % zoom. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(tell: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
}
