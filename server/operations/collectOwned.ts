import type { DataRecord } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { ownedBy } from './ownedBy.ts';
import { refuseUnfilled } from './refuseWhileCopied.ts';
import { storedFields } from './storedFields.ts';

export type Owned = {
  readonly plan: EntityPlan;
  /** As stored. */
  readonly record: DataRecord;
};

/**
 * Collects everything that is copied along with a record, recursively, owners before what they own. Entities
 * that may have millions of records are left to `copyMany`.
 */
export async function collectOwned(
  scope: WriteScope,
  plan: EntityPlan,
  ids: readonly string[],
  seen: Set<string> = new Set(ids),
): Promise<readonly Owned[]> {
  const owned: Owned[] = [];
  for (const entity of plan.entity.owns) {
    const below = scope.call.runtime.planOf(entity);
    if (below.entity.many) continue;
    // A record may own others of its own entity or have several owners; each is collected once.
    const all = await ownedBy(scope, below, { entity: plan.entity.id, ids });
    await refuseUnfilled(scope.session, below, all);
    const found = all
      .filter((record) => isCopied(scope, below, record))
      .map((record) => storedFields(below.stored, record))
      .filter(({ Id }) => !seen.has(String(Id)));
    if (found.length === 0) continue;
    const children = found.map(({ Id }) => String(Id));
    for (const child of children) seen.add(child);
    owned.push(...found.map((record) => ({ plan: below, record })));
    owned.push(...(await collectOwned(scope, below, children, seen)));
  }
  return owned;
}

/** A record may declare itself whether it is copied with its owner. */
function isCopied({ call }: WriteScope, { entity }: EntityPlan, record: DataRecord): boolean {
  if (!entity.copied) return true;
  return (
    entity.copied.evaluate({ root: record, vars: { ...ruleContext(call, { action: 'create' }) } }) === true
  );
}
