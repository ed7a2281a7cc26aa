/** Focus in a list of rows: rows carry `data-row`, their list `data-rows`. */

const fields =
  ':is(input, textarea, select, button[aria-haspopup="listbox"], [role="textbox"]):not([disabled], [readonly], [type="hidden"], [tabindex="-1"])';
const buttons = 'button:not([disabled], [tabindex="-1"])';

/** The rows of a list, without those of nested lists. */
function rowsIn(list: HTMLElement): readonly HTMLElement[] {
  const all = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  return all.filter((row) => row.parentElement?.closest('[data-rows]') === list);
}

/** Focuses the first field of an added row. */
export function focusAddedRow(list: HTMLElement | null, index: number): void {
  soon(() => {
    const row = list && rowAt(list, index);
    const first = row && (row.querySelector<HTMLElement>(fields) ?? row.querySelector<HTMLElement>(buttons));
    first?.focus();
    return Boolean(first);
  });
}

/**
 * After a row was removed, focuses the delete button (the last one) of the next or previous row, or else the
 * add button or the list. Call before the row is unmounted.
 */
export function focusAfterRow(list: HTMLElement | null, index: number): void {
  const count = list ? rowsIn(list).length : 0;
  const gone = list && rowAt(list, index);
  soon((isLast) => {
    if (!list) return true;
    if (gone?.isConnected && rowsIn(list).length >= count && !isLast) return false;
    const next = rowAt(list, index) ?? rowAt(list, index - 1);
    (next ? lastButton(next) : adder(list))?.focus();
    return true;
  });
}

function lastButton(row: HTMLElement): HTMLElement | undefined {
  return (
    [...row.querySelectorAll<HTMLElement>(buttons)].at(-1) ?? row.querySelector<HTMLElement>(fields) ?? row
  );
}

function adder(list: HTMLElement): HTMLElement {
  const place = list.querySelector<HTMLElement>('[data-row-add]');
  return place?.querySelector<HTMLElement>(fields) ?? place?.querySelector<HTMLElement>(buttons) ?? list;
}

function rowAt(list: HTMLElement, index: number): HTMLElement | undefined {
  return rowsIn(list).find(({ dataset }) => dataset.row === String(index));
}

/** Number of attempts to find what is being drawn. */
const looks = 20;

export function soon(look: (isLast: boolean) => boolean): void {
  let count = 0;
  const again = () => {
    count += 1;
    if (!look(count >= looks) && count < looks) setTimeout(again, 25);
  };
  setTimeout(again);
}

/** The index of the row that contains an element, `add` for the add button; undefined outside the list. */
export function placeIn(list: HTMLElement | null, element: EventTarget | null): number | 'add' | undefined {
  if (!list || !(element instanceof HTMLElement) || !list.contains(element)) return undefined;
  if (element.closest('[data-row-add]')) return 'add';
  const row = rowsIn(list).find((one) => one.contains(element));
  return row && Number(row.dataset.row);
}

export function countRows(list: HTMLElement | null): number {
  return list ? rowsIn(list).length : 0;
}

/** Moves focus from a row that has already been removed. */
export function focusNextRow(list: HTMLElement, index: number): void {
  const next = rowAt(list, index) ?? rowAt(list, index - 1);
  (next ? lastButton(next) : adder(list))?.focus();
}
