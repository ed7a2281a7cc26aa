import { pairs } from './encode.ts';

/** Generates UUIDs of version 7: ordered by time, then by a counter within a millisecond. */
export function createIds(clock: () => number): () => string {
  let [last, counter] = [0, 0];
  const random = createRandom();
  return () => {
    const now = Math.max(clock(), last);
    counter = now === last ? counter + 1 : (random() << 3) | (random() & 0x07);
    last = counter > 0xfff ? now + 1 : now;
    if (counter > 0xfff) counter = 0;
    const head = last.toString(16).padStart(12, '0');
    const middle = counter.toString(16).padStart(3, '0');
    // Sets the two variant bits.
    let tail = pairs[(random() & 0x3f) | 0x80] as string;
    for (let byte = 1; byte < 8; byte++) tail += byte === 2 ? `-${pairs[random()]}` : pairs[random()];
    return `${head.slice(0, 8)}-${head.slice(8)}-7${middle}-${tail}`;
  };
}

/** Random bytes from a pool, since one system call per byte would dominate the cost of an id. */
function createRandom(): () => number {
  const pool = new Uint8Array(1024);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    return pool[used++] as number;
  };
}
