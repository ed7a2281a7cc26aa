import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds between two readings on a wall display. */
const pause = 60_000;

/** Shows an element on the whole screen, without navigation; Escape leaves. What it shows is read every minute. */
export function useFullScreen(box: RefObject<HTMLElement | null>, refresh: () => Promise<unknown>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);
  useEffect(() => {
    if (!isFull) return;
    const timer = setInterval(() => void refresh(), pause);
    // Also where the browser leaves keys to the page.
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') void document.exitFullscreen();
    };
    document.addEventListener('keydown', leave);
    const light = keepAwake();
    return () => {
      clearInterval(timer);
      document.removeEventListener('keydown', leave);
      void light.then((lock) => lock?.release());
    };
  }, [isFull, refresh]);
  return {
    isFull,
    isPossible: document.fullscreenEnabled,
    toggle: () => void (isFull ? document.exitFullscreen() : box.current?.requestFullscreen()),
  };
}

/** The screen stays on where the browser allows it. */
async function keepAwake(): Promise<WakeLockSentinel | undefined> {
  try {
    return await navigator.wakeLock?.request('screen');
  } catch {
    return undefined;
  }
}
