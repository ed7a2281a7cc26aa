import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unavailableOf } from '../../../server/store/sqlite/availability.ts';
import { Sqlite } from '../../../server/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import { takeLease } from '../../../server/store/sqlite/takeLease.ts';
import { StoreUnavailable } from '../../../server/store/types.ts';
import { contractModel } from './contractModel.ts';
import { id } from './fixture.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-available-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFile = (): string => path.join(folder, `${++count}.db`);

it('a write waits for another process that holds the lock, while others are answered', async () => {
  const file = newFile();
  const store = openSqliteStore({ file });
  await store.migrate(contractModel());
  await store.insert('tag', { Id: id(1) });
  const other = new Sqlite(file);
  other.exec('begin immediate');
  const written = store.insert('tag', { Id: id(2) });
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await store.count('tag')).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  other.exec('rollback');
  await written;
  expect(await store.count('tag')).toBe(2);
  other.close();
  await store.close();
});

it('a lock that is never released refuses the write, and the next one succeeds', async () => {
  const file = newFile();
  const store = openSqliteStore({ file });
  await store.migrate(contractModel());
  const other = new Sqlite(file);
  other.exec('begin immediate');
  const refused = await store.insert('tag', { Id: id(1) }).catch((error) => error);
  expect(refused).toBeInstanceOf(StoreUnavailable);
  expect(refused).toMatchObject({ reason: 'busy' });
  other.close();
  await store.insert('tag', { Id: id(1) });
  await store.probe();
  expect(await store.count('tag')).toBe(1);
  await store.close();
});

it('failures of the disk and the file are distinguished from those of a record', () => {
  const reasonOf = (code: string) => unavailableOf(new Sqlite.SqliteError('text', code))?.reason;
  expect(reasonOf('SQLITE_FULL')).toBe('full');
  expect(reasonOf('SQLITE_IOERR_WRITE')).toBe('failing');
  expect(reasonOf('SQLITE_READONLY_DBMOVED')).toBe('failing');
  expect(reasonOf('SQLITE_CORRUPT')).toBe('damaged');
  expect(reasonOf('SQLITE_CONSTRAINT_UNIQUE')).toBeUndefined();
  expect(unavailableOf(new Error('other'))).toBeUndefined();
});

it('one process holds the lease of a file, and the next is told its holder', () => {
  const file = newFile();
  const first = takeLease(file);
  if (!('lease' in first)) throw new Error('The lease of a new file is free.');
  const second = takeLease(file);
  expect(second).toEqual({ holder: { pid: process.pid, host: os.hostname(), since: expect.any(String) } });
  first.lease.release();
  const third = takeLease(file);
  expect(third).toHaveProperty('lease');
  if ('lease' in third) third.lease.release();
});
