/** The text of a file as it comes: UTF-8, UTF-16 with its mark, or Windows-1252 as old spreadsheets save it. */
import { SheetError } from './SheetError.ts';

/** A byte order mark is left out. Letters that are none become U+FFFD. */
export async function* decodePieces(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  let held: Uint8Array = new Uint8Array();
  let isFirst = true;
  for await (const piece of content) {
    const bytes = held.length > 0 ? joined(held, piece) : piece;
    held = new Uint8Array();
    if (isFirst && bytes.length < markLength) {
      held = bytes;
      continue;
    }
    if (isFirst) decoder = marked(bytes);
    isFirst = false;
    if (!decoder) {
      const at = bytes.findIndex(isForeign);
      refuseNulls(at < 0 ? bytes : bytes.subarray(0, at));
      // A letter may be cut in two: what follows it decides what it is.
      const isCut = at >= 0 && bytes.length - at < longestLetter;
      yield ascii.decode(at < 0 ? bytes : bytes.subarray(0, at));
      if (at < 0) continue;
      held = bytes.subarray(at);
      if (isCut) continue;
      decoder = isUtf8(held) ? new TextDecoder() : new TextDecoder('windows-1252');
      yield decoder.decode(held, { stream: true });
      held = new Uint8Array();
      continue;
    }
    yield decode(decoder, bytes);
  }
  if (!decoder) {
    refuseNulls(held);
    decoder = marked(held) ?? (isUtf8(held, true) ? new TextDecoder() : new TextDecoder('windows-1252'));
  }
  yield decoder.decode(held);
}

const [markLength, longestLetter] = [3, 4];
const ascii = new TextDecoder();
const isForeign = (byte: number): boolean => byte > 127;

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  if (!decoder.encoding.startsWith('utf-16')) refuseNulls(bytes);
  return decoder.decode(bytes, { stream: true });
}

/** What begins with a mark says how it is written. */
function marked(bytes: Uint8Array): TextDecoder | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return first === 0xef && second === 0xbb && third === 0xbf ? new TextDecoder() : undefined;
}

function isUtf8(bytes: Uint8Array, isWhole = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

function refuseNulls(bytes: Uint8Array): void {
  if (bytes.includes(0)) throw new SheetError('wrong', 'This is no text.');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
