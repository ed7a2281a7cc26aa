import { whileFilling } from './whileFilling.ts';

/** Scroll position and focus of a page when it was left. */
type Place = { readonly scroll: number; readonly focus: FocusPlace | undefined };

/** Identifies an element, so that it can be found after the page has been drawn again. */
type FocusPlace = {
  readonly block?: string;
  readonly row?: string;
  readonly path?: string;
  /** Absent: the element is the row, field or block itself. */
  readonly label?: string;
  readonly tag: string;
};

/** By the key of the history entry. */
const places = new Map<string, Place>();
const returns = new Set<string>();

/** Remembers the current place of this entry. */
export function rememberPlace(key: string): void {
  const focused = document.activeElement;
  const isSomewhere = focused instanceof HTMLElement && focused.closest('main') && focused.id !== 'main';
  const focus = isSomewhere ? describe(focused) : places.get(key)?.focus;
  places.set(key, { scroll: window.scrollY, focus });
}

/** State of a navigation that only updates the address of the page already shown. */
export const samePlace = { isSamePlace: true };

export function isSamePlace(state: unknown): boolean {
  return (state as Partial<typeof samePlace> | null)?.isSamePlace === true;
}

/** Moves the place of the entry `from` to `key`. */
export function movePlace(from: string, key: string): void {
  const place = places.get(from);
  if (place) places.set(key, place);
  if (returns.has(from)) returns.add(key);
}

/** Whether the page of this entry was visited before. */
export function isPlaceKnown(key: string): boolean {
  return places.has(key);
}

/** Whether this entry is a return: it opens where it was left, not at the target of its address. */
export function isReturn(key: string): boolean {
  return returns.has(key);
}

/**
 * Restores in entry `key` the place left in entry `left` once its elements exist; stops when the person moves
 * on. Returns a function that stops it.
 */
export function returnToPlace(key: string, left: string): () => void {
  const place = places.get(left);
  if (!place) return () => undefined;
  returns.add(key);
  let awaited = place.focus;
  return whileFilling((end) => {
    if (window.scrollY !== place.scroll) window.scrollTo(0, place.scroll);
    const element = awaited && find(awaited);
    if (!element) return;
    awaited = undefined;
    element.focus({ preventScroll: true });
    // The row may have moved in the sort order; follow it.
    if (!isInSight(element)) end();
    element.scrollIntoView({ block: 'nearest' });
  });
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

function describe(element: HTMLElement): FocusPlace {
  const near = (attribute: string) => element.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
  return {
    block: near('data-block'),
    row: near('data-row'),
    path: near('data-path'),
    label: element.matches('[data-block], [data-row], [data-path]') ? undefined : labelOf(element),
    tag: element.tagName,
  };
}

/** Finds the element in the current page; falls back to its row. */
function find({ block, row, path, label, tag }: FocusPlace): HTMLElement | undefined {
  const marks = { 'data-block': block, 'data-row': row, 'data-path': path };
  const within = Object.entries(marks).flatMap(([name, value]) =>
    value === undefined ? [] : [`[${name}="${CSS.escape(value)}"]`],
  );
  const scope = document.querySelector<HTMLElement>(within.join(' ') || 'main');
  if (!scope?.checkVisibility()) return undefined;
  if (label === undefined) return scope;
  const all = [...scope.querySelectorAll<HTMLElement>(tag)];
  const same = all.find((one) => labelOf(one) === label && one.checkVisibility());
  return same ?? (row === undefined ? undefined : scope);
}

/** The accessible name, or else the text. */
function labelOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 80) ?? '';
}
