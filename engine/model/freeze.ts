/** Freezes a model and computes its version. */
import type { DeclarationSet, Model } from '../types/modelTypes.ts';

/** Freezes everything but seed and case records, which are plain data and many; yields per entity. */
export function* freezeModel(model: Model): Generator<void, Model> {
  for (const entity of model.entities.values()) {
    for (const key of Object.keys(entity) as (keyof typeof entity)[])
      if (key !== 'seed' && key !== 'cases') deepFreeze(entity[key]);
    Object.freeze(entity);
    yield;
  }
  for (const screen of model.screens.values()) deepFreeze(screen);
  yield;
  for (const query of model.queries.values()) deepFreeze(query);
  for (const lookup of model.lookups.values()) deepFreeze(lookup);
  for (const role of model.roles.values()) deepFreeze(role);
  deepFreeze(model.routes);
  deepFreeze(model.settings);
  return Object.freeze(model);
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if (value instanceof Map) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}

/** A short hash (FNV-1a, two lanes) of the declarations: equal declarations have equal versions. */
export function versionOf(set: DeclarationSet): string {
  let hash: Hash = { low: 0x811c9dc5, high: 0x01000193 };
  for (const { file, json } of [...set.files].sort((one, other) => (one.file < other.file ? -1 : 1))) {
    // Seeds and cases do not affect behaviour and are by far the longest.
    if (/\/(seed|cases)\.json$/.test(file)) continue;
    hash = mixed(hash, `${file} ${hashOf(json)}`);
  }
  return textOf(hash);
}

type Hash = { readonly low: number; readonly high: number };

/** Cached: most files of a draft are those of the previous draft. */
const hashes = new WeakMap<object, string>();

function hashOf(json: DeclarationSet['files'][number]['json']): string {
  const known = typeof json === 'object' && json !== null ? hashes.get(json) : undefined;
  if (known !== undefined) return known;
  const hash = textOf(mixed({ low: 0x811c9dc5, high: 0x01000193 }, JSON.stringify(json)));
  if (typeof json === 'object' && json !== null) hashes.set(json, hash);
  return hash;
}

function mixed({ low, high }: Hash, text: string): Hash {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
  }
  return { low, high };
}

const textOf = ({ low, high }: Hash): string =>
  (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0');
