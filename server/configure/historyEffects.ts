/** Says which changes a publication lets expire: nothing brings them back. */
import type { Effect, EntityModel, Model, OverlayFinding } from '#engine';
import { agedChanges } from '../jobs/cleanAged.ts';
import { isAllowed } from '../operations/authorize.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import type { Store } from '../store/types.ts';
import type { Step as Publication } from './publicationStep.ts';
import { textsOf } from './ruleEffects.ts';

type Step = { readonly live: Model; readonly next: Model };
type Counted = { readonly now: Date; readonly mayCount: (entity: string) => boolean };

export async function historyEffects(
  store: Pick<Store, 'count'>,
  { live, next }: Step,
  { now, mayCount }: Counted,
): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const { entity, years } of shortened({ live, next })) {
    const { id, plural } = entity;
    const isCounted = live.entities.has('history') && mayCount(id);
    const count = isCounted ? await store.count('history', agedChanges(id, years, now)) : 0;
    effects.push({
      ...{ verdict: 'Safe', count, code: count > 0 ? 'effect.history-expires' : 'effect.history-limited' },
      change: { kind: 'activity', name: id },
      params: { entity: textsOf(next, plural), years: String(years) },
    });
  }
  return effects;
}

/** Whoever lets changes expire, for good, must be allowed to see and edit the records that they are of. */
export function historyBeyond({ live, next, features, user }: Publication): readonly OverlayFinding[] {
  return shortened({ live, next }).flatMap(({ entity: { id } }) => {
    const policy = live.entities.get(id)?.policy;
    // A new entity has no history yet.
    if (!policy) return [];
    const isOpen = isAllowed(policy.view, features) && isAllowed(policy.update, features);
    if (isOpen && seesEvery(live, id, { user, features })) return [];
    const change = { kind: 'activity', name: id } as const;
    const at = '/activity/historyYears';
    return [{ change, at, level: 'error', code: 'history-not-yours', params: { entity: id } } as const];
  });
}

/** Entities whose changes would be kept for less time than now. */
function shortened({
  live,
  next,
}: Step): readonly { readonly entity: EntityModel; readonly years: number }[] {
  return [...next.entities.values()].flatMap((entity) => {
    const years = entity.activity?.historyYears;
    const before = live.entities.get(entity.id)?.activity?.historyYears ?? Number.POSITIVE_INFINITY;
    return years !== undefined && years < before ? [{ entity, years }] : [];
  });
}
