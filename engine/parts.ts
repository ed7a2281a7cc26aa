/** Work in parts: a generator that yields in between and returns the result at the end. */
export type Parts<T> = Generator<void, T, void>;

/** Runs all parts at once: for a page with nothing else to do. */
export function wholly<T>(parts: Parts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
