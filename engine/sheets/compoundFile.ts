/** Streams of a compound file: the container of old Excel workbooks and of encrypted new ones. */
import { SheetError } from './SheetError.ts';

export function compoundFile(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  try {
    return readStreams(bytes);
  } catch (cause) {
    // Reading past the end of the bytes also means a broken file.
    throw cause instanceof SheetError ? cause : broken(cause);
  }
}

const broken = (cause?: unknown) => new SheetError('wrong', 'The workbook is broken.', cause);

/** Parses sectors, allocation tables and the directory. */
function readStreams(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorSize = sizeOf(view.getUint16(0x1e, true));
  const miniSize = sizeOf(view.getUint16(0x20, true));
  const largestMini = view.getUint32(0x38, true);
  const sector = (index: number) => {
    const at = (index + 1) * sectorSize;
    if (at >= bytes.length) throw broken();
    return bytes.subarray(at, at + sectorSize);
  };
  const table = numbersIn(joinedSectors(tableSectors(view, sector), sector));
  const chain = (start: number) => joinedSectors(follow(table, start), sector);
  const directory = chain(view.getUint32(0x30, true));
  const miniTable = numbersIn(chain(view.getUint32(0x3c, true)));
  const entries = readDirectory(directory);
  const root = entries.find(({ type }) => type === 5);
  const mini = root ? chain(root.start) : new Uint8Array();
  const miniSector = (index: number) => mini.subarray(index * miniSize, (index + 1) * miniSize);
  return new Map(
    entries
      .filter(({ type }) => type === 2)
      .map(({ name, start, size }) => {
        const whole = size < largestMini ? joinedSectors(follow(miniTable, start), miniSector) : chain(start);
        return [name, whole.subarray(0, size)];
      }),
  );
}

function sizeOf(shift: number): number {
  if (shift < 6 || shift > 12) throw broken();
  return 2 ** shift;
}

/** Numbers from here on are not sectors. */
const noSector = 0xfffffffa;
const inHeader = 109;

/** The sectors of the allocation table: some are listed in the header, the rest in a chain. */
function tableSectors(view: DataView, sector: (index: number) => Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < inHeader; at += 1) found.push(view.getUint32(0x4c + at * 4, true));
  const seen = new Set<number>();
  for (let next = view.getUint32(0x44, true); next < noSector; ) {
    if (seen.has(next)) throw broken();
    seen.add(next);
    const numbers = numbersIn(sector(next));
    found.push(...numbers.subarray(0, -1));
    next = numbers.at(-1) ?? noSector;
  }
  return found.filter((index) => index < noSector);
}

function follow(table: Uint32Array, start: number): readonly number[] {
  const sectors: number[] = [];
  for (let next = start; next < noSector; next = table[next] ?? noSector) {
    // Longer than the number of sectors: the chain is cyclic.
    if (sectors.length > table.length) throw broken();
    sectors.push(next);
  }
  return sectors;
}

function joinedSectors(indexes: readonly number[], sector: (index: number) => Uint8Array): Uint8Array {
  const parts = indexes.map(sector);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(at * 4, true));
}

function readDirectory(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder('utf-16le');
  return Array.from({ length: Math.floor(bytes.length / 128) }, (_, index) => {
    const at = index * 128;
    const nameLength = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2));
    return {
      name: text.decode(bytes.subarray(at, at + nameLength)),
      type: bytes[at + 66],
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    };
  });
}
