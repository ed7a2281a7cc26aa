/** Detects the media type from the content alone: clients can forge names and headers. */
import { BrokenUpload } from './BrokenUpload.ts';

const edge = 64 * 1024;
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type Inspection = {
  /** The same content, inspected as it passes. */
  readonly content: ReadableStream<Uint8Array>;
  /** The media type, once everything has passed; undefined if unknown. */
  readonly mediaType: () => string | undefined;
  readonly size: () => number;
  /** An Excel file from before xlsx: not accepted, but worth advice. */
  readonly isOldWorkbook: () => boolean;
};

/** The signature of old Office files; their reader decides whether one is a workbook. */
const oldOffice = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

type Seen = { head: Uint8Array; tail: Uint8Array; size: number; isText: boolean };

/** Inspects a content as it streams; keeps only its first and last bytes. */
export function inspectContent(content: ReadableStream<Uint8Array>): Inspection {
  const seen: Seen = { head: new Uint8Array(), tail: new Uint8Array(), size: 0, isText: true };
  const reader = content.getReader();
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch(refuseBroken);
      if (done) return controller.close();
      see(seen, value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return {
    content: watched,
    mediaType: () => kinds.find(({ fits }) => fits(seen))?.mediaType(seen),
    size: () => seen.size,
    isOldWorkbook: () => startsWith(seen, oldOffice),
  };
}

/** Separates interrupted uploads from storage failures. */
function refuseBroken(cause: unknown): never {
  throw cause instanceof BrokenUpload ? cause : new BrokenUpload('The content broke off.', cause);
}

function see(seen: Seen, chunk: Uint8Array): void {
  if (seen.head.length < edge) seen.head = join(seen.head, chunk.subarray(0, edge - seen.head.length));
  seen.tail = chunk.length >= edge ? chunk.slice(-edge) : join(seen.tail, chunk).slice(-edge);
  seen.isText &&= isWide(seen) ? isWideText(seen, chunk) : !chunk.some(isControl);
  seen.size += chunk.length;
}

/** UTF-16 with a byte order mark, which spreadsheets call Unicode text. */
function isWide({ head: [first, second] }: Seen): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** A code unit is text if its high byte is 0. Units split between chunks are not checked. */
function isWideText({ head, size }: Seen, chunk: Uint8Array): boolean {
  const low = head[0] === 0xff ? 0 : 1;
  for (let at = size % 2; at + 1 < chunk.length; at += 2)
    if (chunk[at + 1 - low] === 0 && isControl(chunk[at + low] ?? 0)) return false;
  return true;
}

const kinds: readonly {
  readonly fits: (seen: Seen) => boolean;
  readonly mediaType: (seen: Seen) => string | undefined;
}[] = [
  { fits: (seen) => startsWith(seen, '%PDF-'), mediaType: pdfType },
  { fits: (seen) => startsWith(seen, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), mediaType: () => 'image/png' },
  { fits: (seen) => startsWith(seen, '\xff\xd8\xff'), mediaType: () => 'image/jpeg' },
  {
    fits: (seen) => startsWith(seen, 'RIFF') && latin(seen.head.subarray(8, 12)) === 'WEBP',
    mediaType: () => 'image/webp',
  },
  { fits: (seen) => startsWith(seen, 'PK\x03\x04'), mediaType: officeType },
  { fits: (seen) => startsWith(seen, oldOffice), mediaType: () => 'application/vnd.ms-excel' },
  { fits: (seen) => seen.isText && seen.size > 0, mediaType: textType },
];

/** A PDF without its end is truncated, or not a PDF. */
function pdfType({ tail }: Seen): string | undefined {
  return latin(tail.slice(-2048)).includes('%%EOF') ? 'application/pdf' : undefined;
}

/** Zip entries are named before their contents and again at the end; files with macros are refused. */
function officeType({ head, tail }: Seen): string | undefined {
  const names = latin(head) + latin(tail);
  const isWhole = latin(tail).includes('PK\x05\x06');
  if (!isWhole || !names.includes('[Content_Types].xml') || names.includes('vbaProject.bin'))
    return undefined;
  if (names.includes('word/document.xml')) return word;
  return names.includes('xl/workbook.xml') ? sheet : undefined;
}

/** Lines with the same number of separators form a table. */
function textType({ head }: Seen): string {
  const lines = latin(head)
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/)
    .slice(0, -1)
    .slice(0, 10)
    .filter((line) => line.trim() !== '');
  const isTable = [',', ';', '\t'].some((separator) => {
    const counts = new Set(lines.map((line) => line.split(separator).length - 1));
    return lines.length > 1 && counts.size === 1 && !counts.has(0);
  });
  return isTable ? 'text/csv' : 'text/plain';
}

function startsWith({ head }: Seen, start: string): boolean {
  return latin(head.subarray(0, start.length)) === start;
}

const latinDecoder = new TextDecoder('latin1');

/** Decodes bytes one to one: `latin1` in browsers is windows-1252, which differs between 80 and 9f. */
function latin(bytes: Uint8Array): string {
  return bytes.length > 64 ? latinDecoder.decode(bytes) : String.fromCharCode(...bytes);
}

/** Text may contain tabs and line breaks, but no other control characters. */
function isControl(byte: number): boolean {
  return (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127;
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
