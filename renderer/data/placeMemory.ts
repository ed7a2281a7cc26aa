import { whileFilling } from './whileFilling.ts';

/** Where somebody was on a page when they left it. */
type Place = { readonly scroll: number; readonly focus: FocusPlace | undefined };

/** Names an element so that it is found again when the page has been drawn anew. */
type FocusPlace = {
  readonly block?: string;
  readonly row?: string;
  readonly path?: string;
  /** Absent: the row, the field or the block itself. */
  readonly label?: string;
  readonly tag: string;
};

/** By the key of the entry in the browser's history. */
const places = new Map<string, Place>();
const returns = new Set<string>();

/** Notes where the page of this entry stands now. */
export function rememberPlace(key: string): void {
  const focused = document.activeElement;
  const isSomewhere = focused instanceof HTMLElement && focused.closest('main') && focused.id !== 'main';
  const focus = isSomewhere ? describe(focused) : places.get(key)?.focus;
  places.set(key, { scroll: window.scrollY, focus });
}

/** The state of a navigation that only writes down what the page shows already: nobody has gone anywhere. */
export const samePlace = { isSamePlace: true };

export function isSamePlace(state: unknown): boolean {
  return (state as Partial<typeof samePlace> | null)?.isSamePlace === true;
}

/** The entry `from` is this one now. */
export function movePlace(from: string, key: string): void {
  const place = places.get(from);
  if (place) places.set(key, place);
  if (returns.has(from)) returns.add(key);
}

/** Whether somebody was on the page of this entry before. */
export function isPlaceKnown(key: string): boolean {
  return places.has(key);
}

/** Whether this entry is one that was come back to: it opens where it was left, not where its address points. */
export function isReturn(key: string): boolean {
  return returns.has(key);
}

/**
 * Takes the entry `key` to where the page was left in the entry `left`, as soon as what was there is there again; ends
 * when the person moves on. Returns what ends it.
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
    // A row that is sorted elsewhere now is still the one that was worked on.
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

/** The same element of the page as it is drawn now; of a row that says something else now, the row. */
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

/** What it is called, else what it says. */
function labelOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 80) ?? '';
}
