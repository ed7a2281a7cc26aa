/** Listens on a port, and stops without cutting off responses. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { serve } from '@hono/node-server';
import type { WebSocketServer } from 'ws';
import { StartError } from '../errors/StartError.ts';

type Listening = {
  readonly port: number;
  /** Stops accepting calls, lets the open ones finish, then resolves. */
  readonly stop: () => Promise<void>;
};

/** Milliseconds an open call may take once the server is asked to stop. */
const patience = 7500;

/** Milliseconds more for a response still being sent; the remaining shutdown takes a second. */
const lastMoment = 1000;

/** Milliseconds the other side has to close a socket. */
const goodbye = 1000;

/**
 * Milliseconds an idle connection stays open: longer than in proxies (a minute in most load balancers, ten in
 * some), so the proxy always closes first. A proxy that sends a call into a closing connection answers 502.
 */
const keepAlive = 620_000;

type Fetch = Parameters<typeof serve>[0]['fetch'];

type ListenOptions = {
  /** 0 picks a free port. */
  readonly port: number;
  /**
   * An address or name of this computer; absent: all addresses. `localhost` means both loopback addresses.
   */
  readonly host?: string;
  /** Handles WebSocket upgrades. */
  readonly sockets?: WebSocketServer;
};

/** Starts listening; throws one clear sentence if the port is taken. */
export async function listen(fetch: Fetch, { port, host, sockets }: ListenOptions): Promise<Listening> {
  if (host !== 'localhost') return listening([await open({ fetch, sockets }, port, host)], sockets);
  // Browsers may resolve the name to either address: another program must not answer on the second.
  for (let tries = port === 0 ? 5 : 1; ; tries -= 1) {
    const first = await open({ fetch, sockets }, port, '127.0.0.1');
    try {
      return listening([first, await open({ fetch, sockets }, portOf(first), '::1')], sockets);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return listening([first], sockets);
      await stop(first);
      if (code !== 'EADDRINUSE' || tries <= 1) throw error;
    }
  }
}

function listening(servers: readonly [Server, ...Server[]], sockets?: WebSocketServer): Listening {
  return {
    port: portOf(servers[0]),
    stop: async () => {
      // Sockets that do not complete the close are terminated.
      const force = setTimeout(() => {
        for (const one of sockets?.clients ?? []) one.terminate();
      }, goodbye);
      await Promise.all(servers.map(stop));
      clearTimeout(force);
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

type Serving = { readonly fetch: Fetch; readonly sockets?: WebSocketServer | undefined };

function open({ fetch, sockets }: Serving, port: number, hostname: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname, ...(sockets && { websocket: { server: sockets } }) }, () =>
      resolve(server),
    ) as Server;
    server.keepAliveTimeout = keepAlive;
    countCalls(server);
    server.on('clientError', answerBroken);
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, port, hostname)));
  });
}

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Malformed HTTP reaches no route; answer it in JSON as well. */
function answerBroken({ code, rawPacket }: ClientError, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isFrench = /accept-language:\s*fr/i.test(rawPacket?.toString('latin1') ?? '');
  const [status, reason, texts] = brokenCalls[code ?? ''] ?? otherBroken;
  const Message = texts[isFrench ? 1 : 0];
  const lists = { ErrorMessages: [Message], Errors: [Message], ValidationErrors: [] };
  const Code = status === 431 ? 'too-large' : 'bad-request';
  const body = Buffer.from(JSON.stringify({ Message, Code, ...lists }));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

type Broken = readonly [status: number, reason: string, texts: readonly [english: string, french: string]];

const otherBroken: Broken = [
  400,
  'Bad Request',
  ['This is no HTTP request.', 'Ceci n’est pas une requête HTTP.'],
];

const brokenCalls: Readonly<Record<string, Broken>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    [
      'The address and headers of this call are too long. Send a long query as { "Path": … } to POST /api/query.',
      'L’adresse et les en-têtes de cet appel sont trop longs. Envoyez une longue requête sous la forme { "Path": … } à POST /api/query.',
    ],
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    ['The call took too long to arrive.', 'L’appel a mis trop de temps à arriver.'],
  ],
};

function startError(error: NodeJS.ErrnoException, port: number, host: string | undefined): StartError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this computer. Use one that is, localhost for this computer only, or 0.0.0.0 for all.`,
    ENOTFOUND: `HOST ${host} is not known. Use an address of this computer, localhost for this computer only, or 0.0.0.0 for all.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
  };
  return new StartError(reasons[error.code ?? ''] ?? `Cannot listen on port ${port}: ${error.message}.`, {
    cause: error,
  });
}

/** While open calls finish, new ones are still answered: a refused connection explains less. */
async function stop(server: Server): Promise<void> {
  const end = performance.now() + patience;
  const isOpen = () => (openCalls.get(server) ?? 0) > 0;
  while (isOpen() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  await close(server);
}

/** The number of calls being answered. */
const openCalls = new WeakMap<Server, number>();

function countCalls(server: Server): void {
  const add = (more: number) => openCalls.set(server, (openCalls.get(server) ?? 0) + more);
  server.on('request', (_request, response) => {
    add(1);
    response.once('close', () => add(-1));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), lastMoment);
    // A connection whose last call has been answered would stay open.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
