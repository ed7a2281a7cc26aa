/** Queue for a reader that may be slow or gone: bounded in number and bytes. */

type Outbox<Item> = {
  readonly size: () => number;
  /** Of items under one key only the newest is kept. False if full: the reader is too slow. */
  readonly put: (key: string, item: Item) => boolean;
  /** The oldest item. */
  readonly next: () => Item | undefined;
  readonly takeAll: () => readonly Item[];
};

/** Limits per reader. */
export const mostWaiting = { messages: 1000, bytes: 262_144 } as const;

export function createOutbox<Item>(textOf: (item: Item) => string): Outbox<Item> {
  const waiting = new Map<string, { readonly item: Item; readonly bytes: number }>();
  let bytes = 0;
  const remove = (key: string): Item | undefined => {
    const found = waiting.get(key);
    if (!found) return undefined;
    waiting.delete(key);
    bytes -= found.bytes;
    return found.item;
  };
  return {
    size: () => waiting.size,
    put: (key, item) => {
      remove(key);
      const added = { item, bytes: bytesOf(textOf(item)) + key.length };
      if (waiting.size >= mostWaiting.messages || bytes + added.bytes > mostWaiting.bytes) return false;
      waiting.set(key, added);
      bytes += added.bytes;
      return true;
    },
    next: () => {
      const [first] = waiting.keys();
      return first === undefined ? undefined : remove(first);
    },
    takeAll: () => {
      const items = [...waiting.values()].map(({ item }) => item);
      waiting.clear();
      bytes = 0;
      return items;
    },
  };
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).byteLength;
