/** Parts: what several entities share is declared once (schemas/parts) and merged into each that names it. */
import type { EntityDeclaration, PartDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationFile, DeclarationSet } from '../types/modelTypes.ts';

type Json = Readonly<Record<string, unknown>>;
type Stated = { readonly part: PartDeclaration; readonly words: Readonly<Record<string, string>> };

/** Expands every part in its entities, whose own declarations take precedence. Idempotent. */
export function withParts(set: DeclarationSet): DeclarationSet {
  const parts = new Map(
    set.files
      .filter(({ file }) => isPart(file))
      .map(({ json }) => [(json as PartDeclaration).$id, json as PartDeclaration]),
  );
  if (parts.size === 0) return set;
  const users = new Map<string, readonly Stated[]>();
  for (const { file, json } of set.files)
    if (file.endsWith('/entity.json')) {
      const stated = statedParts(json as EntityDeclaration, parts);
      if (stated.length > 0) users.set((json as EntityDeclaration).$id, stated);
    }
  const named = JSON.stringify([...users].map(([id, stated]) => [id, stated.map(({ part }) => part.$id)]));
  return { files: set.files.map((entry) => ({ ...entry, json: mergedOnce(entry, users, named) })) };
}

export const isPart = (file: string): boolean => /(^|\/)schemas\/parts\/[^/]+\.json$/.test(file);

function statedParts(
  { $id, 'x-parts': named }: EntityDeclaration,
  parts: ReadonlyMap<string, PartDeclaration>,
): readonly Stated[] {
  return Object.entries(named ?? {}).flatMap(([name, words]) => {
    const part = parts.get(name);
    return part ? [{ part, words: { ...(words as Stated['words']), entity: $id } }] : [];
  });
}

type Merged = { readonly stated: string; readonly json: DeclarationFile['json'] };

/** Cached: most files of a draft are unchanged, and readers cache by the identity of merged objects. */
const known = new WeakMap<object, Merged>();

function mergedOnce(
  entry: DeclarationFile,
  users: ReadonlyMap<string, readonly Stated[]>,
  named: string,
): DeclarationFile['json'] {
  const { file, json } = entry;
  const kind = kindOf(file);
  if (!kind && !holdsTexts(file)) return json;
  const stated = kind ? (users.get(entityOf(kind, json as Json)) ?? []) : [];
  if (kind && stated.length === 0) return json;
  // Texts depend on which entities have which parts, and on nothing else of them.
  const key = kind ? JSON.stringify([kind, stated.map(({ part, words }) => [part[kind], words])]) : named;
  const before = known.get(json as object);
  if (before?.stated === key) return before.json;
  const made = merged(entry, users);
  known.set(json as object, { stated: key, json: made });
  return made;
}

const holdsTexts = (file: string): boolean => /(^|\/)schemas\/messages\//.test(file);

type Kind = 'entity' | 'behaviour' | 'api';

const kindOf = (file: string) => /\/(entity|behaviour|api)\.json$/.exec(file)?.[1] as Kind | undefined;

const entityOf = (kind: Kind, own: Json) => String(kind === 'entity' ? own.$id : own.for);

function merged(
  { file, json }: DeclarationFile,
  users: ReadonlyMap<string, readonly Stated[]>,
): DeclarationFile['json'] {
  const own = json as Json;
  if (holdsTexts(file)) return withLabels(own, users);
  const kind = kindOf(file);
  if (!kind) return json;
  const stated = users.get(entityOf(kind, own)) ?? [];
  return stated.reduce((whole: Json, { part, words }) => {
    const common = part[kind] && filled(part[kind] as Json, words);
    return common ? merge(whole, common) : whole;
  }, own);
}

/** The part with the words of one entity substituted for `<word>`. */
function filled(part: Json, words: Stated['words']): Json {
  const text = JSON.stringify(part).replace(/<([a-z][a-z-]*)>/gi, (place, word: string) =>
    words[word] === undefined ? place : JSON.stringify(words[word]).slice(1, -1),
  );
  return JSON.parse(text) as Json;
}

/** Merges objects by member and lists by the key of their items; the entity takes precedence. */
function merge(own: Json, common: Json): Json {
  const both = Object.entries(common).map(([name, value]) => [name, mergeValue(own[name], value)]);
  return { ...own, ...Object.fromEntries(both) };
}

function mergeValue(own: unknown, common: unknown): unknown {
  if (own === undefined) return common;
  if (Array.isArray(own) && Array.isArray(common)) {
    const byName = new Map(own.map((item) => [nameOf(item), item]));
    const names = new Set(common.map(nameOf));
    return [
      ...common.map((item) => byName.get(nameOf(item)) ?? item),
      ...own.filter((item) => !names.has(nameOf(item))),
    ];
  }
  return isObject(own) && isObject(common) && !isWhole(own) ? merge(own, common) : own;
}

/** The key of a list item: the id of a rule, the path of a route, or the item itself. */
function nameOf(item: unknown): unknown {
  if (!isObject(item)) return item;
  return item.id ?? item.route ?? JSON.stringify(item);
}

/** A field is overridden as a whole. */
const isWhole = (own: Json): boolean => 'title' in own || 'type' in own || '$ref' in own;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Repeats labels of a part's fields for each entity that has them. */
function withLabels(own: Json, users: ReadonlyMap<string, readonly Stated[]>): Json {
  const texts = own.messages as Readonly<Record<string, unknown>>;
  const entitiesOf = new Map<string, string[]>();
  for (const [entity, stated] of users)
    for (const { part } of stated) entitiesOf.set(part.$id, [...(entitiesOf.get(part.$id) ?? []), entity]);
  const labels = Object.keys(texts).flatMap((key) => {
    const [kind = '', part = ''] = key.split('.', 2);
    const entities = labelKinds.has(kind) ? entitiesOf.get(part) : undefined;
    return entities ? [{ key, kind, part, entities }] : [];
  });
  if (labels.length === 0) return own;
  const messages = { ...texts };
  for (const { key, kind, part, entities } of labels) {
    const rest = key.slice(kind.length + part.length + 2);
    for (const entity of entities) messages[`${kind}.${entity}.${rest}`] ??= texts[key];
    if (!users.has(part)) delete messages[key];
  }
  return { ...own, messages };
}

const labelKinds = new Set(['field', 'help', 'shape']);
