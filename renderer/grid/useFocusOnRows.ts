import { useEffect, useLayoutEffect, useRef } from 'react';
import { isDialogOpen } from '../data/isDialogOpen.ts';
import { soon } from '../parts/rowFocus.ts';
import type { GridRows } from './useGridRows.ts';

type Place = { readonly id: string; readonly section: HTMLElement };

/** Questions and menus of a row open outside it; focus in them still belongs to the row. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * When the row with the focus leaves the list, for instance because it was deleted, focuses the row that takes
 * its place, or the section of an empty list.
 */
export function useFocusOnRows({ rows, state }: GridRows): void {
  const place = useRef<Place>(undefined);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest(overlays)) place.current = placeOf(target);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (state !== 'ready') return;
    const ids = rows.map(({ Id }) => String(Id));
    const index = before.current.indexOf(place.current?.id ?? '');
    before.current = ids;
    const left = place.current;
    if (!left || index < 0 || ids.includes(left.id)) return;
    const next = ids[Math.min(index, ids.length - 1)];
    soon((isLast) => {
      if (!isLost()) return isLast || !isDialogOpen();
      if (isDialogOpen()) return isLast;
      focusRow(left.section, next);
      return true;
    });
  }, [rows, state]);
}

function placeOf(target: Element): Place | undefined {
  const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const section = target.closest<HTMLElement>('[data-block]') ?? target.closest<HTMLElement>('main');
  return id !== undefined && section ? { id, section } : undefined;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusRow(section: HTMLElement, id: string | undefined): void {
  const row = id === undefined ? null : section.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  row?.focus();
  if (isLost()) row?.querySelector<HTMLElement>('a, button')?.focus();
  if (isLost()) section.focus({ preventScroll: true });
  if (isLost()) section.closest('main')?.focus({ preventScroll: true });
}
