/** The records of an old workbook, and what stands in them. A long one goes on in others, which are its blocks. */
export type XlsRecord = {
  readonly id: number;
  /** Where it stands in the stream. */
  readonly at: number;
  readonly blocks: readonly Uint8Array[];
};

const goesOn = 0x3c;

export function* xlsRecords(stream: Uint8Array): Generator<XlsRecord, void, undefined> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + 4 <= stream.length; ) {
    const start = at;
    const id = view.getUint16(at, true);
    const blocks: Uint8Array[] = [];
    do {
      const length = view.getUint16(at + 2, true);
      blocks.push(stream.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    } while (at + 4 <= stream.length && view.getUint16(at, true) === goesOn);
    yield { id, at: start, blocks };
  }
}

/** Reads on from block to block; throws a RangeError past the end. */
export function createXlsReader(blocks: readonly Uint8Array[]) {
  let index = 0;
  let at = 0;
  const views: (DataView | undefined)[] = [];
  /** So many bytes that stand together. */
  const take = (size: number): DataView => {
    while (index < blocks.length - 1 && at >= (blocks[index]?.length ?? 0)) next();
    const block = blocks[index] ?? new Uint8Array();
    views[index] ??= new DataView(block.buffer, block.byteOffset, block.byteLength);
    if (at + size > block.length) throw new RangeError('A record is too short.');
    at += size;
    return views[index] as DataView;
  };
  const next = () => {
    index += 1;
    at = 0;
  };
  const u8 = () => take(1).getUint8(at - 1);
  const u16 = () => take(2).getUint16(at - 2, true);
  const u32 = () => take(4).getUint32(at - 4, true);
  const f64 = () => take(8).getFloat64(at - 8, true);
  const left = () => (blocks[index]?.length ?? 0) - at;
  const skip = (size: number) => {
    for (let rest = size; rest > 0; ) {
      while (left() === 0 && index < blocks.length - 1) next();
      const some = Math.min(rest, left());
      if (some <= 0) throw new RangeError('A record is too short.');
      at += some;
      rest -= some;
    }
  };
  /** So many letters, of one byte or two; each block says anew which. */
  const letters = (count: number, flags: number) => {
    let isWide = (flags & 1) !== 0;
    let text = '';
    for (let rest = count; rest > 0; ) {
      if (left() === 0) {
        if (index >= blocks.length - 1) throw new RangeError('A text is too short.');
        next();
        isWide = (u8() & 1) !== 0;
      }
      const some = Math.min(rest, Math.floor(left() / (isWide ? 2 : 1)));
      if (some === 0) throw new RangeError('A text is too short.');
      const bytes = (blocks[index] as Uint8Array).subarray(at, at + some * (isWide ? 2 : 1));
      text += (isWide ? wide : narrow)(bytes);
      at += bytes.length;
      rest -= some;
    }
    return text;
  };
  return {
    ...{ u8, u16, u32, f64, left, skip },
    rk: () => rkNumber(u32()),
    bytes: (size: number) => {
      const view = take(size);
      return new Uint8Array(view.buffer, view.byteOffset + at - size, size);
    },
    text: (count: number) => letters(count, u8()),
    /** A shared text, whose runs and pronunciation are passed over. */
    richText: () => {
      const count = u16();
      const flags = u8();
      const runs = (flags & 8) !== 0 ? u16() : 0;
      const spoken = (flags & 4) !== 0 ? u32() : 0;
      const text = letters(count, flags);
      skip(runs * 4 + spoken);
      return text;
    },
    isEnd: () => index >= blocks.length - 1 && left() <= 0,
  };
}

const wideDecoder = new TextDecoder('utf-16le');
const wide = (bytes: Uint8Array): string => wideDecoder.decode(bytes);

/** The lower halves of letters: Latin-1, which no decoder of the web reads as such. */
function narrow(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** A number in 30 bits: whole or the upper half of a float, perhaps in hundredths. */
function rkNumber(packed: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(4, packed & 0xfffffffc, true);
  const value = (packed & 2) !== 0 ? packed >> 2 : view.getFloat64(0, true);
  return (packed & 1) !== 0 ? value / 100 : value;
}
