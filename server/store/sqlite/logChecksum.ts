/** The checksum of SQLite's write-ahead log: two running sums over pairs of 32-bit words. */

export type Checksum = readonly [number, number];

/** `bytes`: a multiple of eight, in the log's byte order. */
export function addToChecksum([first, second]: Checksum, bytes: Uint8Array, isBigEndian: boolean): Checksum {
  let [one, two] = [first, second];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}
