/** Refuses widgets on screens that show what the publisher may not see. */
import { type BlockReads, blockReads, type OverlayFinding, sameJson } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { hiddenRead } from '../operations/hiddenReads.ts';
import type { Candidate } from './createCandidates.ts';
import type { Step } from './publicationStep.ts';

/** Checks new and changed widgets only; existing ones are their author's responsibility. */
export function blocksBeyond(
  step: Pick<Step, 'live' | 'next' | 'features' | 'earlier'>,
  { set, changes }: Pick<Candidate, 'set' | 'changes'>,
  inForce: Candidate['changes'],
): readonly OverlayFinding[] {
  const known = new Map(inForce.map((change) => [`${change.kind}/${change.name}`, change]));
  const isNew = ({ change }: BlockReads) => !sameJson(known.get(`block/${change.name}`), change);
  return blockReads(set, changes)
    .filter(isNew)
    .flatMap((reads) => beyond(step, reads));
}

function beyond(
  { live, next, features, earlier = [] }: Parameters<typeof blocksBeyond>[0],
  { change: { kind, name }, entity: id, fields }: BlockReads,
): readonly OverlayFinding[] {
  const entity = next.entities.get(id);
  // A new entity has no records yet.
  if (!entity || ![live, ...earlier].some(({ entities }) => entities.has(id))) return [];
  const finding = (at: string, code: string, params = {}): OverlayFinding => ({
    ...{ change: { kind, name }, at, level: 'error', code },
    params: { ...params, entity: id },
  });
  if (!isAllowed(entity.policy.view, features)) return [finding('/settings/entity', 'not-yours-to-place')];
  return fields.flatMap(({ path, at }) => {
    const reads = [{ from: '$' as const, path: path.split('.') }];
    const hidden = hiddenRead({ model: next, features }, entity, [{ reads }]);
    return hidden === undefined ? [] : [finding(at, 'not-yours-to-place-field', { field: hidden })];
  });
}
