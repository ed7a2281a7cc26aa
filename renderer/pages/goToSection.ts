import { focusField } from '../form/focusField.ts';

/** Where a section index, and a `#block` of an address, go to. */
export function sectionAnchor(block: string): string {
  return `block-${block}`;
}

/** What `#block` and `#block/Field` name: a block or a group of the screen, and a field in it by its pointer. */
export function readSection(hash: string): { readonly section: string; readonly path?: string } {
  const [section = '', ...steps] = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  return { section, path: steps.length > 0 ? `/${steps.join('/')}` : undefined };
}

/** Whether the section stands on the page now, and not in a part that is out of sight. */
export function isSectionShown(block: string): boolean {
  return document.getElementById(sectionAnchor(block))?.checkVisibility() ?? false;
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

/** Puts the focus into a field of a section, which may still have to be loaded. */
export function goToField(block: string, path: string): void {
  const section = document.getElementById(sectionAnchor(block));
  if (!section || focusIn(section, path)) return;
  const observer = new MutationObserver(() => focusIn(section, path) && end());
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of moves) window.removeEventListener(move, end);
  };
  const timer = setTimeout(end, longestPause);
  for (const move of moves) window.addEventListener(move, end, { passive: true, once: true });
  observer.observe(section, { childList: true, subtree: true });
}

/** The field itself, or the nearest part of the form that holds it. */
function focusIn(section: Element, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = section.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    const prefix = field?.closest<HTMLElement>('[data-id-prefix]')?.dataset.idPrefix;
    if (prefix !== undefined) return focusField(prefix, path);
  }
  return false;
}
