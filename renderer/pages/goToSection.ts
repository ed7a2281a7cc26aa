/** Where a section index, and a `#block` of an address, go to. */
export function sectionAnchor(block: string): string {
  return `block-${block}`;
}

/**
 * Brings a section to the top of the page and the keyboard with it. What opens around it meanwhile pushes it away, so
 * it is brought back until the person moves on by themselves.
 */
export function goToSection(block: string): boolean {
  const element = document.getElementById(sectionAnchor(block));
  if (!element) return false;
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
  keepInPlace(element);
  return true;
}

/** What opens on the page is done when nothing has opened for so long. */
const longestPause = 4000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
let stop: (() => void) | undefined;

function keepInPlace(element: HTMLElement): void {
  stop?.();
  const observer = new ResizeObserver(() => {
    element.scrollIntoView({ block: 'start' });
    clearTimeout(timer);
    timer = setTimeout(end, longestPause);
  });
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of moves) window.removeEventListener(move, end);
  };
  let timer = setTimeout(end, longestPause);
  for (const move of moves) window.addEventListener(move, end, { passive: true, once: true });
  if (element.parentElement) observer.observe(element.parentElement);
  stop = end;
}
