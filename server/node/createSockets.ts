import { upgradeWebSocket } from '@hono/node-server';
import type { Context } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Ports } from '../ports/ports.ts';
import type { SocketEvents } from '../ports/Socket.ts';

/** The most bytes of a client message. */
const largestMessage = 32_768;

/** Milliseconds the other side has to complete the close. */
const goodbye = 2000;

/** Creates the WebSocket server, and upgrades calls to sockets. */
export function createSockets(): { readonly server: WebSocketServer } & Required<Pick<Ports, 'upgrade'>> {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    // Messages are small: a compression window per connection would let anyone claim memory.
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

/** Terminates a client that does not complete the close. */
function closeSoon(socket: WebSocket): void {
  socket.close(1000);
  setTimeout(() => socket.terminate(), goodbye).unref();
}
