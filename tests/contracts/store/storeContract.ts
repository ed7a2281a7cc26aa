/** The contract of every store adapter; each runs this suite from its own test file. */

import { describe } from 'vitest';
import { describeFilters } from './describeFilters.ts';
import { describeHidden } from './describeHidden.ts';
import { describeLimits } from './describeLimits.ts';
import { describeMany } from './describeMany.ts';
import { describeRecords } from './describeRecords.ts';
import { describeShared } from './describeShared.ts';
import { describeStream } from './describeStream.ts';
import { describeTables } from './describeTables.ts';
import { describeTotals } from './describeTotals.ts';
import { describeTransactions } from './describeTransactions.ts';
import { describeUniques } from './describeUniques.ts';
import type { OpenStore } from './fixture.ts';

/** Registers the suite for one adapter. */
export function storeContract(name: string, open: OpenStore): void {
  describe(name, () => {
    describeRecords(open);
    describeFilters(open);
    describeTables(open);
    describeUniques(open);
    describeMany(open);
    describeStream(open);
    describeHidden(open);
    describeLimits(open);
    describeTotals(open);
    describeTransactions(open);
    describeShared(open);
  });
}
