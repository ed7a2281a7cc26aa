/** Sees what a unit of compilation reads of its surroundings, so that its result can be used again. */

/** Holds the reads of the unit being compiled, if any. */
export type Watch = { reads?: Reads | undefined };

/** What one unit has read, and what it saw. */
export class Reads {
  readonly #keys = new Map<WatchedMap<unknown>, Map<string, unknown>>();
  readonly #wholes = new Map<WatchedMap<unknown>, readonly unknown[]>();
  readonly #answers: Answer[] = [];

  /** Whether it would see the same again. */
  get holds(): boolean {
    for (const [map, keys] of this.#keys)
      for (const [key, seen] of keys) if (map.content.get(key) !== seen) return false;
    for (const [map, seen] of this.#wholes) if (!isSame([...map.content.values()], seen)) return false;
    return this.#answers.every(({ ask, seen }) => isSame(ask(), seen));
  }

  key(map: WatchedMap<unknown>, key: string, seen: unknown): void {
    const keys = this.#keys.get(map) ?? new Map<string, unknown>();
    this.#keys.set(map, keys);
    keys.set(key, seen);
  }

  whole(map: WatchedMap<unknown>): void {
    if (!this.#wholes.has(map)) this.#wholes.set(map, [...map.content.values()]);
  }

  answer(answer: Answer): void {
    this.#answers.push(answer);
  }
}

type Answer = { readonly ask: () => unknown; readonly seen: unknown };

/** Values are compared by identity, members of a list one by one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((member, index) => member === other[index]);
}

/** Something whose parts are read by questions. */
export class Watched<Content> {
  content: Content;
  readonly #watch: Watch;

  constructor(watch: Watch, content: Content) {
    this.#watch = watch;
    this.content = content;
  }

  /** The answer must depend on the content alone, and consist of its members or of plain values. */
  ask<Found>(question: (content: Content) => Found): Found {
    const found = question(this.content);
    this.#watch.reads?.answer({ ask: () => question(this.content), seen: found });
    return found;
  }
}

/** A map whose readers are seen. Its content changes between compilations; readers keep the map. */
export class WatchedMap<Value> implements ReadonlyMap<string, Value> {
  content: ReadonlyMap<string, Value> = new Map();
  readonly #watch: Watch;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  get(key: string): Value | undefined {
    const found = this.content.get(key);
    this.#watch.reads?.key(this, key, found);
    return found;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    return this.#all.size;
  }

  keys() {
    return this.#all.keys();
  }

  values() {
    return this.#all.values();
  }

  entries() {
    return this.#all.entries();
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }

  forEach(each: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    this.#all.forEach(each);
  }

  get #all(): ReadonlyMap<string, Value> {
    this.#watch.reads?.whole(this);
    return this.content;
  }
}
