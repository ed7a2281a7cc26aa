/** A TCP proxy in front of PostgreSQL that cuts connections at their commit. */
import net from 'node:net';

/** Before PostgreSQL receives the commit, or after it has answered, before the client hears. */
export type Cut = 'before' | 'after' | 'never';

export async function startCuttingProxy(target: URL) {
  const state: { cut: Cut; done: number } = { cut: 'never', done: 0 };
  const cutNow = (): void => {
    state.cut = 'never';
    state.done += 1;
  };
  const open = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), '127.0.0.1');
    const end = () => {
      for (const socket of [client, upstream]) {
        open.delete(socket);
        socket.destroy();
      }
    };
    let isEnding = false;
    client.on('data', (data) => {
      isEnding = state.cut !== 'never' && /\bcommit\b/.test(data.toString('latin1'));
      if (isEnding && state.cut === 'before') {
        cutNow();
        return end();
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isEnding && state.cut === 'after') {
        cutNow();
        return end();
      }
      client.write(data);
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((proxy.address() as net.AddressInfo).port);
  const stop = (): void => {
    proxy.close();
    for (const socket of open) socket.destroy();
  };
  return { url: url.href, state, stop };
}
