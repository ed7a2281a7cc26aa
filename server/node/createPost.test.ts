import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AddressRefused } from '../ports/Outgoing.ts';
import { createPost } from './createPost.ts';
import { isPublicAddress } from './isPublicAddress.ts';

const post = { headers: {}, body: '{}' };
const refused = async (call: () => Promise<unknown>): Promise<unknown> => {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('addresses', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['255.255.255.255', '224.0.0.1', '198.18.0.1', '192.0.2.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
    ...['::ffff:7f00:1', '64:ff9b::7f00:1', '::127.0.0.1', '2002:7f00:1::', '2001:db8::1', 'nonsense', ''],
  ])('%s is inside', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111'])('%s is outside', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a post to an address that a person entered', () => {
  const none = createPost({ allowedHosts: [] });
  it.each([
    ...[
      'https://127.0.0.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://017700000001/',
      'https://127.1/',
    ],
    ...[
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:a9fe:a9fe]/',
      'http://example.com/',
    ],
    ...[
      'https://0/',
      'https://0177.0.0.1/',
      'https://①②⑦.⓪.⓪.①/',
      'https://127.0.0.1./',
      'https://%31%32%37.0.0.1/',
    ],
    ...[
      'https://[64:ff9b::a00:1]/',
      'https://[::ffff:0:127.0.0.1]/',
      'https://[fe80::1]/',
      'https://[2002:a00:1::]/',
    ],
    ...['file:///etc/passwd', 'gopher://example.com/', 'https://a:b@example.com/', 'nothing', ''],
  ])('is refused: %s', async (url) => {
    expect(await refused(async () => none({ ...post, url }))).toBeInstanceOf(AddressRefused);
  });

  it('judges what the name resolves to, each of several', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const one = createPost({ allowedHosts: [], resolve });
    expect(await refused(async () => one({ ...post, url: 'https://rebind.example/' }))).toBeInstanceOf(
      AddressRefused,
    );
  });

  it('does not follow the answer to another address, whatever the method', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(String(request.url));
      response.writeHead(request.url === '/307' ? 307 : 302, { location: '/inside' }).end('elsewhere');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const one = createPost({
      allowedHosts: ['hooks.internal'],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    for (const [method, path, status] of [
      ['GET', '/302', 302],
      ['POST', '/302', 302],
      ['POST', '/307', 307],
    ] as const)
      expect(await one({ ...post, method, url: `http://hooks.internal:${port}${path}` })).toMatchObject({
        status,
      });
    server.close();
    expect(seen).toEqual(['/302', '/302', '/307']);
  });

  it('judges the name again at each call: one that moved inside is refused', async () => {
    // At first it has no address at all: nothing outside is called.
    const answers = [[], [{ address: '169.254.169.254', family: 4 }]];
    const one = createPost({
      allowedHosts: [],
      timeoutMs: 1,
      resolve: async () => answers.shift() ?? [],
    });
    const call = () => refused(async () => one({ ...post, url: 'https://rebind.example/' }));
    expect(await call()).not.toBeInstanceOf(AddressRefused);
    expect(await call()).toBeInstanceOf(AddressRefused);
  });

  it('connects to the address that was judged, and to no later one', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(String(request.headers.host));
      response.end('yes');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const one = createPost({ allowedHosts: ['hooks.internal'], resolve });
    const reply = await one({ ...post, url: `http://hooks.internal:${port}/` });
    server.close();
    expect([reply, asked, seen]).toEqual([
      { status: 200, text: 'yes', isCut: false },
      1,
      [`hooks.internal:${port}`],
    ]);
  });
});
