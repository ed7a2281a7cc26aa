import { toHex } from './encode.ts';

/** Makes UUIDs of version 7: ordered by time, and within a millisecond by a counter. */
export function createIds(clock: () => number): () => string {
  let [last, counter] = [0, 0];
  return () => {
    const now = Math.max(clock(), last);
    counter = now === last ? counter + 1 : (crypto.getRandomValues(new Uint16Array(1))[0] as number) & 0x7ff;
    last = counter > 0xfff ? now + 1 : now;
    if (counter > 0xfff) counter = 0;
    return format(last, counter);
  };
}

function format(time: number, counter: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x80;
  const head = time.toString(16).padStart(12, '0');
  const tail = toHex(bytes);
  const middle = `7${counter.toString(16).padStart(3, '0')}`;
  return `${head.slice(0, 8)}-${head.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
