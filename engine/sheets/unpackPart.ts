/** Streams a part of an archive as plain text; enforces limits and the archive's size and checksum. */
import { createMarkup } from './plainMarkup.ts';
import { SheetError } from './SheetError.ts';
import type { ZipPart } from './zipParts.ts';

/** The remaining unpacked bytes, as measured. `yieldTurn` is called after each piece. */
export type Allowance = { left: number; readonly yieldTurn?: () => Promise<void> };

/** Compressed bytes per step, adapted to the last expansion ratio, which is at most about 1000. */
const [fewest, most] = [256, 4096];
const textAtOnce = 32 * 1024;
/** Tables rarely compress below one hundredth; a tighter ratio indicates a zip bomb. */
const [tightest, harmless] = [300, 16 * 2 ** 20];

export async function* unpackPart(
  bytes: Uint8Array,
  part: ZipPart,
  allowance: Allowance,
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  const markup = createMarkup();
  const check = createCheck();
  let size = 0;
  for (const piece of await pieces(bytes.subarray(part.from, part.to), part.method)) {
    size += piece.length;
    allowance.left -= piece.length;
    if (allowance.left < 0) throw new SheetError('large', 'The file unpacks to more than is allowed.');
    if (size > harmless && size > (part.to - part.from) * tightest)
      throw new SheetError('large', 'The file is packed more tightly than a table is.');
    check.add(piece);
    decoder ??= decoderOf(piece);
    for (let at = 0; at < piece.length; at += textAtOnce) {
      yield markup.add(decoder.decode(piece.subarray(at, at + textAtOnce), { stream: true }));
      await allowance.yieldTurn?.();
    }
  }
  yield markup.add(decoder?.decode() ?? '') + markup.end();
  if (size !== part.size || check.sum() !== part.check)
    throw new SheetError('wrong', 'A part of the archive is not what the archive says.');
}

/** XML is UTF-8 unless it starts like UTF-16: with a byte order mark or a two-byte angle bracket. */
function decoderOf([first, second]: Uint8Array): TextDecoder {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder('utf-16be');
  return new TextDecoder();
}

/** A small part as one text. */
export async function unpackText(bytes: Uint8Array, part: ZipPart, allowance: Allowance): Promise<string> {
  const texts: string[] = [];
  for await (const piece of unpackPart(bytes, part, allowance)) texts.push(piece);
  return texts.join('');
}

/** Loads the library on first use. It runs synchronously, so no error can go unhandled. */
async function pieces(packed: Uint8Array, method: number): Promise<Iterable<Uint8Array>> {
  if (method === 0) return [packed];
  if (method !== 8) throw new SheetError('wrong', 'The archive is packed in an unknown way.');
  const { Inflate } = await import('fflate');
  return inflated(packed, Inflate);
}

function* inflated(packed: Uint8Array, Inflate: typeof import('fflate').Inflate): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => ready.push(piece));
  let count = fewest;
  for (let at = 0, end = 0; at === 0 || at < packed.length; at = end) {
    end = at + count;
    try {
      inflate.push(packed.subarray(at, end), end >= packed.length);
    } catch (cause) {
      throw new SheetError('wrong', 'A part of the archive is broken.', cause);
    }
    const size = ready.reduce((sum, { length }) => sum + length, 0);
    if (size > textAtOnce * 8) count = Math.max(fewest, count / 2);
    else if (size < textAtOnce * 2) count = Math.min(most, count * 2);
    yield* ready;
    ready = [];
  }
}

/** The CRC-32 of archives, four bytes at a time because parts may be a gigabyte. */
function createCheck() {
  let value = -1;
  return {
    add: (bytes: Uint8Array) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const even = bytes.length - (bytes.length % 4);
      for (let at = 0; at < even; at += 4) {
        const mixed = value ^ view.getInt32(at, true);
        value =
          entry(3, mixed & 0xff) ^
          entry(2, (mixed >>> 8) & 0xff) ^
          entry(1, (mixed >>> 16) & 0xff) ^
          entry(0, mixed >>> 24);
      }
      for (let at = even; at < bytes.length; at += 1)
        value = entry(0, (value ^ (bytes[at] as number)) & 0xff) ^ (value >>> 8);
    },
    sum: () => ~value >>> 0,
  };
}

/** The checksum of each byte followed by zero to three zero bytes. */
const sums = new Int32Array(4 * 256);
const entry = (zeros: number, byte: number): number => sums[zeros * 256 + byte] as number;
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  sums[byte] = value;
}
for (let at = 256; at < sums.length; at += 1) {
  const before = sums[at - 256] as number;
  sums[at] = entry(0, before & 0xff) ^ (before >>> 8);
}
