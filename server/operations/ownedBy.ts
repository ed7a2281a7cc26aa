import type { DataRecord, EntityModel, FilterTree, Sort } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';

/** The number of owners in one query. */
const ownersAtOnce = 500;

type Owners = { readonly entity: string; readonly ids: readonly string[] };

/** Stored records of one entity that these owners own. */
export async function ownedBy(
  { session }: Pick<WriteScope, 'session'>,
  { entity, sort = [] }: Pick<EntityPlan, 'entity'> & { readonly sort?: readonly Sort[] },
  { entity: owner, ids }: Owners,
): Promise<readonly DataRecord[]> {
  const found = new Map<unknown, DataRecord>();
  for (const path of ownerPaths(entity, owner))
    for (let start = 0; start < ids.length; start += ownersAtOnce) {
      const value = ids.slice(start, start + ownersAtOnce);
      const filter: FilterTree = { kind: 'compare', path, operator: 'in', value };
      const { items } = await session.find({ entity: entity.id, filter, sort });
      for (const item of items) found.set(item.Id, item);
    }
  return [...found.values()];
}

/** The owner references from this entity to the given owner entity. */
function ownerPaths({ fields }: EntityModel, owner: string): readonly string[] {
  return fields.filter(({ ref }) => ref?.owner && ref.entity === owner).map(({ name }) => name);
}
