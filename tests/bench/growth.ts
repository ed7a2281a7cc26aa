/** Measures a list page with its total right after a write, as the table grows. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataRecord, FilterTree } from '#engine';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import type { RecordQuery, Store } from '../../server/store/types.ts';
import { contractModel } from '../contracts/store/contractModel.ts';
import { newSchema, stopPostgres } from '../support/postgres.ts';

const makers = 100;
const atOnce = 5000;
const id = (number: number) => `0190a3b4-0000-7000-8000-${String(number).padStart(12, '0')}`;
const makerOf = (number: number) => id(1e11 + (number % makers));
const test = (at: string, operator: string, value: unknown): FilterTree =>
  ({ kind: 'compare', path: at, operator, value }) as FilterTree;

const page = { number: 1, size: 10 };
const ofHalf = test('IsOpen', 'eq', true);
const ofOneMaker = new Map([['item', test('MakerId', 'eq', makerOf(7))]]);

type Listing = Pick<RecordQuery, 'filter' | 'limits' | 'mostly'>;
const listings: readonly (readonly [name: string, listing: Listing])[] = [
  ['all, newest first', {}],
  ['a filter that half of them pass', { filter: ofHalf }],
  ['one maker of a hundred, by row access', { limits: ofOneMaker }],
];

type Log = (line: string) => void;

/** Prints a table: the number of rows, then each list with a full count, and as answered. */
export async function measureGrowth(sizes: readonly number[], log: Log): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-growth-'));
  const stores: readonly (readonly [string, () => Promise<Store>])[] = [
    ['PostgreSQL', async () => openPostgresStore({ url: await newSchema() })],
    ['SQLite', async () => openSqliteStore({ file: path.join(folder, 'growth.db') })],
  ];
  try {
    log('Median milliseconds of a page of 10 with its total, right after a write to the table.');
    log('| store | list | counted | ' + sizes.map((size) => size.toLocaleString('en-CA')).join(' | ') + ' |');
    log(`|---|---|---|${sizes.map(() => '---:|').join('')}`);
    for (const [name, open] of stores) {
      const store = await open();
      for (const line of await linesOf(store, sizes)) log(`| ${name} | ${line} |`);
      await store.close();
    }
  } finally {
    await stopPostgres();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function linesOf(store: Store, sizes: readonly number[]): Promise<readonly string[]> {
  await store.migrate(contractModel());
  await store.insertMany(
    'maker',
    Array.from({ length: makers }, (_, number) => ({ Id: makerOf(number), Name: `Maker ${number}` })),
  );
  const found = new Map<string, string[]>();
  let rows = 0;
  for (const size of sizes) {
    await fill(store, rows, size);
    rows = size;
    for (const [name, listing] of listings)
      for (const how of ['to the end', 'as answered'] as const) {
        const ms = await median(store, listing, how);
        const key = `${name} | ${how}`;
        found.set(key, [...(found.get(key) ?? []), ms.toFixed(1)]);
      }
  }
  return [...found].map(([key, values]) => `${key} | ${values.join(' | ')}`);
}

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += atOnce) {
    const length = Math.min(atOnce, to - start);
    await store.insertMany(
      'item',
      Array.from({ length }, (_, at) => itemOf(start + at)),
    );
  }
}

const itemOf = (number: number): DataRecord => ({
  ...{ Id: id(number), Name: `Item ${(number * 7919) % 100_003}`, Code: `C${number}`, Version: 1 },
  ...{ Count: number % 1000, Price: (number % 10_000) / 100, IsOpen: number % 2 === 0 },
  ...{ Day: `2026-${String((number % 12) + 1).padStart(2, '0')}-01`, MakerId: makerOf(number), StateId: 1 },
});

const tries = 15;

async function median(store: Store, listing: Listing, how: 'to the end' | 'as answered'): Promise<number> {
  const times: number[] = [];
  const sort = [{ path: 'Id', direction: 'desc' as const }];
  for (let at = 0; at < tries; at++) {
    await store.update('item', id(at), { Count: at });
    if (how === 'to the end') await store.forget(['item']);
    const began = performance.now();
    const total = how === 'to the end' ? true : ('capped' as const);
    await store.find({ entity: 'item', ...listing, page, sort, total });
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[Math.floor(tries / 2)] ?? 0;
}
