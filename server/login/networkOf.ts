/**
 * Groups the addresses one caller can choose among: an IPv6 /64 network, the smallest that connections are
 * given, counts as one. An IPv4-mapped IPv6 address equals its IPv4 address.
 */
export function networkOf(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const filled =
    tail === undefined ? groups : [...groups, ...zeros(8 - groups.length - last.length), ...last];
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const zeros = (count: number): readonly string[] => Array.from({ length: Math.max(0, count) }, () => '0');
