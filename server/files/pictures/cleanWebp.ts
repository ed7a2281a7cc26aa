/** WebP: a RIFF container, whose size is at its start; so metadata is blanked, not left out. */
import { type ByteReader, joined } from './ByteReader.ts';
import type { Cleaning } from './Cleaning.ts';
import { orientationData, orientationIn } from './orientation.ts';

const largestMetadata = 64 * 1024;
const piece = 64 * 1024;

export async function* cleanWebp(
  reader: ByteReader,
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  const start = (await reader.take(12)).slice();
  yield start;
  const end = new DataView(start.buffer).getUint32(4, true) + 8;
  for (let at = 12; at < end; ) {
    const head = (await reader.take(8)).slice();
    if (head.length < 8) return;
    const length = new DataView(head.buffer).getUint32(4, true);
    const padded = length + (length % 2);
    const type = String.fromCharCode(...head.subarray(0, 4));
    let isThere = true;
    if (type === 'EXIF') isThere = yield* metadata(reader, { head, length: padded }, seen);
    else if (type === 'XMP ') isThere = yield* blanked(reader, padded);
    else {
      const first = (await reader.take(Math.min(padded, 10))).slice();
      sizeIn(type, first, seen);
      yield joined([head, first]);
      isThere = yield* reader.pass(padded - first.length);
    }
    if (!isThere) return;
    at += 8 + padded;
  }
  seen.isWhole = seen.width > 0;
}

/** The size in the header of the container or of the only image; the container comes first. */
function sizeIn(type: string, data: Uint8Array, seen: Cleaning): void {
  if (seen.width > 0 || data.length < 10) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (type === 'VP8X') {
    seen.width = 1 + view.getUint16(4, true) + ((data[6] ?? 0) << 16);
    seen.height = 1 + view.getUint16(7, true) + ((data[9] ?? 0) << 16);
  } else if (type === 'VP8 ') {
    seen.width = view.getUint16(6, true) & 0x3fff;
    seen.height = view.getUint16(8, true) & 0x3fff;
  } else if (type === 'VP8L') {
    const bits = view.getUint32(1, true);
    seen.width = 1 + (bits & 0x3fff);
    seen.height = 1 + ((bits >>> 14) & 0x3fff);
  }
}

async function* metadata(
  reader: ByteReader,
  { head, length }: { readonly head: Uint8Array; readonly length: number },
  seen: Cleaning,
): AsyncGenerator<Uint8Array, boolean, undefined> {
  const data = length <= largestMetadata ? (await reader.take(length)).slice() : undefined;
  if (!data) return yield* blanked(reader, length);
  seen.orientation = orientationIn(data);
  const kept = orientationData(seen.orientation);
  if (seen.orientation === 1 || kept.length > length) {
    reader.unread(data);
    return yield* blanked(reader, length);
  }
  yield head;
  yield joined([kept, new Uint8Array(length - kept.length)]);
  return data.length === length;
}

/** A chunk of zeros that readers skip, in place of one with this length. */
async function* blanked(reader: ByteReader, length: number): AsyncGenerator<Uint8Array, boolean, undefined> {
  const head = new TextEncoder().encode('JUNK\0\0\0\0');
  new DataView(head.buffer).setUint32(4, length, true);
  yield head;
  const isThere = await reader.skip(length);
  if (!isThere) return false;
  for (let left = length; left > 0; left -= piece) yield new Uint8Array(Math.min(left, piece));
  return true;
}
