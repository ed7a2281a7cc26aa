import type { DataRecord, FilterTree, Sort } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';
import { storedFields } from './storedFields.ts';

export type Owned = {
  readonly plan: EntityPlan;
  /** As the store keeps it. */
  readonly record: DataRecord;
};

/** How many owners one question names. */
const ownersAtOnce = 500;

/** Everything a record owns, and everything that in turn owns, owners before what they own. */
export async function collectOwned(
  scope: WriteScope,
  plan: EntityPlan,
  ids: readonly string[],
  seen: ReadonlySet<string> = new Set(ids),
): Promise<readonly Owned[]> {
  const owned: Owned[] = [];
  for (const entity of plan.entity.owns) {
    const below = scope.call.runtime.planOf(entity);
    // A record may own others of its own kind; none of them is met twice.
    const found = (await ownedBy(scope, below, ids))
      .map((record) => storedFields(below.stored, record))
      .filter(({ Id }) => !seen.has(String(Id)));
    if (found.length === 0) continue;
    const children = found.map(({ Id }) => String(Id));
    owned.push(...found.map((record) => ({ plan: below, record })));
    owned.push(...(await collectOwned(scope, below, children, new Set([...seen, ...children]))));
  }
  return owned;
}

/** Records of one kind that these own, as the store gives them. */
export async function ownedBy(
  { session }: Pick<WriteScope, 'session'>,
  { entity, sort = [] }: Pick<EntityPlan, 'entity'> & { readonly sort?: readonly Sort[] },
  owners: readonly string[],
): Promise<readonly DataRecord[]> {
  const records: DataRecord[] = [];
  for (let start = 0; start < owners.length; start += ownersAtOnce) {
    const value = owners.slice(start, start + ownersAtOnce);
    const filter: FilterTree = { kind: 'compare', path: entity.owner?.name ?? '', operator: 'in', value };
    const { items } = await session.find({ entity: entity.id, filter, sort });
    records.push(...items);
  }
  return records;
}
