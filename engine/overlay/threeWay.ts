/** What becomes of an overlay when the declarations under it are new ones. */
import type { DeclarationSet } from '../model/types.ts';
import { applyOverlay } from './applyOverlay.ts';
import { baseValues } from './baseValues.ts';
import { changeKey } from './changeNames.ts';
import { sameJson } from './sameJson.ts';
import type { Change } from './types.ts';

/** A change whose base says something else now: what it said when the change was written, and what it says. */
export type ChangedBase = {
  readonly change: Change;
  readonly was: object | undefined;
  readonly is: object | undefined;
};

export type Upgrade = {
  /** Fit as they are. */
  readonly clean: readonly Change[];
  /** Their base has changed, or they cannot be applied any more: somebody has to look. */
  readonly conflicting: readonly ChangedBase[];
  /** The new base says by itself what they say. */
  readonly obsolete: readonly Change[];
};

/** Sorts changes by what the new declarations mean for them; each remembers in `was` what it replaced. */
export function threeWay(newBase: DeclarationSet, changes: readonly Change[]): Upgrade {
  const broken = new Set(
    applyOverlay(newBase, changes).findings.flatMap(({ change, level }) =>
      change && level === 'error' ? [changeKey(change)] : [],
    ),
  );
  const clean: Change[] = [];
  const obsolete: Change[] = [];
  const conflicting: ChangedBase[] = [];
  for (const change of changes) {
    const is = baseValues(newBase, change);
    const was = (change as { readonly was?: object }).was;
    if (is && saysTheSame(change, is)) obsolete.push(change);
    else if (broken.has(changeKey(change)) || hasMoved(was, is)) conflicting.push({ change, was, is });
    else clean.push(change);
  }
  return { clean, conflicting, obsolete };
}

/** Members the change replaced that are something else now. */
function hasMoved(was: object | undefined, is: object | undefined): boolean {
  if (was === undefined) return false;
  return Object.entries(was).some(
    ([name, value]) => !sameJson(value ?? undefined, (is as Record<string, unknown> | undefined)?.[name]),
  );
}

/** Whether every word of the change stands in the base already. */
function saysTheSame(change: Change, is: object): boolean {
  const { kind: _kind, name: _name, $schema, $comment, was, ...words } = change as Change & { was?: object };
  return Object.entries(words).every(([name, value]) =>
    sameJson(value, (is as Record<string, unknown>)[name]),
  );
}
