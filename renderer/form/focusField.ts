import { inputIdOf } from './pointer.ts';

/** Focuses the control of a path, or of its nearest ancestor. Returns whether one was found. */
export function focusField(idPrefix: string, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const target = document.getElementById(inputIdOf(idPrefix, at));
    const focusable = target && focusableIn(target);
    if (!focusable) continue;
    focusable.scrollIntoView({ block: 'center' });
    focusable.focus({ preventScroll: true });
    return true;
  }
  return false;
}

const FOCUSABLE = 'input:not([disabled]), textarea, select, button:not([disabled]), [tabindex]';

/** Some controls have the id on their frame (radio groups, tables): focus the first control inside. */
function focusableIn(element: HTMLElement): HTMLElement | null {
  return element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
}
