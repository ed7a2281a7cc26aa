/** The prices of a card as one vector of hundredths, stored as an immutable file. */
import type { OperationCall, Ports } from '#server/extension';

type Writing = {
  readonly count: number;
  /** The next prices, as many as requested; may yield. */
  readonly next: (size: number) => Promise<Int32Array>;
};

/** Prices written at once. */
export const piece = 131_072;

/** Stores a vector piece by piece and returns its file record; an aborted write leaves nothing. */
export async function writeVector({ runtime: { ports }, user }: OperationCall, { count, next }: Writing) {
  const id = ports.newId();
  let done = 0;
  let failure: unknown;
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const prices = await next(Math.min(piece, count - done));
        done += prices.length;
        controller.enqueue(new Uint8Array(prices.buffer, prices.byteOffset, prices.byteLength));
        if (done >= count) controller.close();
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
  });
  const stored = await ports.files.put(id, content, { maxBytes: count * 4 }).catch((error) => {
    throw failure ?? error;
  });
  return {
    ...{ Id: id, Name: 'prices.bin', ContentType: 'application/octet-stream' },
    ...{ Size: stored.size, Sha256: stored.sha256, UploadedBy: user.DisplayName },
  };
}

/** Files are immutable, so a few recently read ones are cached. */
const held = new Map<string, Int32Array>();
const mostHeld = 4;

export async function readVector({ files }: Ports, id: string): Promise<Int32Array | undefined> {
  const known = held.get(id);
  if (known) return known;
  const bytes = await files.bytes(id);
  if (!bytes) return undefined;
  const vector = new Int32Array(bytes.slice().buffer);
  if (held.size >= mostHeld) held.delete(held.keys().next().value as string);
  held.set(id, vector);
  return vector;
}
