/** Bytes as they arrive in pieces. */

export function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] as number;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

export function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
