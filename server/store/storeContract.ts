/** What every store adapter must do; each runs this suite from its own test file. */
import { describe } from 'vitest';
import { describeFilters } from './contract/describeFilters.ts';
import { describeRecords } from './contract/describeRecords.ts';
import { describeTransactions } from './contract/describeTransactions.ts';
import { describeUniques } from './contract/describeUniques.ts';
import type { Store } from './types.ts';

/** An empty store that has no model yet. */
export type OpenStore = () => Promise<Store> | Store;

/** Registers the suite for one adapter. */
export function storeContract(name: string, open: OpenStore): void {
  describe(name, () => {
    describeRecords(open);
    describeFilters(open);
    describeUniques(open);
    describeTransactions(open);
  });
}
