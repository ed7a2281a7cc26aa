/** JPEG: a list of segments; entropy-coded data follows each start of scan. */
import { type ByteReader, joined } from './ByteReader.ts';
import type { Cleaning } from './Cleaning.ts';
import { type Orientation, orientationIn, orientationSegment } from './orientation.ts';

const [startOfScan, endOfImage, comment] = [0xda, 0xd9, 0xfe];

/**
 * Passes on what the image needs: no comments, no metadata except its orientation, nothing behind its end, where
 * phones put previews and films.
 */
export async function* cleanJpeg(
  reader: ByteReader,
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield await reader.take(2);
  for (let marker = await markerAt(reader); marker !== undefined; ) {
    if (marker === endOfImage) {
      yield Uint8Array.of(0xff, endOfImage);
      seen.isWhole = true;
      return;
    }
    yield* segment(reader, marker, seen);
    if (marker !== startOfScan) marker = await markerAt(reader);
    else marker = yield* scan(reader);
  }
}

async function* segment(
  reader: ByteReader,
  marker: number,
  seen: Cleaning,
): AsyncGenerator<Uint8Array, void, undefined> {
  const size = await reader.take(2);
  const body = await reader.take(Math.max(0, ((size[0] ?? 0) << 8) + (size[1] ?? 0) - 2));
  if (isFrame(marker) && body.length >= 5) {
    seen.height = ((body[1] ?? 0) << 8) + (body[2] ?? 0);
    seen.width = ((body[3] ?? 0) << 8) + (body[4] ?? 0);
  }
  if (marker === 0xe1 && startsWith(body, 'Exif') && seen.orientation === 1) {
    seen.orientation = orientationIn(body) as Orientation;
    if (seen.orientation !== 1) yield orientationSegment(seen.orientation);
  } else if (isNeeded(marker, body)) yield joined([Uint8Array.of(0xff, marker), size, body]);
}

/** The frame header holds the size; the other markers of its range define tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Application data matters only for the density and the colours. */
function isNeeded(marker: number, body: Uint8Array): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return startsWith(body, 'JFIF');
  return (
    (marker === 0xe2 && startsWith(body, 'ICC_PROFILE')) || (marker === 0xee && startsWith(body, 'Adobe'))
  );
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));

/** The next marker; undefined where there is none, so that the rest is not an image. */
async function markerAt(reader: ByteReader): Promise<number | undefined> {
  const [first] = await reader.take(1);
  if (first !== 0xff) return undefined;
  let [marker] = await reader.take(1);
  while (marker === 0xff) [marker] = await reader.take(1);
  return marker;
}

/** Passes entropy-coded data on, and returns the marker that ends it; 0 and restarts belong to the data. */
async function* scan(reader: ByteReader): AsyncGenerator<Uint8Array, number | undefined, undefined> {
  for (;;) {
    yield* reader.passUntil(0xff);
    const pair = (await reader.take(2)).slice();
    const next = pair[1];
    if (next === undefined) return undefined;
    if (next === 0xff) reader.unread(Uint8Array.of(next));
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) yield pair;
    else return next;
  }
}
