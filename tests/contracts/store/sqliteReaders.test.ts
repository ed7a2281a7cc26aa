/** Reader processes of the store: each ends when its query runs too long, and the next query is answered. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../../../server/errors/Refusal.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import type { ReaderLimits } from '../../../server/store/sqlite/readers/readerPool.ts';
import type { TableQuery } from '../../../server/store/tableQuery.ts';
import type { Asking, Store } from '../../../server/store/types.ts';
import { builtReader } from '../../support/builtReader.ts';
import { contractModel } from './contractModel.ts';
import { id, insertAll } from './fixture.ts';
import { crossed, endless, joined, queryOf } from './longQueries.ts';
import { storeContract } from './storeContract.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-readers-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let script: URL;
beforeAll(async () => {
  script = await builtReader();
});
let count = 0;

storeContract('SQLite in a file, read by processes of its own', () =>
  openSqliteStore({ file: path.join(folder, `${++count}.db`), durability: 'normal', readers: { script } }),
);

const model = contractModel();
const short = queryOf({ from: 'maker', columns: [{ path: 'Name' }] });

type Opening = { readonly limits?: Partial<ReaderLimits>; readonly stopping?: AbortSignal };

async function filled({ limits = {}, stopping }: Opening = {}): Promise<Store> {
  const file = path.join(folder, `${++count}.db`);
  const store = openSqliteStore({
    ...{ file, durability: 'normal' },
    readers: { script, limits, ...(stopping && { stopping }) },
  });
  onTestFinished(() => store.close());
  await store.migrate(model);
  await insertAll(store, 'maker', [{ Id: id(101), Name: 'Ford' }]);
  await insertAll(
    store,
    'item',
    Array.from({ length: 60 }, (_, at) => ({ Id: id(at + 1), Name: `item ${at}`, MakerId: id(101) })),
  );
  return store;
}

async function rowsOf(store: Store, query: TableQuery, asking?: Asking) {
  const rows: (readonly unknown[])[] = [];
  for await (const piece of store.rows(query, asking)) rows.push(...piece);
  return rows;
}

/** The key of the message that a query is refused with. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It was answered.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error;
  return error.key;
}

/** Running child processes of this one. */
function children(): readonly number[] {
  const found = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  return found
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join().includes('readerProcess'))
    .map(([pid]) => Number(pid));
}

const everyone = 1_000_000_000;

