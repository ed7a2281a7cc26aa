/** Applies an overlay to declarations; returns a new set, as if the changes had been made in the files. */

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
import type { AppliedOverlay, Change, ChangeKind, PlaceChange } from './types.ts';

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

/** Applies changes by kind; those that cannot be applied are findings, and the rest is still applied. */
export function applyOverlay(set: DeclarationSet, changes: readonly Change[]): AppliedOverlay {
  return wholly(applyInParts(set, changes));
}

/** Does the same, yielding after each change. */
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
  return kind === 'place' ? orderPlaces(named as readonly PlaceChange[]) : named;
}

/**
 * Orders places so that each neighbour comes before those that follow it. Several with the same neighbour end
 * up in order of their names, because the last one is inserted first. A cycle keeps the order of names, and
 * its first member finds no neighbour.
 */
function orderPlaces(places: readonly PlaceChange[]): readonly PlaceChange[] {
  const waiting = new Map(places.map((place) => [keyOf(place, place.field), place]));
  const byName = [...places].sort((one, other) => (one.name < other.name ? -1 : 1));
  const placed = byName.filter(({ after }) => after === undefined);
  const following = byName.filter(({ after }) => after !== undefined).reverse();
  const done: PlaceChange[] = [];
  const visit = (place: PlaceChange, trail: ReadonlySet<PlaceChange>): void => {
    if (done.includes(place) || trail.has(place)) return;
    const neighbour = place.after ? waiting.get(keyOf(place, place.after)) : undefined;
    if (neighbour) visit(neighbour, new Set([...trail, place]));
    done.push(place);
  };
  for (const place of [...placed, ...following]) visit(place, new Set());
  return done;
}

const keyOf = ({ screen, block, as }: PlaceChange, field: string): string =>
  `${screen} ${block} ${as} ${field}`;
