/** A server that dies among 500 deliveries of one minute: all of them arrive, and none of them twice. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { createMappedShares } from '../../server/node/createMappedShares.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { type Running, startApp } from '../api/support/startApp.ts';
import { share } from '../support/deliverAndHang.ts';

// In memory, which a killed process leaves intact, and which needs no disk writes.
const memory = '/dev/shm';
const root = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'deliveries-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const [file, folder] = [path.join(root, 'crash.db'), path.join(root, 'share')];
const [made, due, after] = ['2026-11-20T15:00:00Z', '2026-11-21T14:00:30Z', '2026-11-21T14:10:00Z'];
const count = 500;
/** The length of the report does not matter here. */
const none = { Filters: { Name: 'no such product' }, Columns: ['Name'] };

/** Half to a folder, half by mail; the first hundred are delivered before the process dies. */
async function subscribe({ store, as }: Running): Promise<void> {
  const admin = await as('admin');
  const { body } = await admin(
    'GET',
    '/report?FilterProperty=ReportConfigurationName&FilterOperator=eq&FilterValue=Product%20portfolio',
  );
  const ReportConfigurationId = body.Items[0].Id;
  const schedule = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
  const ScheduleId = (await admin('POST', '/report/schedule', schedule)).body.Id;
  const records = Array.from({ length: count }, (_, at) => ({
    ...{ Id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, Revision: 1, Owner: 'admin' },
    ...{ ReportConfigurationId, ScheduleId, ReportFormatId: 2, ReportParameters: none },
    ...{ DeliveryExtensionId: 2 - (at % 2), Path: at % 2 ? `person${at}@example.com` : share },
    ModifiedDate: new Date(made).toISOString(),
  }));
  expect(await store.insertMany('report-subscription', records)).toBe(count);
}

async function killedInTheMiddle(): Promise<void> {
  const child = spawn(process.execPath, ['tests/support/deliverAndHang.mjs', file, folder, due, '100']);
  const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Uint8Array) => {
      said += new TextDecoder().decode(data);
      if (said.includes('here\n')) child.kill('SIGKILL');
    });
  expect(await ended, said).toBe('SIGKILL');
}

it('500 subscriptions due at one minute are delivered once each, with a kill -9 in the middle', async () => {
  mkdirSync(folder);
  const first = openSqliteStore({ file });
  await subscribe(await startApp({ store: first, now: made }));
  await first.close();
  await killedInTheMiddle();
  const brought = readdirSync(folder).length;
  expect(brought).toBe(101);

  const store = openSqliteStore({ file });
  const letters = new Map<string, number>();
  const mail = {
    send: async ({ to }: { readonly to: string }) => void letters.set(to, (letters.get(to) ?? 0) + 1),
  };
  const files = createFileFolder(`${file}.files`);
  const shares = createMappedShares([{ share, folder }]);
  const app = await startApp({ store, seed: 'none', now: after, ports: { mail, shares, files } });

  for (let round = 0; round < 8 && letters.size < count / 2; round++) {
    await app.runDue();
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  }
  await app.runDue();

  expect(app.errors).toEqual([]);
  expect(readdirSync(folder).length).toBe(count / 2);
  expect([letters.size, Math.max(...letters.values())]).toEqual([count / 2, 1]);
  const { items } = await store.find({ entity: 'report-delivery' });
  expect(new Set(items.map(({ SubscriptionId }) => SubscriptionId)).size).toBe(count);
  expect(items.filter(({ State }) => (State as DataRecord).Name !== 'Done')).toEqual([]);
  expect(items.length).toBe(count);
  expect(await store.count('notification')).toBe(count);
  await store.close();
});
