/** What somebody decides about a change whose base has become another. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseOf, takesAway, wordsOf } from './rememberBase.ts';
import type { AffectedChange } from './threeWay.ts';
import type { Change } from './types.ts';

/** Keep the change; take what is shipped where it has moved, and keep the rest; or let all of it go. */
export type UpgradeTake = 'mine' | 'shipped' | 'drop';

/** What may be decided: what cannot be applied cannot stay as it is. */
export function choicesOf(affected: AffectedChange): readonly UpgradeTake[] {
  const { broken, is } = affected;
  const mine: readonly UpgradeTake[] = broken ? [] : ['mine'];
  if (is === undefined) return [...mine, 'drop'];
  return withoutMoved(affected) ? [...mine, 'shipped', 'drop'] : [...mine, 'shipped'];
}

/** The change as it is from now on; undefined: it goes. */
export function resolveUpgrade(
  newBase: DeclarationSet,
  affected: AffectedChange,
  take: UpgradeTake,
): Change | undefined {
  if (take === 'drop') return undefined;
  const left = take === 'mine' ? affected.change : withoutMoved(affected);
  return left && onBase(newBase, left);
}

/** Of an adjustment what the new declarations do not speak against; other changes are one thing. */
function withoutMoved({ change, moved, broken }: AffectedChange): Change | undefined {
  if (change.kind !== 'adjust' || broken || moved.length === 0 || takesAway(change)) return undefined;
  const rest = Object.keys(wordsOf(change)).filter((name) => !moved.includes(name));
  if (rest.length === 0) return undefined;
  const members = Object.entries(change).filter(([name]) => !moved.includes(name));
  return Object.fromEntries(members) as unknown as Change;
}

function onBase(newBase: DeclarationSet, change: Change): Change {
  const { was: _, ...bare } = change as Change & { was?: object };
  const is = baseOf(newBase, change);
  return (is ? { ...bare, was: is } : bare) as unknown as Change;
}
