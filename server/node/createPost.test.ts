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
