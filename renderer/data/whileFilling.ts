/** Longest wait for content that is still loading, in milliseconds. */
export const patience = 4000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Calls `end` on the next press, key or scroll. Listens in the capture phase, since buttons stop the
 * propagation of their presses. Returns a function that removes the listeners.
 */
export function onNextMove(end: () => void): () => void {
  const forget = new AbortController();
  const options = { passive: true, once: true, capture: true, signal: forget.signal };
  for (const move of moves) window.addEventListener(move, end, options);
  return () => forget.abort();
}

/**
 * Runs `step` now and after each DOM change, until it ends itself, the person moves on or time runs out.
 * Returns a function that stops it.
 */
export function whileFilling(step: (end: () => void) => void): () => void {
  const next = () => step(end);
  const observer = new MutationObserver(next);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    forget();
  };
  const timer = setTimeout(end, patience);
  const forget = onNextMove(end);
  observer.observe(document.body, { childList: true, subtree: true });
  next();
  return end;
}
