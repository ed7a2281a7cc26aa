/** Three-way merge of two overlays with a common base. */
import { changeKey, inOrder } from './changeNames.ts';
import { sameJson } from './sameJson.ts';
import type { Change, ChangeId } from './types.ts';

/** A change that both sides modified differently; an absent side removed it or never had it. */
export type ChangeConflict = ChangeId & {
  readonly base?: Change;
  readonly mine?: Change;
  readonly theirs?: Change;
};

export type Merged = { readonly changes: readonly Change[]; readonly conflicts: readonly ChangeConflict[] };

/** Merged changes of both sides; conflicting ones are left out of `changes`. */
export function mergeChanges(
  base: readonly Change[],
  mine: readonly Change[],
  theirs: readonly Change[],
): Merged {
  const [was, own, other] = [base, mine, theirs].map(byKey) as [Changes, Changes, Changes];
  const changes: Change[] = [];
  const conflicts: ChangeConflict[] = [];
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const sides = { base: was.get(key), mine: own.get(key), theirs: other.get(key) };
    const kept = keptOf(sides);
    if (kept === 'conflict') conflicts.push(conflictOf(key, sides));
    else if (kept) changes.push(kept);
  }
  return { changes: inOrder(changes), conflicts: inOrder(conflicts) };
}

type Changes = ReadonlyMap<string, Change>;
type Sides = Omit<ChangeConflict, keyof ChangeId>;

const byKey = (changes: readonly Change[]): Changes =>
  new Map(changes.map((change) => [changeKey(change), change]));

function keptOf({ base, mine, theirs }: Sides): Change | undefined | 'conflict' {
  if (sameJson(mine, theirs) || sameJson(theirs, base)) return mine;
  return sameJson(mine, base) ? theirs : 'conflict';
}

function conflictOf(key: string, { base, mine, theirs }: Sides): ChangeConflict {
  const [kind, name] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)];
  return {
    kind: kind as Change['kind'],
    name,
    ...(base && { base }),
    ...(mine && { mine }),
    ...(theirs && { theirs }),
  };
}
