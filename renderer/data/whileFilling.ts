/** Longest wait for content that is still loading, in milliseconds. */
const patience = 4000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

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
    for (const move of moves) window.removeEventListener(move, end);
  };
  const timer = setTimeout(end, patience);
  for (const move of moves) window.addEventListener(move, end, { passive: true, once: true });
  observer.observe(document.body, { childList: true, subtree: true });
  next();
  return end;
}
