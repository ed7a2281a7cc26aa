import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import { storeContract } from './storeContract.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-store-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;

storeContract('SQLite in memory', () => openSqliteStore({ file: ':memory:' }));
storeContract('SQLite in a file', () =>
  openSqliteStore({ file: path.join(folder, `${++count}.db`), durability: 'normal' }),
);
