/** The search of one among 100,000 dealers, against the same by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Model } from '#engine';
import type { Store } from '#server/app';
import { fillDealers } from './benchDealers.ts';
import { compareSides, type Work } from './compareServers.ts';
import { createHandDealers } from './handWrittenDealers.ts';
import type { BenchRow } from './harness.ts';
import { startServer } from './startServer.ts';

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  let ids: readonly string[] = [];
  const fill = async (store: Store, model: Model) => {
    ids = await fillDealers(store, model);
  };
  const server = await startServer({ file: path.join(folder, 'ours.db'), fill });
  const { items } = await server.store.find({ entity: 'dealer' });
  const hand = createHandDealers(path.join(folder, 'hand.db'), items);
  try {
    const ours = { fetch: server.fetch, token: server.token, ids };
    const theirs = { fetch: (request: Request) => hand.app.fetch(request), token: hand.token, ids };
    return await compareSides({ works: searches, same: searches }, ours, theirs);
  } finally {
    await server.store.close();
    hand.close();
    rmSync(folder, { recursive: true });
  }
}

// What the list of the search page asks for.
const shown =
  '$fields=AccountFriendlyId,City,Id,LegalName,ProfileStatusId,Province,Revision,TradingName&page=1&pageSize=10&sortFields=TradingName&sortDirections=1';

/** Every field a dealer is searched by. */
const searches: readonly Work[] = (
  [
    ['TradingName', 'eq', (n: number) => `Dealer ${n} of Barrie`, 500],
    ['LegalName', 'eq', (n: number) => `${n} Ontario Inc.`, 500],
    ['AccountFriendlyId', 'eq', (n: number) => `B-${n}`, 500],
    ['TradingName', 'contains', (n: number) => `aler ${n} of`, 20],
  ] as const
).map(([property, operator, named, times]) => ({
  name: `one of 100,000 dealers by ${property}, ${operator}`,
  times,
  atLeast: 0.8,
  ask: (_, n) => {
    const value = encodeURIComponent(named(20_000 + ((n * 7919) % 70_000)));
    const filter = `FilterProperty=${property}&FilterOperator=${operator}&FilterValue=${value}`;
    return { method: 'GET', path: `/api/profile/dealer?${shown}&${filter}` };
  },
}));
