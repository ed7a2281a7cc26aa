import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngPixels } from './pngPixels.ts';

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** The checksum is not looked at. */
const chunk = (type: string, data: Buffer, length = data.length) =>
  Buffer.concat([word(length), Buffer.from(type, 'latin1'), data, word(0)]);
const header = (width: number, height: number) =>
  chunk('IHDR', Buffer.concat([word(width), word(height), Buffer.from([1, 0, 0, 0, 0])]));
const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = (...chunks: readonly Buffer[]) => Buffer.concat([start, ...chunks]).toString('base64');
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(20)));
const end = chunk('IEND', Buffer.alloc(0));

describe('the pixels of a PNG', () => {
  it('are those of its header', () => {
    expect(pngPixels(image(header(20, 10), pixels, end))).toBe(200);
    expect(pngPixels(image(header(60_000, 60_000), pixels, end))).toBe(3_600_000_000);
  });

  it('include those of an animation', () => {
    const frame = Buffer.concat([word(0), word(50_000), word(50_000), Buffer.alloc(14)]);
    expect(pngPixels(image(header(1, 1), chunk('fcTL', frame), pixels, end))).toBe(2_500_000_001);
  });

  it.each([
    ['a chunk longer than the file', image(header(1, 1), chunk('IDAT', Buffer.alloc(4), 0xffffffff))],
    ['a header that is cut off', image(chunk('IHDR', Buffer.alloc(4)))],
    ['something behind the last chunk', image(header(1, 1), pixels, end, Buffer.from([1, 2, 3]))],
    ['nothing', ''],
    ['another file', Buffer.from('%PDF-1.7').toString('base64')],
  ])('are unknown for %s', (_, data) => {
    expect(pngPixels(data)).toBeUndefined();
  });
});
