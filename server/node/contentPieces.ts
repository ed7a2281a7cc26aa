import { createHash } from 'node:crypto';
import { FileTooLarge } from '../files/FileTooLarge.ts';
import type { StoredContent } from '../ports/ports.ts';

type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>> & {
  /** The size and digest, once everything has arrived. */
  readonly stored: () => StoredContent;
};

type Limits = { readonly maxBytes: number; readonly pieceBytes: number };

/** Splits a content into pieces of one size, the last one shorter; holds one piece at a time. */
export function contentPieces(content: ReadableStream<Uint8Array>, { maxBytes, pieceBytes }: Limits): Pieces {
  const hash = createHash('sha256');
  let size = 0;
  async function* pieces() {
    let piece = new Uint8Array(pieceBytes);
    let filled = 0;
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new FileTooLarge();
      hash.update(chunk);
      for (let at = 0; at < chunk.byteLength; ) {
        const part = chunk.subarray(at, at + pieceBytes - filled);
        piece.set(part, filled);
        filled += part.byteLength;
        at += part.byteLength;
        if (filled < pieceBytes) continue;
        yield piece;
        piece = new Uint8Array(pieceBytes);
        filled = 0;
      }
    }
    if (filled > 0) yield piece.slice(0, filled);
  }
  return {
    [Symbol.asyncIterator]: pieces,
    stored: () => ({ size, sha256: hash.copy().digest('hex') }),
  };
}

/** Drains the upload, or the caller would never read the answer. */
export async function discard(content: ReadableStream<Uint8Array>, reason: unknown): Promise<void> {
  if (!content.locked) await content.cancel(reason).catch(() => undefined);
}
