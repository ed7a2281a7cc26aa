/** How long what is still loading may put it off, in milliseconds. */
const patience = 4000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Does `step` now and after each change of the page, while it is still filling: until `step` ends it, the person moves
 * on, or it has taken too long. Returns what ends it.
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
