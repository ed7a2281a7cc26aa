/** The records of an old workbook and their content. A long record continues in others, its blocks. */
export type XlsRecord = {
  readonly id: number;
  /** Offset in the stream. */
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

/** Reads across blocks; throws RangeError past the end. */
export class XlsReader {
  readonly #blocks: readonly Uint8Array[];
  #index = 0;
  #at = 0;

  constructor(blocks: readonly Uint8Array[]) {
    this.#blocks = blocks;
  }

  u8 = (): number => this.#take(1).getUint8(0);
  u16 = (): number => this.#take(2).getUint16(0, true);
  u32 = (): number => this.#take(4).getUint32(0, true);
  f64 = (): number => this.#take(8).getFloat64(0, true);
  rk = (): number => rkNumber(this.u32());
  isEnd = (): boolean => this.#isLast() && this.left() <= 0;
  /** Unread bytes of the current block. */
  left = (): number => this.#block().length - this.#at;

  bytes(size: number): Uint8Array {
    const view = this.#take(size);
    return new Uint8Array(view.buffer, view.byteOffset, size);
  }

  skip(size: number): void {
    for (let rest = size; rest > 0; ) {
      const some = Math.min(rest, this.#something());
      this.#at += some;
      rest -= some;
    }
  }

  text(count: number): string {
    return this.#letters(count, this.u8());
  }

  /** A shared text; skips formatting runs and phonetic hints. */
  richText(): string {
    const count = this.u16();
    const flags = this.u8();
    const runs = (flags & 8) !== 0 ? this.u16() : 0;
    const spoken = (flags & 4) !== 0 ? this.u32() : 0;
    const text = this.#letters(count, flags);
    this.skip(runs * 4 + spoken);
    return text;
  }

  /** Letters of one or two bytes; each block states its own width. */
  #letters(count: number, flags: number): string {
    let isWide = (flags & 1) !== 0;
    let text = '';
    for (let rest = count; rest > 0; ) {
      if (this.left() === 0) {
        this.#something();
        isWide = (this.u8() & 1) !== 0;
      }
      const size = isWide ? 2 : 1;
      const some = Math.min(rest, Math.floor(this.left() / size));
      if (some === 0) throw new RangeError('A text is too short.');
      text += (isWide ? wide : narrow)(this.bytes(some * size));
      rest -= some;
    }
    return text;
  }

  /** Contiguous bytes. */
  #take(size: number): DataView {
    if (this.left() === 0) this.#something();
    if (this.left() < size) throw new RangeError('A record is too short.');
    const { buffer, byteOffset } = this.#block();
    this.#at += size;
    return new DataView(buffer, byteOffset + this.#at - size, size);
  }

  /** The bytes left in this block, or in the next one with any. */
  #something(): number {
    while (this.left() === 0 && !this.#isLast()) {
      this.#index += 1;
      this.#at = 0;
    }
    if (this.left() <= 0) throw new RangeError('A record is too short.');
    return this.left();
  }

  #isLast = (): boolean => this.#index >= this.#blocks.length - 1;
  #block = (): Uint8Array => this.#blocks[this.#index] as Uint8Array;
}

const wideDecoder = new TextDecoder('utf-16le');
const wide = (bytes: Uint8Array): string => wideDecoder.decode(bytes);

/** Low bytes of UTF-16, equal to Latin-1, which no web decoder supports exactly. */
function narrow(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** A number in 30 bits: an integer or the upper half of a double, optionally in hundredths. */
function rkNumber(packed: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(4, packed & 0xfffffffc, true);
  const value = (packed & 2) !== 0 ? packed >> 2 : view.getFloat64(0, true);
  return (packed & 1) !== 0 ? value / 100 : value;
}
