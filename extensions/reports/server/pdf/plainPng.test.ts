import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../tests/support/pictures.ts';
import { plainPng } from './plainPng.ts';

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** The checksum is not looked at. */
const chunk = (type: string, data: Buffer) =>
  Buffer.concat([word(data.length), Buffer.from(type, 'latin1'), data, word(0)]);
const header = (colours: number, interlaced = 0) =>
  chunk('IHDR', Buffer.concat([word(20), word(10), Buffer.from([8, colours, 0, 0, interlaced])]));
const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = (...chunks: readonly Buffer[]) => Buffer.concat([start, ...chunks]).toString('base64');
const pixels = (bytes: number) => chunk('IDAT', deflateSync(Buffer.alloc(bytes)));
const end = chunk('IEND', Buffer.alloc(0));
const rows = (channels: number) => (20 * channels + 1) * 10;

describe('a PNG for a PDF', () => {
  it.each([
    [0, 1],
    [2, 3],
    [4, 2],
    [6, 4],
  ])('of colour type %i is as large as its pixels, not larger', async (colours, channels) => {
    expect(await plainPng(image(header(colours), pixels(rows(channels)), end))).toBeDefined();
    expect(await plainPng(image(header(colours), pixels(rows(channels) + 1), end))).toBeUndefined();
    expect(await plainPng(image(header(colours, 1), pixels(rows(channels) + 60), end))).toBeDefined();
  });

  it('that unpacks to very much is left out', async () => {
    expect(await plainPng(image(header(2), pixels(50_000_000), end))).toBeUndefined();
  });

  it('keeps nothing else that is packed, and is drawn', async () => {
    const text = chunk('zTXt', deflateSync(Buffer.alloc(1_000_000)));
    const plain = await plainPng(
      image(header(2), text, chunk('iCCP', Buffer.alloc(90)), pixels(rows(3)), end),
    );
    expect(Buffer.from(plain ?? []).toString('latin1')).not.toMatch(/zTXt|iCCP/);
    const document = await PDFDocument.create();
    expect(await document.embedPng(plain ?? '')).toMatchObject({ width: 20, height: 10 });
  });

  it.each([
    ['pixels that cannot be unpacked', Buffer.from(png()).toString('base64')],
    ['no header', image(pixels(9), end)],
    ['nothing', ''],
  ])('with %s is left out', async (_, data) => expect(await plainPng(data)).toBeUndefined());
});
