/** A hub behind a load balancer to which nothing sticks: each call of a client comes to another process. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedEvents, createWebPorts } from '#server/app';
import { startRoundRobin } from '../../scripts/roundRobin.mjs';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { type StockConnection, stockClient, transports } from '../api/support/stockClient.ts';
import { extensions } from '../support/extensions.ts';
import type { Two } from './support/startTwo.ts';

type Hub = (typeof extensions.hubs)[number];

const record = '0f000000-0000-7000-8000-000000000001';

export function describeHub(pair: () => Two): void {
  let two: Two;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  beforeAll(async () => {
    two = pair();
    const targets = [two.one, two.other].map(({ origin }) => ({ port: Number(new URL(origin).port) }));
    proxy = await startRoundRobin({ targets });
  });
  afterAll(() => proxy.stop());

  it.each(transports)(
    'stock clients hear by %s of work that goes on in a third process',
    async (transport) => {
      // What a process does that runs the work.
      const store = openPostgresStore({ url: two.url });
      const events = createSharedEvents({ store, ports: createWebPorts() });
      const { token } = await two.signIn();
      for (const { path, messages } of extensions.hubs) {
        const client = () => stockClient(`${proxy.origin}/api${path}`, { token, transport });
        // Calls of four clients, so that each begins in the middle of a turn of another.
        const heard: Listening[] = [];
        for (const connection of [client(), client(), client(), client()])
          heard.push(await listen(connection, messages));
        for (const done of [1, 2, 3]) {
          for (const kind of Object.keys(messages)) events.announce('jobProgress', progress(kind, done));
          for (const { told } of heard) await expect.poll(() => new Set(told)).toContain(done);
        }
        for (const { connection } of heard) await connection.stop();
      }
      await store.close();
    },
  );
}

type Listening = { readonly connection: StockConnection; readonly told: readonly unknown[] };

async function listen(connection: StockConnection, messages: Hub['messages']): Promise<Listening> {
  const told: unknown[] = [];
  for (const messageOf of Object.values(messages))
    connection.on(messageOf(progress('', 0)).target, (one) => told.push(one.Done));
  await connection.start();
  return { connection, told };
}

const progress = (kind: string, done: number) => ({
  ...{ job: record, kind, done, status: 'running' as const },
  input: { RateCardId: record, ProductId: record },
});
