/**
 * Every external service the server calls, answering endlessly, in drops, not at all, compressed, or with a
 * redirect.
 */
import { createServer as createHttp, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpCardVault } from '../../extensions/profiles/server/cards/createHttpCardVault.ts';
import { createKnownPlaces } from '../../extensions/profiles/server/places/createKnownPlaces.ts';
import { createPhotonPlaces } from '../../extensions/profiles/server/places/createPhotonPlaces.ts';
import { createFileBucket } from '../../server/node/createFileBucket.ts';
import { createSmtpMail } from '../../server/node/createSmtpMail.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const endless = 300 * 1_048_576;
const chunk = Buffer.alloc(65_536, 'x');

/** What the other end sent, and whether anyone followed its redirect. */
let sent = 0;
let isFollowed = false;
let behaviour: keyof typeof behaviours = 'flood';

function flood(socket: {
  write: (chunk: Buffer) => boolean;
  once: Socket['once'];
  destroyed: boolean;
}): void {
  while (sent < endless && !socket.destroyed) {
    sent += chunk.length;
    if (!socket.write(chunk)) {
      socket.once('drain', () => flood(socket));
      return;
    }
  }
}

function drip(socket: { write: (chunk: string) => boolean; destroyed: boolean }): void {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(' ');
  }, 10);
  timer.unref();
}

const behaviours = {
  flood: 'more than anybody reads',
  drip: 'a byte at a time, for ever',
  silence: 'nothing at all',
  packed: 'little that unpacks to much',
  elsewhere: 'the address of somebody else',
} as const;

let http: Server;
let smtp: TcpServer;
let url: string;

beforeAll(async () => {
  http = createHttp((request, response) => {
    if (request.url?.startsWith('/elsewhere')) isFollowed = true;
    response.on('error', () => undefined);
    if (behaviour === 'silence') return;
    if (behaviour === 'elsewhere') return response.writeHead(302, { location: '/elsewhere' }).end();
    if (behaviour === 'packed')
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    response.writeHead(200, { 'content-type': 'application/json' });
    if (behaviour === 'flood') flood(response as never);
    else drip(response);
  });
  smtp = createTcp((socket) => {
    socket.on('error', () => undefined);
    if (behaviour === 'flood') flood(socket);
    if (behaviour === 'drip') drip(socket);
  });
  const open = (server: Server | TcpServer) =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  url = `http://127.0.0.1:${await open(http)}`;
  await open(smtp);
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
  smtp.close();
});

const letter = { id: 'x', to: 'a@example.com', subject: 's', text: 't' };

/** Every external service that the settings name, with the outcome of a call. */
const outgoing = {
  'the geocoder': () =>
    createPhotonPlaces({ url, otherwise: createKnownPlaces(), log, timeoutMs: 300 })
      .suggest('Montréal')
      .then((places) => places.length > 0),
  'the card vault': () =>
    createHttpCardVault({ url, key: 'k', log, timeoutMs: 300 })
      .tokenize('4111111111111111')
      .then(
        () => false,
        () => true,
      ),
  'the store of files': async () => {
    const bucket = { endpoint: url, region: 'r', bucket: 'files', prefix: '' };
    const keys = { accessKeyId: 'k', secretAccessKey: 's' };
    const files = createFileBucket({ ...bucket, ...keys }, { timeoutMs: 300 });
    const id = '01900000-0000-7000-8000-00000000000a';
    const works = [files.bytes(id), files.open(id), files.list(), files.remove(id)];
    const ends = await Promise.allSettled([
      ...works,
      files.put(id, new Blob(['x']).stream(), { maxBytes: 1 }),
    ]);
    return ends.every(({ status }) => status === 'rejected');
  },
  'the mail server': () =>
    createSmtpMail({
      url: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
      from: 'b@example.com',
      deadlineMs: 300,
    })
      .send(letter)
      .then(
        () => false,
        () => true,
      ),
};

/** A mail server neither compresses nor redirects. */
const kindsOf = (name: string) =>
  Object.entries(behaviours).filter(
    ([kind]) => name !== 'the mail server' || !['packed', 'elsewhere'].includes(kind),
  );

for (const [name, call] of Object.entries(outgoing))
  describe(name, () => {
    for (const [kind, about] of kindsOf(name))
      it(`that answers ${about} is given up, within limits of time and bytes`, async () => {
        [behaviour, sent, isFollowed] = [kind as keyof typeof behaviours, 0, false];
        expect(await call()).toBe(true);
        // Only what the network buffers, not the whole.
        expect(sent).toBeLessThan(endless / 2);
        expect(isFollowed).toBe(false);
      });
  });
