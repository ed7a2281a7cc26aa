import { upgradeWebSocket } from '@hono/node-server';
import type { Context } from 'hono';
import { WebSocketServer } from 'ws';
import type { Ports } from '../ports/ports.ts';
import type { SocketEvents } from '../ports/Socket.ts';

/** What a client may say at once, and what may wait for one that does not read. */
const limits = { message: 32_768, waiting: 256 * 1024 };

type RawSocket = {
  readonly bufferedAmount: number;
  readonly terminate: () => void;
};

/** The sockets of a server, and how a call becomes one. */
export function createSockets(): { readonly server: WebSocketServer } & Required<Pick<Ports, 'upgrade'>> {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.message,
    // Small messages: a window of its own for each connection would be memory that anybody can claim.
    perMessageDeflate: false,
  });
  const upgrade = async (context: Context, events: SocketEvents): Promise<Response> => {
    const handler = upgradeWebSocket(() => ({
      onOpen: (_event, socket) => {
        const raw = socket.raw as unknown as RawSocket;
        events.onOpen({
          send: (text) => {
            if (raw.bufferedAmount > limits.waiting) {
              // A goodbye would wait behind the rest.
              raw.terminate();
              return false;
            }
            socket.send(text);
            return true;
          },
          close: () => socket.close(1000),
        });
      },
      onMessage: ({ data }, socket) => {
        if (typeof data !== 'string' || !events.onMessage(data)) socket.close(1003);
      },
      onClose: () => events.onClose(),
      onError: () => events.onClose(),
    }));
    return (await handler(context, async () => undefined)) ?? new Response(null, { status: 426 });
  };
  return { server, upgrade };
}
