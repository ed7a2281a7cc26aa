import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueue } from '../createQueue.ts';
import { Sqlite } from './driver.ts';
import { createStatistics } from './statistics.ts';

let folder: string;
let writer: Database;
let reader: Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwright-statistics-'));
  writer = new Sqlite(path.join(folder, 'test.db'));
  writer.pragma('journal_mode = wal');
  reader = new Sqlite(path.join(folder, 'test.db'));
  writer.exec(`create table "thing" ("Id" text not null primary key, "Kind" integer, "Day" integer, "Twin" integer);
    create index "by kind" on "thing" ("Kind", "Id");
    create index "by day" on "thing" ("Day");
    create index "by twin" on "thing" ("Twin");
    create index "never" on "thing" ("Kind") where "Kind" > 100`);
});

afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const statistics = () => createStatistics({ writer, reader, queue: createQueue() });

/** Kinds 1 and 2, of which 2 is one in a hundred; 150 days; pairs. */
function insert(count: number, from = 0): void {
  const statement = writer.prepare('insert into "thing" values (?, ?, ?, ?)');
  writer.transaction(() => {
    for (let n = from; n < from + count; n += 1)
      statement.run(`id-${n}`, n % 100 === 0 ? 2 : 1, (n * 7919) % 150, n >> 1);
  })();
}

function stat(index: string): readonly number[] {
  const found = writer
    .prepare<[string], string>('select stat from sqlite_stat1 where idx = ?')
    .pluck()
    .get(index);
  return (found ?? '').split(' ').map(Number);
}

it('a small table is read whole', async () => {
  insert(600);
  await statistics().refresh();
  expect(stat('by day')).toEqual([600, 4]);
  expect(stat('by kind')).toEqual([600, 300, 1]);
});

it('a large table is judged by a sample, as if it had been read whole', async () => {
  insert(12_000);
  await statistics().refresh();
  expect(stat('by day')[0]).toBeCloseTo(12_000, -3);
  expect(stat('by day')[1]).toBeGreaterThan(12_000 / 150 / 1.5);
  expect(stat('by day')[1]).toBeLessThan((12_000 / 150) * 1.5);
  expect(stat('by twin')[1]).toBeLessThan(20);
  expect(stat('sqlite_autoindex_thing_1')).toEqual([stat('by day')[0], 1]);
});

it('of a large table it is known which values are frequent', async () => {
  insert(12_000);
  await statistics().refresh();
  const frequent = writer
    .prepare<[], string>(
      "select neq from sqlite_stat4 where idx = 'by kind' order by cast(neq as integer) desc limit 1",
    )
    .pluck()
    .get();
  expect(Number.parseInt(frequent ?? '', 10) / 12_000).toBeCloseTo(0.99, 1);
});

it('what has not changed much is not looked at again, what has is', async () => {
  const looking = statistics();
  insert(100);
  await looking.refresh();
  insert(200, 100);
  await looking.refresh();
  expect(stat('by day')[0]).toBe(100);
  insert(900, 300);
  await looking.refresh();
  expect(stat('by day')[0]).toBe(1200);
});

it('a new index is looked at though the table has not grown', async () => {
  insert(12_000);
  const looking = statistics();
  await looking.refresh();
  writer.exec('create index "by both" on "thing" ("Kind", "Day")');
  await looking.refresh();
  expect(stat('by both')).toHaveLength(3);
});

it('what an earlier run found out is not looked for again', async () => {
  insert(100);
  await statistics().refresh();
  writer.prepare("update sqlite_stat1 set stat = '101 7' where idx = 'by day'").run();
  writer.exec('drop index "never"');
  await statistics().refresh();
  expect(stat('by day')).toEqual([101, 7]);
});

it('calls are answered while a large table is looked at, and a store that closes meanwhile is no failure', async () => {
  insert(12_000);
  const looking = statistics().refresh();
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  while (turns < 3) await new Promise((resolve) => setTimeout(resolve));
  reader.close();
  writer.close();
  await expect(looking).resolves.toBeUndefined();
  clearInterval(timer);
});
