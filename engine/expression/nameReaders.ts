/**
 * Readers of one name, or of a name within a name. JavaScript engines cache property lookups per place in the
 * source. One place that reads all names of all rules is megamorphic, which takes most of a small rule's
 * time. So there are many identical places, and each name always uses the same one.
 */
type Inner = Readonly<Record<string, unknown>>;
/** The input, assumed to be a plain object; the caller has handled lists. */
export type Outer = Readonly<Record<string, Inner | null | undefined>>;

/** Reads from a plain object. Missing values, and values in anything but plain objects, are `undefined`. */
export type ReadName = (record: Outer) => unknown;

/** The reader of one or two names; undefined for names that lists and texts have as built-ins. */
export function nameReader(names: readonly string[]): ReadName | undefined {
  const [first = '', second = ''] = names;
  if (names.length === 0 || names.length > 2 || names.some(isBuiltIn)) return undefined;
  const place = placeOf(names);
  return names.length === 1 ? ofOne[place]?.(first) : ofTwo[place]?.(first, second);
}

const prototypes = [Object, Array, String, Number, Boolean].map(({ prototype }) => prototype as object);

function isBuiltIn(name: string): boolean {
  return /^\d+$/.test(name) || prototypes.some((prototype) => name in prototype);
}

/** Names with the same hash share a place, which costs time but never correctness. */
function placeOf(names: readonly string[]): number {
  let hash = 0;
  for (const character of names.join('.')) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % ofOne.length;
}

// biome-ignore format: a table
const ofOne: readonly ((a: string) => ReadName)[] = [
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
  (a) => (record) => record[a],
];

// biome-ignore format: a table
const ofTwo: readonly ((a: string, b: string) => ReadName)[] = [
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
  (a, b) => (record) => record[a]?.[b],
];
