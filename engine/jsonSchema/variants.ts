/** Alternatives (`oneOf`, `anyOf`) as one schema: a choice with conditions, listed values, or a plain merge. */
import { itemsOf } from './choiceField.ts';
import { expandSchema, type Reader } from './expandSchema.ts';
import { type Bag, isJson, type Placed } from './types.ts';

/** What a member needs: the discriminator has one of these values. */
export type Condition = { readonly by: string; readonly values: readonly string[] };

export type Settled = {
  readonly bag: Bag;
  /** The name of a member that tells the alternatives apart → the alternatives that have the member. */
  readonly conditions: ReadonlyMap<string, Condition>;
  /** An alternative is null. */
  readonly isNullable: boolean;
};

/** Merges the alternatives of a schema into it. */
export function settleVariants(reader: Reader, start: Bag): Settled {
  const bag: Bag = {
    ...start,
    words: new Map(start.words),
    properties: new Map(start.properties),
    required: new Set(start.required),
    groups: [...start.groups],
  };
  const conditions = new Map<string, Condition>();
  let isNullable = false;
  // Alternatives that are merged bring their own; reading each is counted, so that this ends.
  for (let group = bag.groups.shift(); group; group = bag.groups.shift()) {
    const expanded = group.flatMap((one) => {
      const found = expandSchema(reader, [one]);
      return found ? [{ found, placed: one }] : [];
    });
    const real = expanded.filter(({ found }) => !isNull(found));
    if (real.length < expanded.length) isNullable = true;
    const first = group[0]?.at ?? start.at;
    mergeGroup(reader, bag, { at: first.slice(0, first.lastIndexOf('/')), alternatives: real, conditions });
  }
  return { bag, conditions, isNullable };
}

const isNull = ({ words }: Bag): boolean =>
  words.get('type') === 'null' || (words.has('const') && words.get('const') === null);

type Alternative = { readonly found: Bag; readonly placed: Placed };
type Group = {
  readonly at: string;
  readonly alternatives: readonly Alternative[];
  readonly conditions: Map<string, Condition>;
};

function mergeGroup(reader: Reader, bag: Bag, group: Group): void {
  const { alternatives } = group;
  const [only] = alternatives;
  if (!only) return;
  if (alternatives.length === 1) merge(bag, only.found, true);
  else if (alternatives.every(({ found }) => isListed(found))) mergeLists(bag, alternatives);
  else mergeUnlike(reader, bag, group);
}

function mergeUnlike(reader: Reader, bag: Bag, group: Group): void {
  const { alternatives, at } = group;
  const shaped = alternatives.filter(({ found }) => found.properties.size > 0 || found.groups.length > 0);
  if (shaped.length > 0 && shaped.length < alternatives.length) reader.notes.note(at, 'alternatives');
  if (shaped.length === 1 && shaped[0]) {
    merge(bag, shaped[0].found, false);
    return;
  }
  if (shaped.length > 0) {
    mergeObjects(reader, bag, { ...group, alternatives: shaped });
    return;
  }
  const isOnlyLimits = alternatives.every(
    ({ found: { words, items } }) => !items && !words.has('type') && !isListed({ words }),
  );
  reader.notes.note(at, isOnlyLimits ? 'keyword' : 'alternatives', { word: at.split('/').at(-1) ?? '' });
  if (!isOnlyLimits) merge(bag, richest(alternatives).found, false);
}

const isListed = ({ words }: Pick<Bag, 'words'>): boolean =>
  words.has('const') || Array.isArray(words.get('enum'));

/** Free text takes what any of several texts does; a list is worth more than one entry. */
const richest = (alternatives: readonly Alternative[]): Alternative =>
  alternatives.find(({ found }) => found.items) ??
  alternatives.find(({ found }) => found.words.get('type') === 'string' && !isListed(found)) ??
  (alternatives[0] as Alternative);

function mergeLists(bag: Bag, alternatives: readonly Alternative[]): void {
  const listed = alternatives.flatMap(({ found: { words } }) => {
    const values = words.has('const') ? [words.get('const')] : (words.get('enum') as readonly unknown[]);
    return values.map((value) => ({ value, title: values.length === 1 ? words.get('title') : undefined }));
  });
  bag.words.set(
    'enum',
    listed.map(({ value }) => value),
  );
  bag.words.set(
    'enumNames',
    listed.map(({ title }) => title ?? ''),
  );
}

