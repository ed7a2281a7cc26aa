import { toHex } from './encode.ts';

/** Makes UUIDs of version 7: ordered by time, and within a millisecond by a counter. */
export function createIds(clock: () => number): () => string {
  let [last, counter] = [0, 0];
  const random = createRandom();
  return () => {
    const now = Math.max(clock(), last);
    counter =
      now === last ? counter + 1 : ((random(1)[0] as number) << 3) | ((random(1)[0] as number) & 0x07);
    last = counter > 0xfff ? now + 1 : now;
    if (counter > 0xfff) counter = 0;
    return format(last, counter, random(8));
  };
}

/** Random bytes of a pool: asking the system for each few of them costs more than all the rest of an id. */
function createRandom(): (count: number) => Uint8Array {
  const pool = new Uint8Array(1024);
  let used = pool.length;
  return (count) => {
    if (used + count > pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}

function format(time: number, counter: number, bytes: Uint8Array): string {
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x80;
  const head = time.toString(16).padStart(12, '0');
  const tail = toHex(bytes);
  const middle = `7${counter.toString(16).padStart(3, '0')}`;
  return `${head.slice(0, 8)}-${head.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
