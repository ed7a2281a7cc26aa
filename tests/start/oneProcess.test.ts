import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-one-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a second process on a database names its holder and does not start until that one has ended, however it did', async () => {
  const databaseFile = path.join(folder, 'shared.db');
  const first = await startServer({ databaseFile, seed: 'none' });
  const told = `is in use by another process (process ${first.process.pid} on `;
  await expect(startServer({ databaseFile, seed: 'none' })).rejects.toThrow(told);
  expect((await fetch(`${first.origin}/api/health`)).status).toBe(200);
  const ended = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await ended;
  const next = await startServer({ databaseFile, seed: 'none' });
  expect((await fetch(`${next.origin}/api/health`)).status).toBe(200);
  await next.stop();
});
