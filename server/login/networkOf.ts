/**
 * What one caller can choose among counts as one address: of IPv6 that is a whole network of 64 bits, which is what
 * the smallest connection is given. An IPv4 address that came in over IPv6 is the same address.
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
