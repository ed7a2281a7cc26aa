/** Reads a stream piece by piece, holding no more of it than the piece asked for. */
export class ByteReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  #held = new Uint8Array();
  #isDone = false;

  constructor(content: ReadableStream<Uint8Array>) {
    this.#source = content.getReader();
  }

  /** The next bytes; fewer at the end. */
  async take(count: number): Promise<Uint8Array> {
    while (this.#held.length < count && (await this.#more()));
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** The next bytes in pieces, as many as `count`; returns whether there were so many. */
  async *pass(count: number): AsyncGenerator<Uint8Array, boolean, undefined> {
    for (let left = count; left > 0; ) {
      const piece = await this.#piece(left);
      if (piece.length === 0) return false;
      left -= piece.length;
      yield piece;
    }
    return true;
  }

  /** The bytes before the next `byte`, in pieces. */
  async *passUntil(byte: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      if (this.#held.length === 0 && !(await this.#more())) return;
      const at = this.#held.indexOf(byte);
      const piece = this.#held.subarray(0, at < 0 ? undefined : at);
      this.#held = this.#held.subarray(piece.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
    }
  }

  /** Discards the next bytes; returns whether there were so many. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0; ) {
      const { length } = await this.#piece(left);
      if (length === 0) return false;
      left -= length;
    }
    return true;
  }

  /** Puts bytes back in front. */
  unread(bytes: Uint8Array): void {
    this.#held = joined([bytes, this.#held]);
  }

  cancel(reason: unknown): Promise<void> {
    return this.#source.cancel(reason);
  }

  async #piece(most: number): Promise<Uint8Array> {
    if (this.#held.length === 0) await this.#more();
    const piece = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }

  async #more(): Promise<boolean> {
    if (this.#isDone) return false;
    const { done, value } = await this.#source.read();
    if (done) this.#isDone = true;
    else this.#held = this.#held.length === 0 ? value.slice() : joined([this.#held, value]);
    return !done;
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