function merge(bag: Bag, other: Bag, isWhole: boolean): void {
  for (const [word, value] of other.words) if (!bag.words.has(word)) bag.words.set(word, value);
  for (const [name, placed] of other.properties)
    bag.properties.set(name, [...(bag.properties.get(name) ?? []), ...placed]);
  if (isWhole) for (const name of other.required) bag.required.add(name);
  bag.groups.push(...other.groups);
  if (!bag.items) Object.assign(bag, { items: other.items });
}

/** Members of all alternatives; those of some are shown for the values of the discriminator that have them. */
function mergeObjects(reader: Reader, bag: Bag, { at, alternatives, conditions }: Group): void {
  const settled = alternatives.map((one) => {
    const inner = one.found.groups.length > 0 ? settleVariants(reader, one.found).bag : one.found;
    return { ...one, found: inner };
  });
  const told = discriminator(reader, bag, settled);
  for (const { found } of settled)
    for (const [name, placed] of found.properties)
      if (name !== told?.by && !bag.properties.has(name)) bag.properties.set(name, placed);
  if (told) tellApart(bag, settled, { told, conditions });
  else reader.notes.note(at, 'variants');
}

type Telling = { readonly told: Told; readonly conditions: Group['conditions'] };

function tellApart(bag: Bag, settled: readonly Alternative[], { told, conditions }: Telling): void {
  bag.properties.set(told.by, [{ schema: told.schema, at: told.at, trail: [] }]);
  bag.required.add(told.by);
  const names = new Set(settled.flatMap(({ found }) => [...found.properties.keys()]));
  names.delete(told.by);
  for (const name of names) {
    const owners = settled.flatMap(({ found }, index) =>
      found.properties.has(name) ? [{ found, index }] : [],
    );
    if (owners.every(({ found }) => found.required.has(name))) bag.required.add(name);
    const values = owners.map(({ index }) => told.items[index] ?? '');
    if (owners.length < settled.length) conditions.set(name, { by: told.by, values });
  }
}

type Told = {
  readonly by: string;
  readonly at: string;
  readonly schema: object;
  /** The item of each alternative. */
  readonly items: readonly string[];
};

/** The member whose value differs in each alternative: the one that is named, or the first. */
function discriminator(reader: Reader, bag: Bag, alternatives: readonly Alternative[]): Told | undefined {
  const named = bag.words.get('discriminator');
  const stated = isJson(named) && typeof named.propertyName === 'string' ? named.propertyName : undefined;
  const [first] = alternatives;
  const names = stated === undefined ? [...(first?.found.properties.keys() ?? [])] : [stated];
  for (const by of names) {
    const values = alternatives.map(
      ({ found, placed }) => onlyValue(reader, found, by) ?? mapped(named, placed),
    );
    const isTold =
      values.every((one) => one !== undefined && one !== '') && new Set(values).size === values.length;
    if (!isTold) continue;
    const items = itemsOf(values);
    const title = first && titleOf(reader, first.found, by);
    const place = first?.found.properties.get(by)?.[0]?.at ?? first?.found.at ?? bag.at;
    return {
      by,
      at: place,
      schema: { ...(title !== undefined && { title }), enum: values },
      items: values.map((value) => items.get(value)?.name ?? ''),
    };
  }
  return undefined;
}

/** The only value of a member. */
function onlyValue(reader: Reader, { properties }: Bag, name: string): unknown {
  const words = expandSchema(reader, properties.get(name) ?? [])?.words;
  const listed = words?.get('enum');
  const value = words?.has('const')
    ? words.get('const')
    : Array.isArray(listed) && listed.length === 1 && listed[0];
  return typeof value === 'string' ? value : undefined;
}

/** In OpenAPI, the value is in the mapping, or it is the name of the schema. */
function mapped(named: unknown, { schema }: Placed): string | undefined {
  const ref = isJson(schema) ? schema.$ref : undefined;
  if (!isJson(named) || typeof ref !== 'string') return undefined;
  const own = isJson(named.mapping)
    ? Object.entries(named.mapping).find(([, to]) => to === ref)?.[0]
    : undefined;
  return own ?? ref.split('/').at(-1);
}

const titleOf = (reader: Reader, { properties }: Bag, name: string): unknown =>
  expandSchema(reader, properties.get(name) ?? [])?.words.get('title');
