/** One field of 10,000 among 100,000 dealers changed at once, against one UPDATE and its history by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Model } from '#engine';
import type { Store } from '#server/app';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { fillDealers } from './benchDealers.ts';
import { type BenchRow, median } from './harness.ts';
import { type BenchServer, startServer } from './startServer.ts';

const changedAtOnce = 10_000;

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  const file = path.join(folder, 'ours.db');
  let ids: readonly string[] = [];
  const fill = async (store: Store, model: Model) => {
    ids = await fillDealers(store, model);
  };
  const server = await startServer({ file, fill });
  try {
    return [await bulk(server, file, ids)];
  } finally {
    await server.store.close();
    rmSync(folder, { recursive: true });
  }
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
    await wait(20);
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
