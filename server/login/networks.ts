/** Lists of addresses and networks (CIDR), and whether an address is in one. */
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The networks of a list, one a line; `bad`: the entries that are none. */
export function readNetworks(text: string): {
  readonly networks: readonly Network[];
  readonly bad: readonly string[];
} {
  const networks: Network[] = [];
  const bad: string[] = [];
  for (const entry of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const network = networkIn(entry);
    if (network) networks.push(network);
    else bad.push(entry);
  }
  return { networks, bad };
}

function networkIn(entry: string): Network | undefined {
  // Shorter forms of IPv4, such as 10.1, mean different things to different programs.
  if (!entry.includes(':') && !/^\d+\.\d+\.\d+\.\d+(\/\d+)?$/.test(entry)) return undefined;
  if (entry.includes('/')) return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined;
  if (!ipaddr.isValid(entry)) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether the address is in one of the networks; an IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.process(plain);
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}
