/**
 * Checks whether the write-ahead log of a database holds everything committed to it. SQLite silently drops
 * all frames from the first bad checksum on, which is right after a crash but hides damage. Layout and
 * checksums: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { addToChecksum, type Checksum } from './logChecksum.ts';

export type LogDamage = {
  /**
   * `header`: unreadable. `frames`: some are corrupt. `short`: its end is missing. `missing`: the whole log
   * is.
   */
  readonly reason: 'header' | 'frames' | 'short' | 'missing';
  /** Frames up to the last intact commit. */
  readonly kept: number;
  /** Committed frames after it, if known. */
  readonly lost?: number;
};

const headerSize = 32;
const frameHeaderSize = 24;

/**
 * Undefined if no committed data are missing, as far as the files show. Read-only; call it before SQLite
 * opens the file.
 */
export function inspectLog(database: string): LogDamage | undefined {
  const index = readIndex(`${database}-shm`);
  const promised = index && index.frames > index.written ? index : undefined;
  const log = `${database}-wal`;
  const size = existsSync(log) ? sizeOf(log) : 0;
  if (size === 0) return promised && { reason: 'missing', kept: 0, lost: promised.frames };
  const file = openSync(log, 'r');
  try {
    const header = readHeader(file);
    if (!header) {
      const isUnfinished = size <= headerSize && !promised;
      return isUnfinished ? undefined : { reason: 'header', kept: 0, ...(index && { lost: index.frames }) };
    }
    const found = readFrames(file, size, header);
    const expected = index?.salts === header.salts ? index.frames : undefined;
    return judge(found, expected);
  } finally {
    closeSync(file);
  }
}

type Found = {
  /** Frames up to the last commit with all frames intact. */
  readonly committed: number;
  /** Commits of this generation after it, and the end of the last one. */
  readonly commitsBehind: number;
  readonly lastCommit: number;
  readonly total: number;
};

/**
 * After the last intact frame there may be older generations, rolled-back transactions, and the one cut short
 * by the crash. Only the last of these can end in a commit of this generation, and the index does not know
 * it.
 */
function judge(found: Found, expected: number | undefined): LogDamage | undefined {
  const { committed, commitsBehind, lastCommit, total } = found;
  const unfinished = expected === undefined ? 0 : 1;
  const isWhole = (expected ?? 0) <= committed && commitsBehind <= unfinished;
  if (isWhole) return undefined;
  const last = Math.max(expected ?? 0, lastCommit);
  return { reason: last > total ? 'short' : 'frames', kept: committed, lost: last - committed };
}

type Header = {
  readonly isBigEndian: boolean;
  readonly pageSize: number;
  readonly salts: string;
  readonly checksum: Checksum;
};

function readHeader(file: number): Header | undefined {
  const bytes = Buffer.alloc(headerSize);
  if (readSync(file, bytes, 0, headerSize, 0) < headerSize) return undefined;
  const magic = bytes.readUInt32BE(0);
  const pageSize = bytes.readUInt32BE(8);
  const isKnown = (magic === 0x377f0682 || magic === 0x377f0683) && bytes.readUInt32BE(4) === 3007000;
  const isPage = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  if (!isKnown || !isPage) return undefined;
  const isBigEndian = magic === 0x377f0683;
  const checksum = addToChecksum([0, 0], bytes.subarray(0, 24), isBigEndian);
  if (!isSame(checksum, bytes, 24)) return undefined;
  return { isBigEndian, pageSize, salts: bytes.toString('hex', 16, 24), checksum };
}

function readFrames(file: number, size: number, header: Header): Found {
  let [committed, lastCommit, commitsBehind, number] = [0, 0, 0, 0];
  let checksum: Checksum | undefined = header.checksum;
  for (const frame of framesOf(file, size, header)) {
    number += 1;
    const isOurs = frame.toString('hex', 8, 16) === header.salts;
    const isCommit = isOurs && frame.readUInt32BE(4) !== 0;
    checksum = isOurs && checksum ? following(checksum, frame, header) : undefined;
    if (!isCommit) continue;
    if (checksum) committed = number;
    else commitsBehind += 1;
    lastCommit = number;
  }
  return { committed, commitsBehind, lastCommit, total: number };
}

/** The checksum after a frame; undefined if the frame's own differs. */
function following(before: Checksum, frame: Buffer, { isBigEndian }: Header): Checksum | undefined {
  const head = addToChecksum(before, frame.subarray(0, 8), isBigEndian);
  const whole = addToChecksum(head, frame.subarray(frameHeaderSize), isBigEndian);
  return isSame(whole, frame, 16) ? whole : undefined;
}

/** Reads pieces of about a megabyte: a log may exceed memory. A frame is valid until the next one is read. */
function* framesOf(file: number, size: number, { pageSize }: Header): Generator<Buffer> {
  const frameSize = frameHeaderSize + pageSize;
  const total = Math.floor((size - headerSize) / frameSize);
  const atOnce = Math.max(1, Math.floor(1_048_576 / frameSize));
  const piece = Buffer.alloc(atOnce * frameSize);
  for (let start = 0; start < total; start += atOnce) {
    const count = Math.min(atOnce, total - start);
    readSync(file, piece, 0, count * frameSize, headerSize + start * frameSize);
    for (let at = 0; at < count; at++) yield piece.subarray(at * frameSize, (at + 1) * frameSize);
  }
}

type Index = { readonly frames: number; readonly written: number; readonly salts: string };

/** The index left by the last writer; undefined if the database was closed, or the index is invalid. */
function readIndex(path: string): Index | undefined {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  // Two copies of the header, written in sequence, then the progress of the checkpoint.
  if (bytes.length < 136 || !bytes.subarray(0, 48).equals(bytes.subarray(48, 96))) return undefined;
  const isLittle = bytes[12] === 1 && bytes.readUInt32LE(0) === 3007000;
  // The index uses the writer's byte order; one from another architecture is ignored.
  if (!isLittle) return undefined;
  const checksum = addToChecksum([0, 0], bytes.subarray(0, 40), false);
  if (checksum[0] !== bytes.readUInt32LE(40) || checksum[1] !== bytes.readUInt32LE(44)) return undefined;
  return {
    frames: bytes.readUInt32LE(16),
    written: bytes.readUInt32LE(96),
    salts: bytes.toString('hex', 32, 40),
  };
}

const isSame = ([first, second]: Checksum, bytes: Buffer, at: number): boolean =>
  first === bytes.readUInt32BE(at) && second === bytes.readUInt32BE(at + 4);

function sizeOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}
