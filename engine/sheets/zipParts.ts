/** Lists the parts of a zip archive by name with their positions; unpacks nothing. */
import { SheetError } from './SheetError.ts';

export type ZipPart = {
  readonly method: number;
  readonly from: number;
  readonly to: number;
  /** Unpacked size and CRC-32 according to the archive; verified when unpacking. */
  readonly size: number;
  readonly check: number;
};

const signatures = { end: 0x06054b50, part: 0x02014b50, content: 0x04034b50, end64: 0x06064b50 };
const sentinel = 0xffffffff;
/** More than any workbook has. */
const mostParts = 2000;

export function zipParts(bytes: Uint8Array): ReadonlyMap<string, ZipPart> {
  try {
    return readDirectory(bytes);
  } catch (cause) {
    // Reading past the end of the bytes also means a broken archive.
    throw cause instanceof SheetError ? cause : broken(cause);
  }
}

const broken = (cause?: unknown) => new SheetError('wrong', 'This is no zip archive.', cause);

function readDirectory(bytes: Uint8Array): ReadonlyMap<string, ZipPart> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = readEnd(view);
  if (count > mostParts) throw new SheetError('large', 'The archive has too many parts.');
  const parts = new Map<string, ZipPart>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== signatures.part) throw broken();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const extra = new DataView(view.buffer, view.byteOffset + at + 46 + nameLength, extraLength);
    // Windows programs use backslashes; names are case-insensitive.
    const path = partKey(name);
    // Programs disagree on which of two equal names counts.
    if (parts.has(path)) throw broken();
    parts.set(path, partAt(view, at, extra));
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return parts;
}

/** The normalized name of a part. */
export const partKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function readEnd(view: DataView): { readonly count: number; readonly start: number } {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    const start = view.getUint32(at + 16, true);
    return start === sentinel ? readEnd64(view, at) : { count: view.getUint16(at + 10, true), start };
  }
  throw broken();
}

function readEnd64(view: DataView, end: number): { readonly count: number; readonly start: number } {
  const at = Number(view.getBigUint64(end - 20 + 8, true));
  if (view.getUint32(at, true) !== signatures.end64) throw broken();
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    start: Number(view.getBigUint64(at + 48, true)),
  };
}

function partAt(view: DataView, at: number, extra: DataView): ZipPart {
  const flags = view.getUint16(at + 8, true);
  if ((flags & 1) !== 0) throw new SheetError('locked', 'The archive is locked with a password.');
  const places = [at + 24, at + 20, at + 42];
  const [size = 0, packed = 0, content = 0] = longNumbers(
    extra,
    places.map((place) => view.getUint32(place, true)),
  );
  if (view.getUint32(content, true) !== signatures.content) throw broken();
  const from = content + 30 + view.getUint16(content + 26, true) + view.getUint16(content + 28, true);
  if (from + packed > view.byteLength) throw broken();
  const check = view.getUint32(at + 16, true);
  return { method: view.getUint16(at + 10, true), from, to: from + packed, size, check };
}

/** Zip64: numbers too large for their fields follow in the same order. */
function longNumbers(extra: DataView, short: readonly number[]): readonly number[] {
  if (!short.includes(sentinel)) return short;
  let at = 0;
  while (extra.getUint16(at, true) !== 1) at += 4 + extra.getUint16(at + 2, true);
  at += 4;
  return short.map((value) => {
    if (value !== sentinel) return value;
    at += 8;
    return Number(extra.getBigUint64(at - 8, true));
  });
}
