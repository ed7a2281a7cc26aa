/** What there may be a million of is copied many at once, in the transaction of its owner, and never held as a whole. */
import { createBreath } from '../jobs/createBreath.ts';
import type { ScanPlace } from '../store/types.ts';
import type { Owned } from './collectOwned.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';
import { storedFields } from './storedFields.ts';

const atOnce = 500;

/** Gives the copy of a record copies of what it owns many of. Whoever only reads goes on meanwhile. */
export async function copyMany(
  scope: WriteScope,
  { plan, record }: Owned,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const entity of plan.entity.owns) {
    const below = scope.call.runtime.planOf(entity);
    if (below.entity.many)
      await copyPieces(scope, below, { from: String(record.Id), to: newIds.get(String(record.Id)) });
  }
}

async function copyPieces(
  { call, session }: WriteScope,
  { entity, stored }: EntityPlan,
  owner: { readonly from: string; readonly to: string | undefined },
): Promise<void> {
  const { newId } = call.runtime.ports;
  const field = entity.owner?.name ?? '';
  const breathe = createBreath();
  let after: ScanPlace | undefined;
  do {
    const piece = await session.scan({
      entity: entity.id,
      of: { field, id: owner.from },
      after,
      size: atOnce,
    });
    const stamp = {
      CreatedDate: call.now,
      CreatedBy: call.user.UserName,
      ModifiedDate: call.now,
      ModifiedBy: call.user.UserName,
    };
    const copies = piece.items.map((item) => ({
      ...storedFields(stored, { ...item, ...stamp, Revision: 1 }),
      Id: newId(),
      [field]: owner.to,
    }));
    await session.insertMany(entity.id, copies);
    after = piece.next;
    await breathe();
  } while (after !== undefined);
}
