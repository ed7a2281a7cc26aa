/** Compares an overlay with new declarations under it. */

import { wholly } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseValues } from './baseValues.ts';
import { changeKey } from './changeNames.ts';
import { applySound } from './checkOverlay.ts';
import { baseOf, remembersBase, takesAway, wordsOf } from './rememberBase.ts';
import { sameJson } from './sameJson.ts';
import type { Change, ChangeId } from './types.ts';

/** A change affected by new declarations: the base when it was written, and the base now. */
export type AffectedChange = {
  readonly change: Change;
  readonly was: object | undefined;
  readonly is: object | undefined;
  /** Members whose base has changed to a third value. */
  readonly moved: readonly string[];
  /** It cannot be applied to the new declarations. */
  readonly broken: boolean;
};

export type Upgrade = {
  /** Still fit unchanged. */
  readonly clean: readonly Change[];
  /** Their base has changed or they cannot be applied: someone must decide. */
  readonly conflicting: readonly AffectedChange[];
  /** The new base already has the changed values. */
  readonly obsolete: readonly AffectedChange[];
};

/** Sorts changes by how the new declarations affect them; `was` in each holds what it replaced. */
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

/** Members whose base has changed and differs from the change. */
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

/** Whether the base already has every value of the change; for a removal, whether the target is gone. */
function saysTheSame(change: Change, is: object | undefined): boolean {
  if (takesAway(change)) return is === undefined;
  return (
    is !== undefined &&
    Object.entries(wordsOf(change)).every(([name, value]) => sameJson(value, memberOf(is, name)))
  );
}

/** A member; databases may return absent ones as null. */
function memberOf(of: object | undefined, name: string): unknown {
  return (of as Readonly<Record<string, unknown>> | undefined)?.[name] ?? undefined;
}
