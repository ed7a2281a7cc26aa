import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { nodeVersions, provideNode } from '../../scripts/nodes.mjs';
import { startServer } from '../support/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-nodes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = { 'Content-Type': 'application/json' };

for (const version of nodeVersions) {
  it(`Node ${version} starts, seeds, signs in, lists, saves, reports, and finds the data after a restart`, async () => {
    const { program, packages } = provideNode(version);
    const env = packages ? { NODE_PATH: packages } : undefined;
    const databaseFile = path.join(folder, `${version}.db`);
    const name = `Saved under Node ${version}`;
    const first = await startServer({ program, env, databaseFile });
    let id: string;
    try {
      const authorization = await signIn(first.origin);
      const listed = await call(first.origin, '/api/product?pageSize=5', { headers: authorization });
      expect(listed.status).toBe(200);
      id = listed.body.Items[0].Id;
      const saved = await call(first.origin, '/api/product', {
        method: 'PUT',
        headers: { ...json, ...authorization },
        body: JSON.stringify({ Id: id, Description: name }),
      });
      expect(saved).toMatchObject({ status: 200, body: { Description: name } });
      // Read by a separate process.
      const report = await call(first.origin, '/api/report/query', {
        method: 'POST',
        headers: { ...json, ...authorization },
        body: JSON.stringify({ Query: 'products-by-state' }),
      });
      expect([report.status, report.body.Rows.length > 0]).toEqual([200, true]);
    } finally {
      await first.stop();
    }
    const again = await startServer({ program, env, databaseFile });
    try {
      const stored = await call(again.origin, `/api/product/${id}`, { headers: await signIn(again.origin) });
      expect(stored.body.Description).toBe(name);
    } finally {
      await again.stop();
    }
  });
}

async function signIn(origin: string): Promise<Record<string, string>> {
  const answer = await call(origin, '/api/session', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ UserName: 'admin', Password: 'demo' }),
  });
  expect(answer.status).toBe(200);
  return { Authorization: `Bearer ${answer.body.Token}` };
}

async function call(origin: string, address: string, init?: RequestInit) {
  const answer = await fetch(`${origin}${address}`, init);
  return { status: answer.status, body: await answer.json() };
}
