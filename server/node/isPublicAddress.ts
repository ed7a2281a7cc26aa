import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address is outside: no loopback, private, link-local or reserved one, however it is written. */
export function isPublicAddress(text: string): boolean {
  const plain = text.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  // An IPv4-mapped address is judged as IPv4.
  const address = ipaddr.process(plain);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}
