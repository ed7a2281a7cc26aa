/** Sees what a unit of compilation reads of its surroundings, so that its result can be used again. */

/** Holds the reads of the unit being compiled, if any. */
export type Watch = { reads?: Reads | undefined };

/** What one unit has read, and what it saw. */
export class Reads {
  readonly #keys = new Map<WatchedMap<unknown>, Map<string, unknown>>();
  readonly #names = new Map<WatchedMap<unknown>, Map<string, boolean>>();
  readonly #wholes = new Map<WatchedMap<unknown>, readonly unknown[]>();
  readonly #answers: Answer[] = [];

  /** Whether it would see the same again. */
  get holds(): boolean {
    for (const [map, keys] of this.#keys)
      for (const [key, seen] of keys) if (map.content.get(key) !== seen) return false;
    for (const [map, seen] of this.#wholes) if (!isSame([...map.content.values()], seen)) return false;
    for (const [map, keys] of this.#names)
      for (const [key, seen] of keys) if (map.content.has(key) !== seen) return false;
    return this.#answers.every(({ ask, seen }) => isAlike(ask(), seen));
  }

  name(map: WatchedMap<unknown>, key: string, seen: boolean): void {
    const keys = this.#names.get(map) ?? new Map<string, boolean>();
    this.#names.set(map, keys);
    keys.set(key, seen);
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

/** Answers are plain data, compared by content. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || !isPlain(one)) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([name, value], at) => name === others[at]?.[0] && isAlike(value, others[at]?.[1]))
  );
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Asks without seeing what the question reads: its answer is compared instead. */
function answered<Found>(watch: Watch, ask: () => Found): Found {
  const { reads } = watch;
  watch.reads = undefined;
  try {
    const seen = ask();
    reads?.answer({ ask, seen });
    return seen;
  } finally {
    watch.reads = reads;
  }
}

/** Something whose parts are read by questions. */
export class Watched<Content> {
  content: Content;
  readonly #watch: Watch;

  constructor(watch: Watch, content: Content) {
    this.#watch = watch;
    this.content = content;
  }

  /** The answer must depend on the content alone, and be plain data. */
  ask<Found>(question: (content: Content) => Found): Found {
    return answered(this.#watch, () => question(this.content));
  }
}

/** A narrow question about a map: who asks does not depend on the rest of its values. */
export function askOf<Value, Found>(
  map: ReadonlyMap<string, Value>,
  question: (map: ReadonlyMap<string, Value>) => Found,
): Found {
  return map instanceof WatchedMap ? map.ask(question) : question(map);
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
    const found = this.content.has(key);
    this.#watch.reads?.name(this, key, found);
    return found;
  }

  ask<Found>(question: (map: ReadonlyMap<string, Value>) => Found): Found {
    return answered(this.#watch, () => question(this.content));
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
