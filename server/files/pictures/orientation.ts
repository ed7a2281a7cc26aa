/** EXIF metadata of a picture: only its orientation is kept. */
import { joined } from './ByteReader.ts';

/** 1 is upright; 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const exif = Uint8Array.from([0x45, 0x78, 0x69, 0x66, 0, 0]);

/** The orientation in EXIF data, with or without its header; upright if it says nothing usable. */
export function orientationIn(data: Uint8Array): Orientation {
  const body = exif.every((byte, at) => data[at] === byte) ? data.subarray(exif.length) : data;
  if (body.length < 14) return 1;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > body.length) return 1;
  const count = view.getUint16(start, isLittle);
  for (let at = start + 2, left = count; left > 0 && at + 12 <= body.length; at += 12, left -= 1)
    if (view.getUint16(at, isLittle) === 0x0112) {
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? (value as Orientation) : 1;
    }
  return 1;
}

/** A TIFF structure with nothing but the orientation. */
export function orientationData(orientation: Orientation): Uint8Array {
  return Uint8Array.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

/** The same as a segment of a JPEG. */
export function orientationSegment(orientation: Orientation): Uint8Array {
  const data = joined([exif, orientationData(orientation)]);
  return joined([Uint8Array.from([0xff, 0xe1, 0, data.length + 2]), data]);
}
