/** An overlay laid over declarations: a new set, as if somebody had written the changes in the files. */

import { withParts } from '../model/withParts.ts';
import { type Parts, wholly } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { applyFeature, applyMessage, applyRole } from './applyAccess.ts';
import { applyAdjust } from './applyAdjust.ts';
import { applyEntity } from './applyEntity.ts';
import { applyField } from './applyField.ts';
import { applyLookup } from './applyLookup.ts';
import { applyPlace } from './applyPlace.ts';
import { applyRule } from './applyRule.ts';
import { changeKinds } from './changeNames.ts';
import { closedEntity } from './closedEntity.ts';
import { createDraft, type DeclarationDraft } from './declarationDraft.ts';
import { orderPlaces } from './orderPlaces.ts';
import type { AppliedOverlay, Change, ChangeKind } from './types.ts';

type Apply<Kind extends ChangeKind> = (
  change: Extract<Change, { kind: Kind }>,
  draft: DeclarationDraft,
) => void;

const applying: { readonly [Kind in ChangeKind]: Apply<Kind> } = {
  feature: applyFeature,
  message: applyMessage,
  lookup: applyLookup,
  entity: applyEntity,
  field: applyField,
  adjust: applyAdjust,
  rule: applyRule,
  role: applyRole,
  place: applyPlace,
};

/** Applies changes kind by kind; what cannot be applied is a finding, and all else is applied nevertheless. */
export function applyOverlay(set: DeclarationSet, changes: readonly Change[]): AppliedOverlay {
  return wholly(applyInParts(set, changes));
}

/** The same, stopping after each change. */
export function* applyInParts(set: DeclarationSet, changes: readonly Change[]): Parts<AppliedOverlay> {
  const draft = createDraft(changes.length === 0 ? set : withParts(set));
  for (const kind of changeKinds)
    for (const change of ofKind(kind, changes)) {
      const closed = closedEntity(change, draft);
      if (closed) draft.report(change, 'entity-closed', { at: closed.at, params: { entity: closed.entity } });
      else (applying[kind] as Apply<ChangeKind>)(change as never, draft);
      yield;
    }
  return yield* draft.result();
}

function ofKind(kind: ChangeKind, changes: readonly Change[]): readonly Change[] {
  const named = changes
    .filter((change) => change.kind === kind)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return kind === 'place' ? orderPlaces(named as Parameters<typeof orderPlaces>[0]) : named;
}
