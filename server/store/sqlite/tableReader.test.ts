import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Sqlite } from './driver.ts';
import { sharedReader } from './tableReader.ts';

it('reads a file on one connection, which is closed with it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reader-'));
  const file = path.join(folder, 'read.db');
  const writer = new Sqlite(file);
  writer.pragma('journal_mode = wal');
  writer.exec('create table a (b); insert into a values (1), (2)');
  const reader = sharedReader({ file });
  const ready = { text: 'select count(*) from a', values: [] };
  for (let time = 0; time < 3; time++) expect(await reader.count(ready, {})).toBe(2);
  // Another connection that has read the file would keep it in this mode.
  expect(() => writer.pragma('journal_mode = delete', { simple: true })).toThrow('locked');
  await reader.close();
  expect(writer.pragma('journal_mode = delete', { simple: true })).toBe('delete');
  writer.close();
  rmSync(folder, { recursive: true });
});
