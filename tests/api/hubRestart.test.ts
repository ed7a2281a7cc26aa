/** A planned stop, as the standard client of a hub sees it: it is told to reconnect, and does. */
import { expect, it } from 'vitest';
import { createEvents } from '#server/app';
import { extensions } from '../support/extensions.ts';
import { asker, type Running, startApp } from './support/startApp.ts';
import { serveOn, sockets, stockClient, transports } from './support/stockClient.ts';

const { hubs } = extensions;

const record = '0f000000-0000-7000-8000-000000000001';

for (const transport of transports)
  it(`standard clients reconnect to the restarted server by ${transport}`, async () => {
    const [first, second] = [sockets(), sockets()];
    const [events, stopping] = [createEvents(), new AbortController()];
    const started = await startApp({
      ...{ store: 'sqlite', stopping: stopping.signal },
      ports: { upgrade: first.upgrade },
    });
    const login = { UserName: 'pricing', Password: 'demo' };
    const { body } = await asker(started.fetch, {})('POST', '/session', login);
    const serving = await serveOn(started.fetch, { port: 0, server: first.server });
    for (const hub of hubs) {
      const token = String(body.Token);
      const connection = stockClient(`http://127.0.0.1:${serving.port}/api${hub.path}`, { token, transport });
      const told: unknown[] = [];
      for (const messageOf of Object.values(hub.messages))
        connection.on(messageOf({ ...progress, kind: '' }).target, (one) => told.push(one));
      let isClosed = false;
      connection.onclose(() => {
        isClosed = true;
      });
      const back = new Promise<void>((resolve) => connection.onreconnected(() => resolve()));
      await connection.start();
      stopping.abort();
      const refused = await asker(started.fetch, { authorization: `Bearer ${token}` })(
        'POST',
        `${hub.path}/negotiate`,
        {},
      );
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      await serving.stop();
      const again = await restarted(started, { upgrade: second.upgrade, events });
      const next = await serveOn(again.fetch, { port: serving.port, server: second.server });
      await back;
      expect(isClosed).toBe(false);
      for (const kind of Object.keys(hub.messages)) events.announce('jobProgress', { ...progress, kind });
      while (told.length < Object.keys(hub.messages).length)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await connection.stop();
      await next.stop();
    }
    await started.store.close();
  });

const progress = {
  ...{ job: record, kind: '', done: 1, status: 'running' as const },
  input: { RateCardId: record, ProductId: record },
};

/** A new process over the same database. */
const restarted = (
  { store }: Running,
  {
    upgrade,
    events,
  }: {
    readonly upgrade: ReturnType<typeof sockets>['upgrade'];
    readonly events: ReturnType<typeof createEvents>;
  },
) => startApp({ store, events, ports: { upgrade } });
