/** PNG: a signature and chunks of length, type, data and checksum. */
import { type ByteReader, joined } from './ByteReader.ts';
import type { Cleaning } from './Cleaning.ts';
import { orientationData, orientationIn } from './orientation.ts';

/** What pixels, colours and animation need; texts, times and metadata are left out. */
const needed: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'],
  ...['cICP', 'acTL', 'fcTL', 'fdAT'],
]);

/** Larger metadata is not read; it says nothing of the orientation that could be trusted. */
const largestMetadata = 64 * 1024;

export async function* cleanPng(
  reader: ByteReader,
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield (await reader.take(8)).slice();
  for (;;) {
    const head = (await reader.take(8)).slice();
    if (head.length < 8) return;
    const length = new DataView(head.buffer).getUint32(0);
    const type = String.fromCharCode(...head.subarray(4));
    if (type === 'IHDR') yield* header(reader, { head, length }, seen);
    else if (type === 'eXIf' && length <= largestMetadata) yield* metadata(reader, length, seen);
    else if (needed.has(type)) {
      yield head;
      seen.isWhole = (yield* reader.pass(length + 4)) && type === 'IEND';
      if (type === 'IEND') return;
    } else await reader.skip(length + 4);
  }
}

async function* header(
  reader: ByteReader,
  { head, length }: { readonly head: Uint8Array; readonly length: number },
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (length !== 13) return;
  const data = (await reader.take(length + 4)).slice();
  if (data.length < 8) return;
  const view = new DataView(data.buffer);
  [seen.width, seen.height] = [view.getUint32(0), view.getUint32(4)];
  yield head;
  yield data;
}

async function* metadata(
  reader: ByteReader,
  length: number,
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  seen.orientation = orientationIn((await reader.take(length)).slice());
  await reader.skip(4);
  if (seen.orientation !== 1) yield chunk('eXIf', orientationData(seen.orientation));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(type), data]);
  return joined([word(data.length), named, word(checksum(named))]);
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** CRC-32, as PNG defines it. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
