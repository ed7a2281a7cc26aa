import { expect, it } from 'vitest';
import { networkOf } from './networkOf.ts';

it('all addresses that one IPv6 connection may choose are one, and IPv4 stays itself', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0db8:0001:0002:ffff:eeee:dddd:cccc'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(networkOf('local')).toBe('local');
});
