/** What becomes of an overlay when the declarations under it are new ones. */

import { wholly } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseValues } from './baseValues.ts';
import { changeKey } from './changeNames.ts';
import { applySound } from './checkOverlay.ts';
import { baseOf, remembersBase, takesAway, wordsOf } from './rememberBase.ts';
import { sameJson } from './sameJson.ts';
import type { Change, ChangeId } from './types.ts';

/** A change the new declarations speak of: what they said when it was written, and what they say now. */
export type AffectedChange = {
  readonly change: Change;
  readonly was: object | undefined;
  readonly is: object | undefined;
  /** Words of the change whose base says something third now. */
  readonly moved: readonly string[];
  /** It cannot be applied to the new declarations. */
  readonly broken: boolean;
};

export type Upgrade = {
  /** Fit as they are. */
  readonly clean: readonly Change[];
  /** Their base has changed, or they cannot be applied any more: somebody has to look. */
  readonly conflicting: readonly AffectedChange[];
  /** The new base says by itself what they say. */
  readonly obsolete: readonly AffectedChange[];
};

/** Sorts changes by what the new declarations mean for them; each remembers in `was` what it replaced. */
export function threeWay(
  newBase: DeclarationSet,
  changes: readonly Change[],
  broken: readonly ChangeId[] = brokenBy(newBase, changes),
): Upgrade {
  const keys = new Set(broken.map(changeKey));
  const found = {
    clean: [] as Change[],
    conflicting: [] as AffectedChange[],
    obsolete: [] as AffectedChange[],
  };
  for (const change of changes) {
    const one = affectedBy(newBase, change, keys.has(changeKey(change)));
    const state = stateOf(one);
    if (state === 'clean') found.clean.push(change);
    else found[state].push(one);
  }
  return found;
}

function brokenBy(newBase: DeclarationSet, changes: readonly Change[]): readonly ChangeId[] {
  return wholly(applySound(newBase, changes)).findings.flatMap(({ change, level }) =>
    change && level === 'error' ? [change] : [],
  );
}

function affectedBy(newBase: DeclarationSet, change: Change, broken: boolean): AffectedChange {
  const was = (change as { readonly was?: object }).was;
  const is = remembersBase(change) ? baseOf(newBase, change) : baseValues(newBase, change);
  return { change, was, is, moved: remembersBase(change) ? movedWords(change, was, is) : [], broken };
}

/** Words whose base is another than it was, and not what the change says. */
function movedWords(change: Change, was: object | undefined, is: object | undefined): readonly string[] {
  return differing(was, is).filter((name) => !sameJson(memberOf(change, name), memberOf(is, name)));
}

function stateOf({ change, was, is, moved, broken }: AffectedChange): keyof Upgrade {
  const isOther = remembersBase(change) && !sameBase(was, is);
  if (isOther && saysTheSame(change, is)) return 'obsolete';
  if (broken) return 'conflicting';
  if (!isOther || (takesAway(change) && change.kind !== 'rule')) return 'clean';
  return moved.length > 0 || is === undefined ? 'conflicting' : 'clean';
}

const sameBase = (was: object | undefined, is: object | undefined): boolean =>
  (was === undefined) === (is === undefined) && differing(was, is).length === 0;

function differing(was: object | undefined, is: object | undefined): readonly string[] {
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names].filter((name) => !sameJson(memberOf(was, name), memberOf(is, name)));
}

/** Whether every word of the change stands in the base already; what it takes away is not there. */
function saysTheSame(change: Change, is: object | undefined): boolean {
  if (takesAway(change)) return is === undefined;
  return (
    is !== undefined &&
    Object.entries(wordsOf(change)).every(([name, value]) => sameJson(value, memberOf(is, name)))
  );
}

/** A member that may be written as null in what a database gives back. */
function memberOf(of: object | undefined, name: string): unknown {
  return (of as Readonly<Record<string, unknown>> | undefined)?.[name] ?? undefined;
}
