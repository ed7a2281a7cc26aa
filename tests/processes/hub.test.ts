/** A hub behind a load balancer without sticky sessions: each call of a client reaches another process. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedEvents, createWebPorts } from '#server/app';
import { startRoundRobin } from '../../scripts/roundRobin.mjs';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { type StockConnection, stockClient, transports } from '../api/support/stockClient.ts';
import { extensions } from '../support/extensions.ts';
import { startTwo, type Two } from './support/startTwo.ts';

let two: Two;
let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
beforeAll(async () => {
  two = await startTwo();
  const targets = [two.one, two.other].map(({ origin }) => ({ port: Number(new URL(origin).port) }));
  proxy = await startRoundRobin({ targets });
});
afterAll(async () => {
  await proxy.stop();
  await two.stop();
});

const record = '0f000000-0000-7000-8000-000000000001';

for (const transport of transports)
  it(`stock clients receive by ${transport} the progress of a job in a third process`, async () => {
    // Acts as a process that runs a job.
    const store = openPostgresStore({ url: two.url });
    const events = createSharedEvents({ store, ports: createWebPorts() });
    const { token } = await two.signIn();
    for (const { path, messages } of extensions.hubs) {
      const connections: StockConnection[] = [];
      const told: unknown[][] = [];
      const kinds = Object.keys(messages);
      // Interleaves the calls of four clients.
      for (const at of [0, 1, 2, 3]) {
        const connection = stockClient(`${proxy.origin}/api${path}`, { token, transport });
        const heard: unknown[] = [];
        for (const messageOf of Object.values(messages))
          connection.on(messageOf(progress('', 0)).target, (one) => heard.push(one.Done));
        await connection.start();
        connections[at] = connection;
        told[at] = heard;
      }
      for (const done of [1, 2, 3]) {
        for (const kind of kinds) events.announce('jobProgress', progress(kind, done));
        for (const heard of told) await expect.poll(() => new Set(heard)).toContain(done);
      }
      for (const connection of connections) await connection.stop();
    }
    await store.close();
  });

const progress = (kind: string, done: number) => ({
  ...{ job: record, kind, done, status: 'running' as const },
  input: { RateCardId: record, ProductId: record },
});
