/** Holds an import in the middle, however quick the machine is: what writes its rows waits until it is let go. */
import { onTestFinished, vi } from 'vitest';
import type { Store } from '../../../server/store/types.ts';

/** Rows are held from the given write on: 0 is the first. */
export function holdRows(store: Store, from = 0) {
  const { insertMany } = store;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let writes = 0;
  const spy = vi.spyOn(store, 'insertMany').mockImplementation(async (...rows) => {
    if (writes++ >= from) await gate;
    return insertMany(...rows);
  });
  const end = () => {
    spy.mockRestore();
    letGo();
  };
  // A test that fails before holds none of those after it.
  onTestFinished(end);
  return { letGo: end };
}
