/**
 * Removes what a picture tells besides its image: the place where it was taken, the device, previews. The image
 * itself is never decoded; its size comes from the header.
 */
import { ByteReader, joined } from './ByteReader.ts';
import type { Cleaning } from './Cleaning.ts';
import { cleanJpeg } from './cleanJpeg.ts';
import { cleanPng } from './cleanPng.ts';
import { cleanWebp } from './cleanWebp.ts';

export type PictureSize = { readonly Width: number; readonly Height: number };

type CleanedPicture = {
  readonly content: ReadableStream<Uint8Array>;
  /** Width and height as shown; undefined for a broken picture, or something else. */
  readonly size: () => PictureSize | undefined;
};

/** Cleans a picture as it streams; a content that is no picture passes as it is. */
export function cleanPicture(content: ReadableStream<Uint8Array>): CleanedPicture {
  const seen: Cleaning = { width: 0, height: 0, orientation: 1, isWhole: false };
  const reader = new ByteReader(content);
  const pieces = inChunks(cleaned(reader, seen));
  return {
    content: new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    }),
    size: () => sizeOf(seen),
  };
}

function sizeOf({ width, height, orientation, isWhole }: Cleaning): PictureSize | undefined {
  if (!isWhole || width === 0 || height === 0) return undefined;
  return orientation >= 5 ? { Width: height, Height: width } : { Width: width, Height: height };
}

async function* cleaned(reader: ByteReader, seen: Cleaning): AsyncGenerator<Uint8Array, void, undefined> {
  const start = (await reader.take(12)).slice();
  reader.unread(start);
  const text = String.fromCharCode(...start);
  if (text.startsWith('\xff\xd8\xff')) yield* cleanJpeg(reader, seen);
  else if (text.startsWith('\x89PNG\r\n\x1a\n')) yield* cleanPng(reader, seen);
  else if (text.startsWith('RIFF') && text.endsWith('WEBP')) yield* cleanWebp(reader, seen);
  else yield* reader.pass(Number.POSITIVE_INFINITY);
  // What follows the image is read to its end, so that the sender is not cut off, and dropped.
  await reader.skip(Number.POSITIVE_INFINITY);
}

const chunk = 64 * 1024;

/** Joins small pieces: a scan has one for every few hundred bytes. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece.slice());
    size += piece.length;
    if (size < chunk) continue;
    yield joined(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield joined(waiting);
}
