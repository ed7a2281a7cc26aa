/** Holds an import in the middle, however quick the machine is: writes of its rows wait until released. */
import { onTestFinished, vi } from 'vitest';
import type { Store } from '../../../server/store/types.ts';

/** Rows are held from the given write on: 0 is the first. */
export const holdRows = (store: Store, from = 0) => holdWrites(store, 'insertMany', from);

/** Whole transactions. */
export const holdTransactions = (store: Store, from = 0) => holdWrites(store, 'transaction', from);

function holdWrites(store: Store, kind: 'insertMany' | 'transaction', from: number) {
  const write = store[kind] as (...given: unknown[]) => Promise<never>;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let writes = 0;
  const spy = vi.spyOn(store, kind).mockImplementation(async (...given: unknown[]) => {
    if (writes++ >= from) await gate;
    return write.apply(store, given);
  });
  const end = () => {
    spy.mockRestore();
    letGo();
  };
  // A failing test must not hold those after it.
  onTestFinished(end);
  return { letGo: end };
}