describe('a query that runs too long', () => {
  it('is ended when it has worked long enough, and the next one is answered', async () => {
    const store = await filled({ limits: { work: 1000, clock: everyone } });
    const [refused, other] = await Promise.all([refusalOf(rowsOf(store, endless)), rowsOf(store, short)]);
    expect([refused, other]).toEqual(['query.too-slow', [['Ford']]]);
    expect(await refusalOf(store.countRows(endless))).toBe('query.too-slow');
    expect(await rowsOf(store, short)).toEqual([['Ford']]);
  });

  it('is killed by the clock, even if it has hardly worked', async () => {
    const store = await filled({ limits: { work: everyone, clock: 100 / everyone } });
    expect(await refusalOf(rowsOf(store, endless))).toBe('query.too-slow');
  });

  it('is ended when its caller goes away', async () => {
    const store = await filled();
    const gone = new AbortController();
    const asked = refusalOf(rowsOf(store, endless, { signal: () => gone.signal }));
    await until(() => children().length > 0);
    gone.abort();
    expect(await asked).toBe('query.unwanted');
    await until(() => children().length === 0);
    expect(await refusalOf(rowsOf(store, short, { signal: () => gone.signal }))).toBe('query.unwanted');
  });

  it('is ended when it takes too much memory', async () => {
    const store = await filled({ limits: { memory: 1024 } });
    expect(await refusalOf(rowsOf(store, endless))).toBe('query.too-large');
  });

  it('is ended when its temporary files grow too large', async () => {
    const store = await filled({ limits: { disk: 4 * 1024 * 1024 } });
    const pairs = queryOf({
      ...{ from: 'maker', joins: joined(4), sort: ['J3.Name'] },
      columns: [{ path: 'Name' }, { path: 'J3.Name' }, { path: 'J0.Name' }],
    });
    expect(await refusalOf(rowsOf(store, pairs))).toBe('query.too-large');
  });

  it('is refused where joins multiply beyond all that could be read', async () => {
    const store = await filled();
    const error = await rowsOf(store, crossed(14)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ key: 'query.multiplies', details: { params: { entity: {} } } });
    expect(await refusalOf(store.countRows({ ...crossed(14), isGrouped: true }))).toBe('query.multiplies');
  });

  it('breaks nothing when its process crashes', async () => {
    const store = await filled();
    const asked = refusalOf(rowsOf(store, endless));
    await until(() => children().length > 0);
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    expect(await asked).toBe('query.broken');
    expect(await rowsOf(store, short)).toEqual([['Ford']]);
  });

  it('is cancelled when the server stops, and no process stays', async () => {
    const stopping = new AbortController();
    const store = await filled({ limits: { goodbye: 1 }, stopping: stopping.signal });
    const asked = [1, 2, 3, 4, 5].map((at) => refusalOf(rowsOf(store, endless, { person: `${at % 2}` })));
    await until(() => children().length > 1);
    stopping.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['server.stopping']));
    expect(await refusalOf(rowsOf(store, short))).toBe('server.stopping');
    await store.close();
    expect(children()).toEqual([]);
  });
});

it('an idle process lives until its store is closed, and ends then', () => {
  const file = path.join(folder, `${++count}.db`);
  const args = ['tests/support/closeReaders.mjs', file, fileURLToPath(script)];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('closed\n');
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
});

describe('a caller', () => {
  it('gets a count that another caller requested first and then abandoned', async () => {
    const store = await filled();
    const gone = new AbortController();
    const first = refusalOf(
      store.countRows(crossed(3), { person: 'first', signal: () => gone.signal }),
    ).catch((error: Error) => error.message);
    const second = store.countRows(crossed(3), { person: 'second' });
    await until(() => children().length > 0);
    gone.abort();
    expect(await second).toBe(1);
    expect(['query.unwanted', 'It was answered.']).toContain(await first);
  });

  it('has a limited number of queries running and waiting, and further ones are refused', async () => {
    const store = await filled({ limits: { long: 2, longOfOne: 1, waitingOfOne: 2 } });
    const gone = new AbortController();
    const greedy = { person: 'greedy', signal: () => gone.signal };
    const asked = Array.from({ length: 5 }, () => refusalOf(rowsOf(store, endless, greedy)));
    // None of them has been answered, and still another person is served.
    expect(await rowsOf(store, short, { person: 'other' })).toEqual([['Ford']]);
    expect((await rowsOf(store, crossed(3), { person: 'other' })).length).toBe(1);
    gone.abort();
    const keys = await Promise.all(asked);
    expect(keys.filter((key) => key === 'query.too-many-own')).toHaveLength(2);
    expect(keys.filter((key) => key === 'query.unwanted')).toHaveLength(3);
  });

  it('is told when too many wait in total, and when results were not fetched', async () => {
    const store = await filled({ limits: { waiting: 0 } });
    expect(await refusalOf(rowsOf(store, short, { person: 'one' }))).toBe('query.too-many');
    const slow = await filled({ limits: { fetched: 1 } });
    const reading = slow.rows(queryOf({ from: 'maker', joins: joined(2), columns: [{ path: 'Name' }] }));
    const pieces = reading[Symbol.asyncIterator]();
    await pieces.next();
    await until(() => children().length === 0);
    // One more batch had been read ahead.
    await pieces.next();
    expect(await refusalOf(pieces.next())).toBe('query.not-fetched');
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
