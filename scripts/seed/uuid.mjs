import { createHash } from 'node:crypto';

/** A stable id for a name (shaped as a version 5 UUID), equal in every run. */
export function uuidOf(...names) {
  const hash = createHash('sha1')
    .update(`formwright/${names.join('/')}`)
    .digest();
  hash[6] = (hash[6] & 0x0f) | 0x50;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
