/** Merges references and `allOf` into one schema, in bounded work. */
import type { Notes } from './createNotes.ts';
import { type Anchors, below, pointerOf, valueAt } from './pointers.ts';
import { type Bag, isJson, type Json, type Placed } from './types.ts';

export type Reader = {
  readonly document: unknown;
  readonly anchors: Anchors;
  readonly notes: Notes;
  /** Schemas that may still be read; references among `allOf` multiply. */
  readonly budget: { left: number };
};

/** Longer chains of references and deeper nesting are not followed. */
const deepest = 40;

/** The merged schema; undefined for one that cannot be read, which is noted. */
export function expandSchema(reader: Reader, placed: readonly Placed[]): Bag | undefined {
  const [first] = placed;
  if (!first) return undefined;
  const bag: Bag = {
    at: first.at,
    words: new Map(),
    properties: new Map(),
    required: new Set(),
    groups: [],
  };
  const isRead = placed.map((one) => gather(reader, one, bag)).some(Boolean);
  return isRead ? bag : undefined;
}

function gather(reader: Reader, { schema, at, trail }: Placed, bag: Bag): boolean {
  const { notes, budget } = reader;
  budget.left -= 1;
  if (budget.left < 0) return noted(notes, at, 'too-large');
  if (trail.length > deepest) return noted(notes, at, 'too-deep');
  if (schema === true) return true;
  if (!isJson(schema)) return noted(notes, at, 'not-schema');
  takeWords(reader, schema, { at, trail }, bag);
  const { $ref, $recursiveRef, $dynamicRef, allOf } = schema;
  const ref = [$ref, $dynamicRef, $recursiveRef].find((one) => typeof one === 'string');
  const isFollowed = typeof ref !== 'string' || follow(reader, ref, { at, trail }, bag);
  const parts = Array.isArray(allOf) ? allOf : [];
  for (const [index, part] of parts.entries())
    gather(reader, { schema: part, at: below(at, 'allOf', index), trail: [...trail, ''] }, bag);
  return isFollowed || parts.length > 0 || isJson(schema.properties);
}

type Here = Omit<Placed, 'schema'>;

function follow(reader: Reader, ref: string, { at, trail }: Here, bag: Bag): boolean {
  const { notes, anchors, document } = reader;
  const place = below(at, '$ref');
  const pointer = pointerOf(ref, anchors);
  if (pointer === undefined) return noted(notes, place, 'reference-remote', ref);
  if (trail.includes(`#${pointer}`)) return noted(notes, place, 'recursive', ref);
  const schema = valueAt(document, pointer);
  if (schema === undefined) return noted(notes, place, 'reference-missing', ref);
  return gather(reader, { schema, at: pointer, trail: [...trail, `#${pointer}`] }, bag);
}

/** Words with a meaning of their own here; of all others, the first stays. */
const merged = new Set(['properties', 'required', 'allOf', 'oneOf', 'anyOf', 'items', '$ref']);

function takeWords(reader: Reader, schema: Json, { at, trail }: Here, bag: Bag): void {
  const { required, items } = schema;
  const placed = (one: unknown, ...steps: readonly (string | number)[]): Placed => ({
    schema: one,
    at: below(at, ...steps),
    trail: [...trail, ''],
  });
  takeMembers(schema, bag, placed);
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string') bag.required.add(name);
  if (items !== undefined && !bag.items && !Array.isArray(items))
    Object.assign(bag, { items: placed(items, 'items') });
  noteIgnored(reader.notes, schema, at);
  for (const [word, value] of Object.entries(schema))
    if (!merged.has(word)) bag.words.set(word, mergedWord(word, bag.words.get(word), value));
}

type Placing = (one: unknown, ...steps: readonly (string | number)[]) => Placed;

function takeMembers({ properties, oneOf, anyOf }: Json, bag: Bag, placed: Placing): void {
  for (const [name, one] of Object.entries(isJson(properties) ? properties : {}))
    bag.properties.set(name, [...(bag.properties.get(name) ?? []), placed(one, 'properties', name)]);
  for (const [word, group] of Object.entries({ oneOf, anyOf }))
    if (Array.isArray(group) && group.length > 0)
      bag.groups.push(group.map((one, index) => placed(one, word, index)));
}

/** Words that restrict records in ways that fields cannot; each is named at its place. */
const ignored = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependencies'],
  ...['dependentSchemas', 'dependentRequired', 'minProperties', 'maxProperties', 'contains'],
  ...['minContains', 'maxContains', 'prefixItems', 'contentSchema', 'extends', 'disallow', 'divisibleBy'],
];

function noteIgnored(notes: Notes, schema: Json, at: string): void {
  for (const word of ignored)
    if (Object.hasOwn(schema, word)) notes.note(below(at, word), 'keyword', { word });
  if (Array.isArray(schema.items)) notes.note(below(at, 'items'), 'keyword', { word: 'items' });
  for (const word of ['additionalProperties', 'unevaluatedProperties'])
    if (isJson(schema[word]) && Object.keys(schema[word]).length > 0)
      notes.note(below(at, word), 'keyword', { word });
}

/** Limits of all parts hold, so the narrower one does. */
function mergedWord(word: string, before: unknown, value: unknown): unknown {
  if (before === undefined) return value;
  if (typeof before === 'number' && typeof value === 'number') {
    if (/^(exclusiveMin|min)/.test(word)) return Math.max(before, value);
    if (/^(exclusiveMax|max)/.test(word)) return Math.min(before, value);
  }
  if (word === 'enum' && Array.isArray(before) && Array.isArray(value)) {
    const texts = new Set(value.map((one) => JSON.stringify(one)));
    return before.filter((one) => texts.has(JSON.stringify(one)));
  }
  return before;
}

function noted(notes: Notes, at: string, code: string, word?: string): false {
  notes.note(at, code, word === undefined ? {} : { word: word.slice(0, 200) });
  return false;
}
