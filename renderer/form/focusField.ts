import { inputIdOf } from './pointer.ts';

/** Focuses the control of a path, or of its nearest ancestor. Returns whether one was found. */
export function focusField(idPrefix: string, path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const target = document.getElementById(inputIdOf(idPrefix, at));
    const focusable = target && focusableIn(target);
    if (!focusable) continue;
    openTabOf(focusable, () => {
      focusable.scrollIntoView({ block: 'center' });
      focusable.focus({ preventScroll: true });
    });
    return true;
  }
  return false;
}

/** Selects the tab that contains an element before going there. */
function openTabOf(element: HTMLElement, then: () => void): void {
  const tabs = tabsAround(element).filter((tab) => tab.getAttribute('aria-selected') !== 'true');
  for (const tab of tabs) tab.click();
  if (tabs.length === 0) then();
  else requestAnimationFrame(then);
}

function tabsAround(element: HTMLElement): readonly HTMLElement[] {
  const panel = element.closest<HTMLElement>('[role="tabpanel"]');
  if (!panel) return [];
  const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
  return [...(panel.parentElement ? tabsAround(panel.parentElement) : []), ...(tab ? [tab] : [])];
}

const FOCUSABLE = 'input:not([disabled]), textarea, select, button:not([disabled]), [tabindex]';

/** Some controls have the id on their frame (radio groups, tables): focus the first control inside. */
function focusableIn(element: HTMLElement): HTMLElement | null {
  return element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
}
