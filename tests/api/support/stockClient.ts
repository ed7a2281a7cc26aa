/** The standard client of SignalR, and a server on its own socket for it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createSockets } from '../../../server/node/createSockets.ts';

/** The parts of the standard client used here. */
export type StockConnection = {
  readonly on: (name: string, take: (one: Readonly<Record<string, unknown>>) => void) => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly onreconnected: (take: () => void) => void;
  readonly onclose: (take: () => void) => void;
};
type Builder = {
  readonly withUrl: (url: string, options: object) => Builder;
  readonly withAutomaticReconnect: (delays: readonly number[]) => Builder;
  readonly configureLogging: (level: number) => Builder;
  readonly build: () => StockConnection;
};
type Stock = {
  readonly HubConnectionBuilder: new () => Builder;
  readonly HttpTransportType: Readonly<Record<string, number>>;
  readonly LogLevel: { readonly None: number };
};

const stock = (await import('@microsoft/signalr')) as unknown as Stock;

export const transports = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const;

/** It reconnects by itself, sooner than by default. */
export function stockClient(
  url: string,
  { token, transport }: { readonly token: string; readonly transport: (typeof transports)[number] },
): StockConnection {
  return new stock.HubConnectionBuilder()
    .withUrl(url, { accessTokenFactory: () => token, transport: stock.HttpTransportType[transport] })
    .withAutomaticReconnect(Array.from({ length: 100 }, () => 50))
    .configureLogging(stock.LogLevel.None)
    .build();
}

type Fetch = Parameters<typeof serve>[0]['fetch'];

export type Served = {
  readonly port: number;
  /** As the server stops: it does not wait for sockets that were told to close. */
  readonly stop: () => Promise<void>;
};

export const sockets = () => createSockets();

/** Listens on a port; 0 picks one. */
export function serveOn(
  fetch: unknown,
  { port, server: websockets }: { readonly port: number; readonly server: object },
): Promise<Served> {
  return new Promise((resolve) => {
    const websocket = { server: websockets } as never;
    const options = { fetch: fetch as Fetch, port, hostname: '127.0.0.1', websocket };
    const server = serve(options, (address) => {
      const stop = () =>
        new Promise<void>((done) => {
          server.close(() => done());
          server.closeIdleConnections();
          setTimeout(() => server.closeAllConnections(), 200).unref();
        });
      resolve({ port: (address as AddressInfo).port, stop });
    }) as Server;
  });
}
