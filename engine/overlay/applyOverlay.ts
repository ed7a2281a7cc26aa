/** Applies an overlay to declarations; returns a new set, as if the changes had been made in the files. */

import { withParts } from '../model/withParts.ts';
import { type Parts, wholly } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { changeKinds } from './changeNames.ts';
import { createDraft } from './declarationDraft.ts';
import { definitionOf } from './kinds/registry.ts';
import type { AppliedOverlay, Change, ChangeKind } from './types.ts';

/** Applies changes by kind; those that cannot be applied are findings, and the rest is still applied. */
export function applyOverlay(set: DeclarationSet, changes: readonly Change[]): AppliedOverlay {
  return wholly(applyInParts(set, changes));
}

/** Does the same, yielding after each change. */
export function* applyInParts(set: DeclarationSet, changes: readonly Change[]): Parts<AppliedOverlay> {
  const draft = createDraft(changes.length === 0 ? set : withParts(set));
  for (const kind of changeKinds)
    for (const change of ofKind(kind, changes)) {
      const { entities, apply } = definitionOf(change);
      // System entities (people, sessions, files, history, …) are closed to overlays: rights must not change.
      const closed = entities?.(change, draft).find(({ entity }) => draft.isClosed(entity));
      if (closed) draft.report(change, 'entity-closed', { at: closed.at, params: { entity: closed.entity } });
      else apply(change, draft);
      yield;
    }
  return yield* draft.result();
}

function ofKind(kind: ChangeKind, changes: readonly Change[]): readonly Change[] {
  const named = changes
    .filter((change) => change.kind === kind)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return definitionOf({ kind }).order?.(named) ?? named;
}
