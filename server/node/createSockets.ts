import { upgradeWebSocket } from '@hono/node-server';
import type { Context } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Ports } from '../ports/ports.ts';
import type { SocketEvents } from '../ports/Socket.ts';

/** Bytes that a client may say at once. */
const largestMessage = 32_768;

/** How long the other end has to take a goodbye, in milliseconds. */
const goodbye = 2000;

/** The sockets of a server, and how a call becomes one. */
export function createSockets(): { readonly server: WebSocketServer } & Required<Pick<Ports, 'upgrade'>> {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    // Small messages: a window of its own for each connection would be memory that anybody can claim.
    perMessageDeflate: false,
  });
  const upgrade = async (context: Context, events: SocketEvents): Promise<Response> => {
    const handler = upgradeWebSocket(() => ({
      onOpen: (_event, socket) => {
        const raw = socket.raw as unknown as WebSocket;
        events.onOpen({
          send: (text) =>
            new Promise((resolve, reject) => {
              raw.send(text, (error) => (error ? reject(error) : resolve()));
            }),
          close: () => closeSoon(raw),
        });
      },
      onMessage: async ({ data }, socket) => {
        if (typeof data !== 'string' || !(await events.onMessage(data))) socket.close(1003);
      },
      onClose: () => events.onClose(),
      onError: () => events.onClose(),
    }));
    return (await handler(context, async () => undefined)) ?? new Response(null, { status: 426 });
  };
  return { server, upgrade };
}

/** A client that reads nothing gets no goodbye, and keeps nothing of ours. */
function closeSoon(socket: WebSocket): void {
  socket.close(1000);
  setTimeout(() => socket.terminate(), goodbye).unref();
}
