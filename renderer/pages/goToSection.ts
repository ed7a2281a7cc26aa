import { onNextMove, patience } from '../data/whileFilling.ts';
import { focusField } from '../form/focusField.ts';

/** DOM id of a section, the target of the section index and of `#block`. */
export function sectionAnchor(block: string): string {
  return `block-${block}`;
}

/** Parses `#block` and `#block/Field`: a block or group, and a field pointer. */
export function readSection(hash: string): { readonly section: string; readonly path?: string } {
  const [section = '', ...steps] = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  return { section, path: steps.length > 0 ? `/${steps.join('/')}` : undefined };
}

/** Whether the section is on the page and visible. */
export function isSectionShown(block: string): boolean {
  return document.getElementById(sectionAnchor(block))?.checkVisibility() ?? false;
}

/**
 * Scrolls to a section and focuses it. Corrects the position while content loads around it, until the person
 * moves on.
 */
export function goToSection(block: string): boolean {
  const element = document.getElementById(sectionAnchor(block));
  if (!element) return false;
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
  keepInPlace(element);
  return true;
}

let stop: (() => void) | undefined;

function keepInPlace(element: HTMLElement): void {
  stop?.();
  const observer = new ResizeObserver(() => {
    element.scrollIntoView({ block: 'start' });
    clearTimeout(timer);
    timer = setTimeout(end, patience);
  });
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    forget();
  };
  let timer = setTimeout(end, patience);
  const forget = onNextMove(end);
  if (element.parentElement) observer.observe(element.parentElement);
  stop = end;
}

/** Focuses a field of a section, once it has loaded. */
export function goToField(block: string, path: string): void {
  const section = document.getElementById(sectionAnchor(block));
  if (!section || focusIn(section, path)) return;
  const observer = new MutationObserver(() => focusIn(section, path) && end());
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    forget();
  };
  const timer = setTimeout(end, patience);
  const forget = onNextMove(end);
  observer.observe(section, { childList: true, subtree: true });
}

/** Focuses the field, or its nearest ancestor in the form. */
function focusIn(section: Element, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = section.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    const prefix = field?.closest<HTMLElement>('[data-id-prefix]')?.dataset.idPrefix;
    if (prefix !== undefined) return focusField(prefix, path);
  }
  return false;
}
