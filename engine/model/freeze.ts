/** Freezing and naming a model. */
import type { DeclarationSet, Model } from './types.ts';

/** Freezes everything but the records of seeds and cases, which are data and many; an entity a step. */
export function* freezeModel(model: Model): Generator<void, Model> {
  for (const entity of model.entities.values()) {
    for (const key of Object.keys(entity) as (keyof typeof entity)[])
      if (key !== 'seed' && key !== 'cases') deepFreeze(entity[key]);
    Object.freeze(entity);
    yield;
  }
  for (const screen of model.screens.values()) deepFreeze(screen);
  yield;
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

/** A short hash (FNV-1a, two lanes) of the declarations' texts: the same declarations, the same version. */
export function versionOf(set: DeclarationSet): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (const { file, json } of [...set.files].sort((one, other) => (one.file < other.file ? -1 : 1))) {
    // Seeds and cases do not change what a model does, and are by far the longest.
    if (/\/(seed|cases)\.json$/.test(file)) continue;
    const text = `${file}\n${JSON.stringify(json)}\n`;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ (code + index), 0x85ebca6b);
    }
  }
  return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0');
}
