/** Pictures made for tests: their headers are real, their pixels are not. */

export type Tiff = { readonly orientation?: number; readonly isLittle?: boolean };

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const two = (value: number, isLittle = false) =>
  isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255];
const four = (value: number, isLittle = false) =>
  isLittle
    ? [...two(value & 0xffff, true), ...two(value >>> 16, true)]
    : [...two(value >>> 16), ...two(value & 0xffff)];

/** EXIF with an orientation, and a place that must not be kept. */
export function tiff({ orientation = 1, isLittle = false }: Tiff = {}): readonly number[] {
  const [short, long] = [(n: number) => two(n, isLittle), (n: number) => four(n, isLittle)];
  const entry = (tag: number, type: number, value: readonly number[]) => [
    ...short(tag),
    ...short(type),
    ...long(1),
    ...value,
  ];
  return [
    ...ascii(isLittle ? 'II' : 'MM'),
    ...[...short(42), ...long(8), ...short(2)],
    ...entry(0x0112, 3, [...short(orientation), 0, 0]),
    ...entry(0x8825, 4, long(38)),
    ...long(0),
    ...ascii('GPS-45.5017N-73.5673W'),
  ];
}

const segment = (marker: number, body: readonly number[]) => [0xff, marker, ...two(body.length + 2), ...body];

export type Jpeg = Tiff & {
  readonly width?: number;
  readonly height?: number;
  readonly isCut?: boolean;
  readonly more?: number;
};

export function jpeg({ width = 40, height = 30, isCut = false, more = 0, ...exif }: Jpeg = {}): Uint8Array {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xe1, [...ascii('Exif'), 0, 0, ...tiff(exif)]),
    ...segment(0xe1, [...ascii('http://ns.adobe.com/xap/1.0/'), 0, ...ascii('<GPSLatitude>45.5017')]),
    ...segment(0xe2, [...ascii('ICC_PROFILE'), 0, 1, 1, 7, 7, 7]),
    ...segment(0xfe, ascii('GPS comment')),
    ...segment(0xc0, [8, ...two(height), ...two(width), 1, 1, 0x11, 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[1, 2, 0xff, 0, 3, 0xff, 0xd0, 4],
    ...Array.from({ length: more }, (_, at) => at % 251),
    ...(isCut ? [] : [0xff, 0xd9, ...ascii('GPS trailer: a preview with its own place')]),
  ]);
}

function chunk(type: string, data: readonly number[]): readonly number[] {
  return [...four(data.length), ...ascii(type), ...data, 0, 0, 0, 0];
}

export function png({ width = 40, height = 30, ...exif }: Jpeg = {}): Uint8Array {
  return Uint8Array.from([
    ...[0x89, ...ascii('PNG\r\n\x1a\n')],
    ...chunk('IHDR', [...four(width), ...four(height), 8, 2, 0, 0, 0]),
    ...chunk('tEXt', ascii('GPS comment')),
    ...chunk('eXIf', tiff(exif)),
    ...chunk('IDAT', [1, 2, 3]),
    ...chunk('IEND', []),
    ...ascii('GPS trailer'),
  ]);
}

export function webp({ width = 40, height = 30, ...exif }: Jpeg = {}): Uint8Array {
  const three = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
  const part = (type: string, data: readonly number[]) => [
    ...ascii(type),
    ...four(data.length, true),
    ...data,
    ...(data.length % 2 ? [0] : []),
  ];
  const parts = [
    ...part('VP8X', [12, 0, 0, 0, ...three(width - 1), ...three(height - 1)]),
    ...part('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...two(width, true), ...two(height, true), 9]),
    ...part('EXIF', tiff(exif)),
    ...part('XMP ', ascii('GPS place')),
  ];
  return Uint8Array.from([...ascii('RIFF'), ...four(parts.length + 4, true), ...ascii('WEBP'), ...parts]);
}
