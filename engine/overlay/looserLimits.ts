/** Which limits of a change would let more through than there was. */
import type { Field } from '../declaration/types.generated.ts';
import { limitNames } from './fieldDeclaration.ts';
import type { AdjustChange } from './types.ts';

type Limit = (typeof limitNames)[number];

/** Limits that are wider than the declared ones; a pattern cannot be compared, so that another one counts as wider. */
export function looserLimits(change: Pick<AdjustChange, Limit>, field: Pick<Field, Limit>): readonly Limit[] {
  return limitNames.filter((limit) => {
    const [next, is] = [change[limit], field[limit]];
    if (next === undefined || is === undefined || next === is) return false;
    if (limit === 'pattern') return true;
    return limit.startsWith('min') ? Number(next) < Number(is) : Number(next) > Number(is);
  });
}
