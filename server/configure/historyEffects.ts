/** Says which changes a publication lets expire: nothing brings them back. */
import type { Effect, Model } from '#engine';
import { agedChanges } from '../jobs/cleanAged.ts';
import type { Store } from '../store/types.ts';
import { textsOf } from './ruleEffects.ts';

type Step = { readonly live: Model; readonly next: Model };
type Counted = { readonly now: Date; readonly mayCount: (entity: string) => boolean };

export async function historyEffects(
  store: Pick<Store, 'count'>,
  { live, next }: Step,
  { now, mayCount }: Counted,
): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const { id, plural, activity } of next.entities.values()) {
    const years = activity?.historyYears;
    const before = live.entities.get(id)?.activity?.historyYears ?? Number.POSITIVE_INFINITY;
    if (years === undefined || years >= before) continue;
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
