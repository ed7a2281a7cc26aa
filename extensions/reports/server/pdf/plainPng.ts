/**
 * A PNG reduced to its picture: no texts, profiles or animation, which the decoder of pdf-lib would unpack as well.
 * Undefined if it unpacks to more than its pixels need: a decoder that works without a pause would hold up all calls.
 */
export async function plainPng(data: string): Promise<Uint8Array | undefined> {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const chunks = chunksOf(bytes).filter(({ type }) => needed.has(type));
  const header = chunks[0]?.type === 'IHDR' ? chunks[0].data : undefined;
  if (!header || header.length < 13) return undefined;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  if (!(await unpacksWithin(packed, unpackedSize(header)))) return undefined;
  return joined([bytes.subarray(0, signature), ...chunks.map(({ whole }) => whole)]);
}

const needed: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const signature = 8;
/** Length, type and checksum. */
const chunkFrame = 12;

type Chunk = { readonly type: string; readonly data: Uint8Array; readonly whole: Uint8Array };

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const view = new DataView(bytes.buffer);
  const chunks: Chunk[] = [];
  for (let at = signature; at + chunkFrame <= bytes.length; ) {
    const end = at + chunkFrame + view.getUint32(at);
    chunks.push({
      type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(at + 8, end - 4),
      whole: bytes.subarray(at, end),
    });
    at = end;
  }
  return chunks;
}

/** Values of a pixel, by the colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Each row has a byte for its filter; the passes of an interlaced picture have more rows. */
function unpackedSize(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const row = Math.ceil((width * (header[8] ?? 8) * (channels[header[9] ?? 6] ?? 4)) / 8) + 1;
  return row * height * (header[12] ? 2 : 1) + (header[12] ? 1024 : 0);
}

/** Unpacked in pieces beside other work, and given up at the bound. */
async function unpacksWithin(packed: readonly Uint8Array[], most: number): Promise<boolean> {
  const unpacking = new Blob([...packed] as BlobPart[])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  const reader = unpacking.getReader();
  try {
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
