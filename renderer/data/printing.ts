import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** The page shows everything it has while it is printed: all groups, tabs and lazy sections. */
let isPrinting = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === isPrinting) return;
  isPrinting = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

/** Rows that a virtual table keeps drawn beyond what is in sight; on paper nothing scrolls into sight. */
export function useOverscan(onScreen: number): number {
  return usePrinting() ? mostPrintedRows : onScreen;
}

const mostPrintedRows = 2000;

/** Opens everything when the browser itself starts to print, which cannot wait for what is not loaded. */
export function watchPrinting(): () => void {
  const start = () => flushSync(() => set(true));
  const end = () => set(false);
  window.addEventListener('beforeprint', start);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
  };
}

/** Longest wait for sections that load; the page is printed without what is missing then. */
const patience = 10_000;
const pause = 100;

/** Opens everything, waits until it is loaded, and prints. */
export async function printPage(isLoading: () => boolean): Promise<void> {
  set(true);
  try {
    let quiet = 0;
    // Loading comes in steps: code, then records, then their choices.
    for (let waited = 0; quiet < 3 && waited < patience; waited += pause) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      quiet = isLoading() ? 0 : quiet + 1;
    }
    window.print();
  } finally {
    set(false);
  }
}
