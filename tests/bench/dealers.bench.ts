/** The search of one among 100,000 dealers, and one field of 10,000 of them changed at once, both against the same by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataRecord, Model } from '#engine';
import type { Store } from '#server/app';
import { storedFields } from '../../server/operations/storedFields.ts';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { compareSides, type Work } from './compareServers.ts';
import { createHandDealers } from './handWrittenDealers.ts';
import { type BenchRow, median } from './harness.ts';
import { type BenchServer, startServer } from './startServer.ts';

const count = 100_000;
const changedAtOnce = 10_000;
const batch = 5000;
const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  let dealers: readonly DataRecord[] = [];
  const fill = async (store: Store, model: Model) => {
    dealers = await fillDealers(store, model);
  };
  const file = path.join(folder, 'ours.db');
  const server = await startServer({ file, fill });
  const { items } = await server.store.find({ entity: 'dealer' });
  const hand = createHandDealers(path.join(folder, 'hand.db'), items);
  const ids = dealers.map(({ Id }) => String(Id));
  try {
    const ours = { fetch: server.fetch, token: server.token, ids };
    const theirs = { fetch: (request: Request) => hand.app.fetch(request), token: hand.token, ids };
    const rows = await compareSides({ works: searches, same: searches }, ours, theirs);
    return [...rows, await bulk(server, file, ids)];
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

async function fillDealers(store: Store, model: Model): Promise<readonly DataRecord[]> {
  const fields = model.entities.get('dealer')?.fields ?? [];
  const { items } = await store.find({ entity: 'dealer' });
  // Active ones, which may be changed.
  const sample = items.filter(
    ({ ProfileStatusId, AccountTypeId }) => ProfileStatusId === 3 && AccountTypeId === 1,
  );
  const made: DataRecord[] = [];
  for (let from = 0; from < count; from += batch) {
    const copies = Array.from({ length: batch }, (_, index) => {
      const n = from + index;
      return {
        ...storedFields(fields, sample[n % sample.length] as DataRecord),
        Id: idOf(n),
        TradingName: `Dealer ${n} of Barrie`,
        LegalName: `${n} Ontario Inc.`,
        AccountFriendlyId: `B-${n}`,
        DealerClassificationId: 1,
      };
    });
    await store.insertMany('dealer', copies);
    made.push(...copies);
  }
  return made;
}

/** One after the other, each from a value to another. */
async function bulk(server: BenchServer, file: string, ids: readonly string[]): Promise<BenchRow> {
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const some = ids.slice(round * changedAtOnce, (round + 1) * changedAtOnce);
    ours.push(await bulkByUs(server, some));
    baseline.push(bulkByHand(file, ids.slice(50_000 + round * changedAtOnce).slice(0, changedAtOnce)));
  }
  return {
    name: 'one field of 10,000 dealers changed at once, with rules and history',
    unit: 's',
    ...{ ours: median(ours), baseline: median(baseline) },
    target: { atMost: 3 },
  };
}

async function bulkByUs({ fetch, token }: BenchServer, ids: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (method: string, at: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(new Request(`http://localhost/api${at}`, { method, headers, ...sent }));
    if (answer.status >= 400) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: what the routes answer
    return (await answer.json()) as any;
  };
  const started = performance.now();
  const { JobId } = await ask('POST', '/bulk', {
    ...{ List: 'profiles#dealer', Field: 'DealerClassificationId', Value: 2, Mode: 'all' },
    Rows: ids.map((Id) => ({ Id, Revision: 1 })),
  });
  for (;;) {
    const job = await ask('GET', `/job/${JobId}`);
    if (job.Status === 'done' && job.Result.Changed === ids.length) break;
    if (job.Status !== 'running' && job.Status !== 'waiting')
      throw new Error(`It ended otherwise: ${JSON.stringify(job)}`);
    await wait(5);
  }
  return (performance.now() - started) / 1000;
}

/** One UPDATE, and one INSERT of what it changed, in the same tables with the same indexes. */
function bulkByHand(file: string, ids: readonly string[]): number {
  const db = new Sqlite(file);
  for (const pragma of ['synchronous = full', 'cache_size = -65536']) db.pragma(pragma);
  const list = JSON.stringify(ids);
  const now = new Date().toISOString();
  const history = db.prepare(`insert into history
    ("Id", "Revision", "CreatedDate", "CreatedBy", "ModifiedDate", "ModifiedBy", "Entity", "RecordId", "Field", "PreviousValue", "CurrentValue", "ChangedAt", "ChangedBy", "Operation")
    select lower(hex(randomblob(16))), 1, ?, 'admin', ?, 'admin', 'dealer', "Id", 'DealerClassificationId', "DealerClassificationId", 2, ?, 'admin', 'update'
    from dealer where "Id" in (select value from json_each(?))`);
  const update =
    db.prepare(`update dealer set "DealerClassificationId" = 2, "Revision" = "Revision" + 1, "ModifiedDate" = ?, "ModifiedBy" = 'admin'
    where "Id" in (select value from json_each(?))`);
  const started = performance.now();
  db.transaction(() => {
    history.run(now, now, now, list);
    update.run(now, list);
  }).immediate();
  const seconds = (performance.now() - started) / 1000;
  db.close();
  return seconds;
}
