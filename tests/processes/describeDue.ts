/** What falls due is done once, no matter which of several processes looks, and however one of them dies. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { createMappedShares } from '../../server/node/createMappedShares.ts';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import type { Store } from '../../server/store/types.ts';
import { type Running, startApp } from '../api/support/startApp.ts';
import { share } from '../support/deliverAndHang.ts';
import { newSchema } from '../support/postgres.ts';

export function describeDue(): void {
  const memory = '/dev/shm';
  const root = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'due-'));
  const [file, folder] = [path.join(root, 'due.db'), path.join(root, 'share')];
  const [made, due] = ['2026-11-20T15:00:00Z', '2026-11-21T14:00:30Z'];
  /** Half to a folder, half by mail. */
  const count = 40;

  let database = '';
  let apps: readonly Running[] = [];
  const stores: Store[] = [];
  const letters = new Map<string, number>();

  /** An application of its own on the database, as another process has it. */
  async function start(seed: 'demo' | 'none', now: string): Promise<Running> {
    const store = openPostgresStore({ url: database });
    stores.push(store);
    const mail = {
      send: async ({ to }: { readonly to: string }) => {
        // As long as a mail server takes, and the other process may look meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 5));
        letters.set(to, (letters.get(to) ?? 0) + 1);
      },
    };
    const shares = createMappedShares([{ share, folder }]);
    const files = createFileFolder(`${file}.files`);
    return startApp({ store, seed, now, ports: { mail, shares, files } });
  }

  beforeAll(async () => {
    mkdirSync(folder);
    database = await newSchema();
    const first = await start('demo', made);
    await subscribe(first);
    apps = [await start('none', due), await start('none', due)];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function subscribe({ store, as }: Running): Promise<void> {
    const admin = await as('admin');
    const named = 'FilterProperty=ReportConfigurationName&FilterOperator=eq&FilterValue=Product%20portfolio';
    const ReportConfigurationId = (await admin('GET', `/report?${named}`)).body.Items[0].Id;
    const schedule = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
    const ScheduleId = (await admin('POST', '/report/schedule', schedule)).body.Id;
    const records = Array.from({ length: count }, (_, at) => ({
      ...{ Id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, Revision: 1, Owner: 'admin' },
      ...{ ReportConfigurationId, ScheduleId, ReportFormatId: 2 },
      ReportParameters: { Filters: { Name: 'no such product' }, Columns: ['Name'] },
      ...{ DeliveryExtensionId: 2 - (at % 2), Path: at % 2 ? `person${at}@example.com` : share },
      ModifiedDate: new Date(made).toISOString(),
    }));
    expect(await store.insertMany('report-subscription', records)).toBe(count);
  }

  /** A process that delivers some, and is killed between a file in its folder and the note of it. */
  async function killedInTheMiddle(): Promise<void> {
    const child = spawn(process.execPath, [
      'tests/support/deliverAndHang.mjs',
      file,
      folder,
      due,
      '5',
      database,
    ]);
    const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', async (data: Uint8Array) => {
        said += new TextDecoder().decode(data);
        if (!said.includes('here\n') || child.killed) return;
        // While it lives, the others leave it to it.
        const before = readdirSync(folder).length;
        await Promise.all(apps.map(({ runDue }) => runDue()));
        expect(readdirSync(folder).length).toBe(before);
        child.kill('SIGKILL');
      });
    expect(await ended, said).toBe('SIGKILL');
  }

  it('deliveries and letters go out once, after a kill -9 in the middle of them too', async () => {
    await killedInTheMiddle();
    expect(readdirSync(folder)).toHaveLength(6);
    // The lease of the run that was cut short ends within the first of these.
    for (const minutes of [0, 6, 1, 1]) {
      for (const { clock } of apps) clock.now = new Date(clock.now.getTime() + minutes * 60_000);
      await Promise.all(apps.map(({ runDue }) => runDue()));
    }
    const [{ store }] = apps as [Running];
    const { items } = await store.find({ entity: 'report-delivery' });
    expect(items.map(({ State }) => (State as DataRecord).Name).filter((name) => name !== 'Done')).toEqual(
      [],
    );
    expect(new Set(items.map(({ SubscriptionId }) => SubscriptionId)).size).toBe(count);
    expect(items).toHaveLength(count);
    expect(readdirSync(folder)).toHaveLength(count / 2);
    expect([letters.size, Math.max(...letters.values())]).toEqual([count / 2, 1]);
    expect(await store.count('notification')).toBe(count);
    expect(apps.flatMap(({ errors }) => errors)).toEqual([]);
  });
}
