/** Work that stops now and then, so that whoever does it may let others go first; it gives its result at the end. */
export type Parts<T> = Generator<void, T, void>;

/** Does it all at once: for a page that has nobody else to serve. */
export function wholly<T>(parts: Parts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
