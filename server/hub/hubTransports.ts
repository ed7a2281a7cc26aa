/** Deliver the queued messages of a connection; each piece is taken once the previous one is sent. */
import type { WatchedLogin } from '../login/createLoginWatch.ts';
import type { Socket, SocketEvents } from '../ports/Socket.ts';
import { mostWaiting } from '../work/createOutbox.ts';
import type { HubConnection } from './HubConnection.ts';

type Listening = { readonly connection: HubConnection; readonly login: Pick<WatchedLogin, 'current'> };

/** Both sides send over a socket; a client that stays silent for long is dropped. */
export function socketOf({ connection, login }: Listening): SocketEvents {
  let line: Promise<boolean> = Promise.resolve(true);
  let waitingBytes = 0;
  const receive = async (text: string): Promise<boolean> => {
    const isIn = !connection.isOver && (await login.current()) !== undefined;
    waitingBytes -= text.length;
    // If the login has ended, the code that ends the connection says so and closes it.
    return isIn ? connection.receive(text) : true;
  };
  return {
    onOpen: (socket) => {
      deliver(connection, socket, connection.read({ isTwoWay: true })).catch(() => connection.end());
    },
    onMessage: (text) => {
      waitingBytes += text.length;
      if (waitingBytes > mostWaiting.bytes) return Promise.resolve(false);
      line = line.then(() => receive(text)).catch(() => false);
      return line;
    },
    onClose: () => connection.end(),
  };
}

async function deliver(connection: HubConnection, socket: Socket, replaced: AbortSignal): Promise<void> {
  while (!replaced.aborted) {
    await connection.somethingWaits(replaced);
    const text = connection.take();
    if (text !== '') await socket.send(text);
    else if (connection.isOver) break;
  }
  socket.close();
}

/**
 * Server-sent events. Takes a piece when the previous one was read, so messages wait only in the connection.
 */
export function eventStream(connection: HubConnection, replaced: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpened = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isOpened) {
          isOpened = true;
          return controller.enqueue(encoder.encode(':\r\n\r\n'));
        }
        await connection.somethingWaits(replaced);
        const text = replaced.aborted ? '' : connection.take();
        if (text !== '') controller.enqueue(encoder.encode(`data: ${text}\r\n\r\n`));
        else controller.close();
      },
      cancel: () => connection.end(),
    },
    { highWaterMark: 0 },
  );
}
