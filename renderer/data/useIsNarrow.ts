import { useSyncExternalStore } from 'react';

const query = '(max-width: 700px)';

/** Whether the window is as narrow as a phone; where only styles differ, a media query does. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
