/**
 * Readers of one name, or of a name in a name. A JavaScript engine learns, for each place of the source that reads a name,
 * where records keep it; one place that reads every name of every rule learns nothing and looks it up each time, which
 * takes most of a small rule's time. So there are many places, alike to the letter, and a name is always read at the same.
 */
type Inner = Readonly<Record<string, unknown>>;
/** What is read, taken for a plain object; the caller has seen to lists. */
export type Outer = Readonly<Record<string, Inner | null | undefined>>;

/** Reads a plain object. What is missing, or stands in something that is no plain object, is `undefined`. */
export type ReadName = (record: Outer) => unknown;

/** The reader of one name or two; none for names that lists and texts have by themselves. */
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

/** Names alike in their letters may share a place; that costs time, never an answer. */
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
