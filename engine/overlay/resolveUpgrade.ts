/** Resolves a change whose base has changed. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseOf, takesAway, wordsOf } from './rememberBase.ts';
import type { AffectedChange } from './threeWay.ts';
import type { Change } from './types.ts';

/** Keep the change; take the shipped values where they changed; or drop the change. */
export type UpgradeTake = 'mine' | 'shipped' | 'drop';

/** The available choices: a change that cannot be applied cannot be kept. */
export function choicesOf(affected: AffectedChange): readonly UpgradeTake[] {
  const { broken, is } = affected;
  const mine: readonly UpgradeTake[] = broken ? [] : ['mine'];
  if (is === undefined) return [...mine, 'drop'];
  return withoutMoved(affected) ? [...mine, 'shipped', 'drop'] : [...mine, 'shipped'];
}

/** The resolved change; undefined: it is dropped. */
export function resolveUpgrade(
  newBase: DeclarationSet,
  affected: AffectedChange,
  take: UpgradeTake,
): Change | undefined {
  if (take === 'drop') return undefined;
  const left = take === 'mine' ? affected.change : withoutMoved(affected);
  return left && onBase(newBase, left);
}

/** The members of an adjustment that the new declarations do not contradict; others are indivisible. */
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
