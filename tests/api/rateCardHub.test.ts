/** The hub of rate cards, with the stock client of its protocol and to the letter. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HubConnection, timeouts } from '../../server/hub/HubConnection.ts';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, asker } from './support/startApp.ts';

type Told = { readonly PricingFormulaRateCardId: string; readonly State: string; readonly Percent: number };

/** What of the stock client is used here. */
type Connection = {
  readonly on: (name: string, take: (one: Told) => void) => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly invoke: (name: string) => Promise<unknown>;
};
type Builder = {
  readonly withUrl: (url: string, options: object) => Builder;
  readonly withAutomaticReconnect: () => Builder;
  readonly configureLogging: (level: number) => Builder;
  readonly build: () => Connection;
};
type Stock = {
  readonly HubConnectionBuilder: new () => Builder;
  readonly HttpTransportType: Readonly<Record<string, number>>;
  readonly LogLevel: { readonly None: number };
};

const stock = (await import('@microsoft/signalr')) as unknown as Stock;
const handshake = '{"protocol":"json","version":1}\u001e';

describe('the hub of rate cards', () => {
  let clients: Clients;
  let pricing: Ask;
  let token: string;
  let product: string;
  let card: string;
  let server: Server;
  let port: number;

  beforeAll(async () => {
    clients = await createClients('sqlite');
    const login = { UserName: 'pricing', Password: 'demo' };
    token = (await asker(clients.app.fetch, {})('POST', '/session', login)).body.Token;
    pricing = asker(clients.app.fetch, { authorization: `Bearer ${token}` });
    const { Items } = (await clients.admin('GET', '/product?pageSize=0')).body;
    product = Items.find(({ Code }: { Code: string }) => Code === 'SMT-KEY-30').Id;
    const [bucket] = (await pricing('GET', '/pricing/buckets')).body.Items;
    const Steps = [{ Name: 'a', Expression: "$factor('Factor.BaseRate')", PriceBucketId: bucket.Id }];
    await pricing('PUT', `/pricing/product/${product}/formula`, { Steps });
    card = (await pricing('POST', `/pricing/product/${product}/ratecard`, { Name: 'Hub' })).body.Id;
    port = await new Promise((resolve) => {
      const { fetch } = clients.app;
      const options = {
        fetch: fetch as Parameters<typeof serve>[0]['fetch'],
        port: 0,
        hostname: '127.0.0.1',
      };
      server = serve(options, (address) => resolve((address as AddressInfo).port)) as Server;
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const generate = () => pricing('POST', `/pricing/product/${product}/ratecard/${card}/generate`, {});

  for (const transport of ['ServerSentEvents', 'LongPolling'] as const)
    it(`C-142 C-122 C-326 C-324 the stock client hears of a generation by ${transport}`, async () => {
      const { HubConnectionBuilder, HttpTransportType, LogLevel } = stock;
      const connection = new HubConnectionBuilder()
        .withUrl(`http://127.0.0.1:${port}/api/ratecards`, {
          accessTokenFactory: () => token,
          transport: HttpTransportType[transport],
        })
        .withAutomaticReconnect()
        .configureLogging(LogLevel.None)
        .build();
      const told: Told[] = [];
      const done = new Promise<void>((resolve) => {
        connection.on('updateRateCardGenerationProgress', (one: Told) => {
          told.push(one);
          if (one.State === 'done') resolve();
        });
      });
      await connection.start();
      expect((await generate()).status).toBe(200);
      await done;
      expect(told.at(-1)).toMatchObject({ PricingFormulaRateCardId: card, State: 'done', Percent: 100 });
      await expect(connection.invoke('nothing')).rejects.toThrow('does not exist');
      await connection.stop();
    });

  it('C-324 without a token nobody negotiates, polls or sends, and another login does not get in', async () => {
    const hub = (method: string, path: string, ask: Ask = clients.nobody) => ask(method, `/ratecards${path}`);
    expect((await hub('POST', '/negotiate?negotiateVersion=1')).status).toBe(401);
    expect((await hub('POST', '/negotiate?access_token=wrong')).status).toBe(401);
    const { status, body } = await hub('POST', `/negotiate?access_token=${token}`);
    expect([status, body.negotiateVersion]).toEqual([200, 1]);
    const at = `?id=${body.connectionToken}`;
    for (const method of ['GET', 'POST', 'DELETE']) expect((await hub(method, at)).status).toBe(401);
    expect((await hub('GET', at, clients.viewer)).status).toBe(404);
    expect((await hub('GET', at, pricing)).status).toBe(200);
    expect(
      (
        await pricing('POST', `/ratecards${at}`, '{"protocol":"xml","version":1}\u001e', {
          'content-type': 'text/plain',
        })
      ).status,
    ).toBe(200);
    expect((await hub('GET', at, pricing)).status).toBe(404);
  });

  it('C-325 a connection without a handshake ends after 45 seconds; one that is never read ends, too', () => {
    vi.useFakeTimers();
    try {
      expect(timeouts.handshake).toBe(45_000);
      let ends = 0;
      const silent = new HubConnection('me', () => ends++);
      vi.advanceTimersByTime(44_999);
      expect(silent.isOver).toBe(false);
      vi.advanceTimersByTime(1);
      expect([silent.isOver, ends]).toEqual([true, 1]);
      const unread = new HubConnection('me', () => ends++);
      unread.receive(handshake);
      expect(unread.take()).toBe('{}\u001e');
      for (let number = 0; number < 50; number++) unread.tell('card', { type: 1, number });
      expect(unread.take()).toBe('{"type":1,"number":49}\u001e');
      for (let number = 0; number < 1001; number++) unread.tell(`card ${number}`, { type: 1 });
      expect([unread.isOver, ends]).toEqual([true, 2]);
    } finally {
      vi.useRealTimers();
    }
  });
});
