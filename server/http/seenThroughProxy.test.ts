import { describe, expect, it } from 'vitest';
import { seenThroughProxy } from './seenThroughProxy.ts';

const call = (headers: Record<string, string>, url = 'http://inside:3000/api/session') =>
  new Request(url, { headers });
const forwarded = call({
  'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2',
  'x-forwarded-proto': 'http, https, http',
  'x-forwarded-host': 'evil.example, Desk.Example, inside',
});

describe('seenThroughProxy', () => {
  it('trusts no proxy by default', () => {
    expect(seenThroughProxy(forwarded, '10.0.0.1', 0)).toEqual({ address: '10.0.0.1', isSecure: false });
    expect(seenThroughProxy(call({}, 'https://desk.example/'), '10.0.0.1', 0).isSecure).toBe(true);
  });

  it('counts hops from the inside', () => {
    expect(seenThroughProxy(forwarded, '10.0.0.1', 2)).toEqual({
      address: '203.0.113.7',
      isSecure: true,
      host: 'desk.example',
    });
    expect(seenThroughProxy(forwarded, '10.0.0.1', 1).address).toBe('10.0.0.2');
    expect(seenThroughProxy(forwarded, '10.0.0.1', 9).address).toBe('6.6.6.6');
  });

  it('trusts named proxies only', () => {
    const named = ['10.0.0.1', '10.0.0.2'];
    expect(seenThroughProxy(forwarded, '::ffff:10.0.0.1', named).address).toBe('203.0.113.7');
    expect(seenThroughProxy(forwarded, '198.51.100.1', named).address).toBe('198.51.100.1');
  });

  it('uses the connection when the proxy says nothing', () => {
    expect(seenThroughProxy(call({}), '10.0.0.1', 1)).toEqual({ address: '10.0.0.1', isSecure: false });
  });
});
