import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../support/server.ts';
import { type BenchRow, median } from './harness.ts';

/** From `node dist/server/main.js` to its listening line, on an empty disk and on a database that is already there. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  try {
    const databaseFile = path.join(folder, 'start.db');
    const first = await startMilliseconds(databaseFile);
    const again: number[] = [];
    for (let round = 0; round < 5; round += 1) again.push(await startMilliseconds(databaseFile));
    return [
      {
        name: 'server listening, existing database',
        unit: 'ms',
        ours: median(again),
        target: { atMost: 1500 },
      },
      {
        name: 'server listening, first start with demo data',
        unit: 'ms',
        ours: first,
        target: { atMost: 1500 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startMilliseconds(databaseFile: string): Promise<number> {
  const server = await startServer({ databaseFile });
  await server.stop();
  return server.startMilliseconds;
}
