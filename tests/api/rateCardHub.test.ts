/** The hub of rate cards, tested with the standard client and at the protocol level. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { HubConnection, timeouts } from '../../server/hub/HubConnection.ts';
import { eventStream, socketOf } from '../../server/hub/hubTransports.ts';
import { createSockets } from '../../server/node/createSockets.ts';
import { mostWaiting } from '../../server/work/createOutbox.ts';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, asker } from './support/startApp.ts';

type Told = { readonly PricingFormulaRateCardId: string; readonly State: string; readonly Percent: number };

/** The parts of the standard client used here. */
type Connection = {
  readonly on: (name: string, take: (one: Told) => void) => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly invoke: (name: string) => Promise<unknown>;
  readonly onreconnected: (take: () => void) => void;
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
  let sockets: ReturnType<typeof createSockets>;
  let port: number;

  beforeAll(async () => {
    sockets = createSockets();
    clients = await createClients('sqlite', { ports: { upgrade: sockets.upgrade } });
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
        websocket: { server: sockets.server },
      };
      server = serve(options, (address) => resolve((address as AddressInfo).port)) as Server;
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const generate = () => pricing('POST', `/pricing/product/${product}/ratecard/${card}/generate`, {});

  for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)
    it(`C-142 C-122 C-326 C-324 the standard client hears of a generation by ${transport}`, async () => {
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

  it('C-324 without a token nobody can negotiate, poll or send, and another login cannot use the connection', async () => {
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

  /** How the socket of such a request ends, and what it received before. */
  const opened = (
    query: string,
    headers: Record<string, string> = {},
    first: string | undefined = handshake,
  ) =>
    new Promise<{ readonly end: number | string; readonly told: readonly string[] }>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ratecards${query}`, { headers });
      const told: string[] = [];
      socket.on('unexpected-response', (_request, response) =>
        resolve({ end: response.statusCode ?? 0, told }),
      );
      socket.on('error', (error) => resolve({ end: error.message, told }));
      socket.on('message', (data) => {
        told.push(String(data));
        socket.close(3000);
      });
      socket.on('close', (code) => resolve({ end: code, told }));
      socket.on('open', () => first !== undefined && socket.send(first));
    });

  it('C-324 a socket is refused without a token and from pages of another site, and its input is limited', async () => {
    const mine = `?access_token=${token}`;
    expect((await opened('')).end).toBe(401);
    expect((await opened('?access_token=wrong')).end).toBe(401);
    expect((await opened(`?id=unknown&access_token=${token}`)).end).toBe(404);
    expect((await opened(mine, { origin: 'https://elsewhere.example' })).end).toBe(403);
    expect(await opened(mine, { origin: `http://127.0.0.1:${port}` })).toEqual({
      end: 3000,
      told: ['{}\u001e'],
    });
    expect((await opened(mine, {}, 'no message')).end).toBe(1003);
    expect((await opened(mine, {}, 'x'.repeat(40_000))).end).toBe(1009);
    expect((await opened(mine, {}, '{"protocol":"xml","version":1}\u001e')).told[0]).toContain(
      'not supported',
    );
  });

  it('C-326 the standard client reconnects by itself when its socket breaks', async () => {
    const { HubConnectionBuilder, HttpTransportType, LogLevel } = stock;
    const connection = new HubConnectionBuilder()
      .withUrl(`http://127.0.0.1:${port}/api/ratecards`, {
        accessTokenFactory: () => token,
        transport: HttpTransportType.WebSockets,
      })
      .withAutomaticReconnect()
      .configureLogging(LogLevel.None)
      .build();
    const back = new Promise<void>((resolve) => connection.onreconnected(() => resolve()));
    await connection.start();
    for (const one of sockets.server.clients) one.terminate();
    await back;
    await connection.stop();
  });

  it('C-325 a connection without a handshake ends after 45 seconds, and so does one that is never read', () => {
    vi.useFakeTimers();
    try {
      expect(timeouts.handshake).toBe(45_000);
      let ends = 0;
      const silent = new HubConnection(() => ends++);
      vi.advanceTimersByTime(44_999);
      expect(silent.isOver).toBe(false);
      vi.advanceTimersByTime(1);
      expect([silent.isOver, ends]).toEqual([true, 1]);
      const unread = new HubConnection(() => ends++);
      unread.receive(handshake);
      expect(unread.take()).toBe('{}\u001e');
      for (let number = 0; number < 50; number++) unread.tell('card', `${number}`);
      expect(unread.take()).toBe('49');
      for (let number = 0; number < 1001; number++) unread.tell(`card ${number}`, 'x');
      expect([unread.isOver, ends]).toEqual([true, 2]);
      // A stream that is opened and never read is no better than one without polls.
      const stuck = new HubConnection(() => ends++);
      stuck.receive(handshake);
      stuck.read();
      vi.advanceTimersByTime(timeouts.idle);
      expect([stuck.isOver, ends]).toEqual([true, 3]);
      // Over a socket both sides send: a client silent for a minute is disconnected.
      const mute = new HubConnection(() => ends++);
      mute.read({ isTwoWay: true });
      mute.receive(handshake);
      vi.advanceTimersByTime(timeouts.idle - 1);
      mute.receive('{"type":6}\u001e');
      vi.advanceTimersByTime(timeouts.idle - 1);
      mute.take();
      expect(mute.isOver).toBe(false);
      vi.advanceTimersByTime(1);
      expect([mute.isOver, ends]).toEqual([true, 4]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('an answer truncates the name of the called method, and stays short for a long question', () => {
    const connection = new HubConnection(() => undefined);
    connection.receive(handshake);
    connection.take();
    const long = 'x'.repeat(30_000);
    const call = { type: 1, invocationId: long, target: long, arguments: [] };
    connection.receive(`${JSON.stringify(call)}\u001e`);
    const told = connection.take();
    expect([told.length < 400, told.includes('does not exist.')]).toEqual([true, true]);
    connection.receive('{"type":1,"invocationId":"7","target":"Join","arguments":[]}\u001e');
    expect(connection.take()).toContain('"invocationId":"7","error":"Method \'Join\' does not exist."');
    const stranger = new HubConnection(() => undefined);
    stranger.receive(`{"protocol":"${long}","version":1}\u001e`);
    expect(stranger.take().length).toBeLessThan(400);
  });

  it('messages waiting for a slow client are limited in bytes, for polls and for streams', async () => {
    const wide = 'é'.repeat(10_000);
    const polled = new HubConnection(() => undefined);
    polled.receive(handshake);
    for (let number = 0; number < 20; number++) polled.tell(`card ${number}`, wide);
    expect([polled.isOver, polled.take().length < mostWaiting.bytes]).toEqual([true, true]);
    const again = new HubConnection(() => undefined);
    again.receive(handshake);
    for (let number = 0; number < 200; number++) {
      again.tell(`card ${number}`, wide);
      again.take();
    }
    for (let number = 0; number < 200; number++) again.tell('one card', wide);
    expect(again.isOver).toBe(false);
    again.end();
  });

  it('an unread socket or stream buffers no more than that', async () => {
    const wide = 'é'.repeat(10_000);
    // Each takes the next chunk when the previous one is sent: the buffer is limited here as well.
    const login = { current: async () => undefined };
    const readers = [
      (connection: HubConnection) =>
        socketOf({ connection, login }).onOpen({ send: () => new Promise(() => {}), close: () => {} }),
      (connection: HubConnection) => eventStream(connection, connection.read()),
    ];
    for (const open of readers)
      for (const [count, text] of [
        [mostWaiting.messages + 2, 'x'],
        [20, wide],
      ] as const) {
        const stuck = new HubConnection(() => undefined);
        stuck.receive(handshake);
        open(stuck);
        await Promise.resolve();
        for (let number = 0; number < count; number++) stuck.tell(`card ${number}`, text);
        expect(stuck.isOver).toBe(true);
      }
  });

  it('a stream that the client opens and never reads ends when the client keeps asking', async () => {
    const hub = asker(clients.app.fetch, { authorization: `Bearer ${token}` });
    const negotiated = (await hub('POST', '/ratecards/negotiate?negotiateVersion=1', {})).body;
    const at = `http://localhost/api/ratecards?id=${negotiated.connectionToken}`;
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    // It is opened and never read: requests are answered until there is no room.
    await clients.app.fetch(new Request(at, { headers }));
    const send = (body: string) =>
      clients.app.fetch(
        new Request(at, { method: 'POST', headers: { authorization: headers.authorization }, body }),
      );
    expect((await send(handshake)).status).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 12; round++) {
      const asked = (number: number) => `{"type":1,"invocationId":"${round} ${number}","target":"a"}\u001e`;
      statuses.push((await send(Array.from({ length: 500 }, (_, at) => asked(at)).join(''))).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 404]);
  });
});
