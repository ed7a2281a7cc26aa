import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isAway } from './availability.ts';

/** A server that takes connections and does with them what a test says. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it.each([
  ['says nothing', () => undefined],
  ['ends at once', (socket: Socket) => void socket.end()],
  ['is reset', (socket: Socket) => void socket.resetAndDestroy()],
])('a connection whose server %s says that the database is away', async (_, onConnection) => {
  const port = await listen(onConnection);
  const address = { host: '127.0.0.1', port, user: 'test', database: 'test', connectionTimeoutMillis: 50 };
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  const alone = await errorOf(client.connect());
  expect([String(alone), isAway(alone)]).toEqual([expect.any(String), true]);
  const pool = new pg.Pool({ ...address, max: 1 });
  pool.on('error', () => undefined);
  const both = await Promise.all([errorOf(pool.connect()), errorOf(pool.connect())]);
  for (const error of both) expect([String(error), isAway(error)]).toEqual([expect.any(String), true]);
  await pool.end();
  const late = await errorOf(pool.connect());
  expect([String(late), isAway(late)]).toEqual([expect.any(String), true]);
});

it('an error of our own does not', () => {
  expect(isAway(new Error('no such thing'))).toBe(false);
  expect(isAway(undefined)).toBe(false);
});
