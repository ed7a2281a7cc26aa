/** A part of an archive as text, a piece at a time: unpacked as it is asked for, and never more than allowed. */
import { SheetError } from './SheetError.ts';
import type { ZipPart } from './zipParts.ts';

/** What may still be unpacked; measured, not as the archive says of itself. */
export type Allowance = { left: number };

const pieceSize = 64 * 1024;

export async function* unpackPart(
  bytes: Uint8Array,
  { method, from, to }: ZipPart,
  allowance: Allowance,
): AsyncGenerator<string, void, undefined> {
  if (method !== 0 && method !== 8) throw new SheetError('wrong', 'The archive is packed in an unknown way.');
  const packed = pieces(bytes.subarray(from, to));
  const source =
    method === 0 ? packed : packed.pipeThrough<Uint8Array>(new DecompressionStream('deflate-raw') as never);
  const reader = source.getReader();
  const decoder = new TextDecoder();
  try {
    for (let piece = await read(reader); !piece.done; piece = await read(reader)) {
      allowance.left -= piece.value.length;
      if (allowance.left < 0) throw new SheetError('large', 'The file unpacks to more than is allowed.');
      yield decoder.decode(piece.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** All of a small part. */
export async function unpackText(bytes: Uint8Array, part: ZipPart, allowance: Allowance): Promise<string> {
  let text = '';
  for await (const piece of unpackPart(bytes, part, allowance)) text += piece;
  return text;
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  return reader.read().catch((cause: unknown) => {
    throw new SheetError('wrong', 'A part of the archive is broken.', cause);
  });
}

function pieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + pieceSize));
      at += pieceSize;
    },
  });
}
