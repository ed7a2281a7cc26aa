/** Decodes streamed text: UTF-8, UTF-16 with a byte order mark, or Windows-1252 of old spreadsheets. */
import { SheetError } from './SheetError.ts';

/** Drops the byte order mark. Invalid bytes become U+FFFD. */
export async function* decodePieces(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const state: State = { decoder: undefined, held: new Uint8Array(), isFirst: true };
  for await (const piece of content) yield decodePiece(state, piece);
  if (!state.decoder) refuseNulls(state.held);
  yield (state.decoder ?? marked(state.held) ?? decoderFor(state.held, true)).decode(state.held);
}

type State = {
  /** Undefined while all bytes are ASCII, which all encodings share. */
  decoder: TextDecoder | undefined;
  held: Uint8Array;
  isFirst: boolean;
};

function decodePiece(state: State, piece: Uint8Array): string {
  const bytes = state.held.length > 0 ? joined(state.held, piece) : piece;
  state.held = bytes;
  if (state.isFirst && bytes.length < markLength) return '';
  if (state.isFirst) state.decoder = marked(bytes);
  state.isFirst = false;
  if (state.decoder) {
    state.held = new Uint8Array();
    return decode(state.decoder, bytes);
  }
  const at = bytes.findIndex(isForeign);
  const plain = at < 0 ? bytes : bytes.subarray(0, at);
  refuseNulls(plain);
  state.held = bytes.subarray(plain.length);
  // A character may be split between pieces; the next bytes complete it.
  if (state.held.length < longestLetter) return ascii.decode(plain);
  const rest = state.held;
  state.held = new Uint8Array();
  state.decoder = decoderFor(rest, false);
  return ascii.decode(plain) + decode(state.decoder, rest);
}

const [markLength, longestLetter] = [3, 4];
const ascii = new TextDecoder();
const isForeign = (byte: number): boolean => byte > 127;

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  if (!decoder.encoding.startsWith('utf-16')) refuseNulls(bytes);
  return decoder.decode(bytes, { stream: true });
}

/** The decoder indicated by a byte order mark. */
function marked(bytes: Uint8Array): TextDecoder | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return first === 0xef && second === 0xbb && third === 0xbf ? new TextDecoder() : undefined;
}

function decoderFor(bytes: Uint8Array, isWhole: boolean): TextDecoder {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return new TextDecoder();
  } catch {
    return new TextDecoder('windows-1252');
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
