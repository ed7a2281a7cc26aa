import { inflateSync } from 'node:zlib';

/** Unpacks a web font (WOFF 1) into the plain font file that PDFs embed. */
export function woffToSfnt(woff: Uint8Array): Uint8Array {
  const from = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  const count = from.getUint16(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20;
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((place) =>
      from.getUint32(at + place),
    ) as [...[number, number, number, number, number]];
    const bytes = woff.subarray(offset, offset + packed);
    return { tag, checksum, bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const start = 12 + count * 16;
  const whole = new Uint8Array(tables.reduce((sum, { bytes }) => sum + padded(bytes.length), start));
  const to = new DataView(whole.buffer);
  const power = 2 ** Math.floor(Math.log2(count));
  to.setUint32(0, from.getUint32(4));
  [count, power * 16, Math.log2(power), (count - power) * 16].forEach((one, index) => {
    to.setUint16(4 + index * 2, one);
  });
  let at = start;
  tables.forEach(({ tag, checksum, bytes }, index) => {
    [tag, checksum, at, bytes.length].forEach((one, place) => {
      to.setUint32(12 + index * 16 + place * 4, one);
    });
    whole.set(bytes, at);
    at += padded(bytes.length);
  });
  return whole;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;
