/** The shipped values that a change replaces: the content of its `was`. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { createDraft, type DeclarationDraft } from './declarationDraft.ts';
import { definitionOf } from './kinds/registry.ts';
import type { Change } from './types.ts';

/** Cached and read-only, because it is needed for every change of a draft. */
const bases = new WeakMap<DeclarationSet, DeclarationDraft>();

/** The base values of a change's members; undefined where the base has nothing of the kind. */
export function baseValues(set: DeclarationSet, change: Change): object | undefined {
  const draft = bases.get(set) ?? createDraft(set);
  bases.set(set, draft);
  return definitionOf(change).base?.(change, draft);
}
