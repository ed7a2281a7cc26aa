/** What there may be a million of is copied many at once by the store, and never held here. */
import { createBreath } from '../jobs/createBreath.ts';
import type { CopyQuery, ScanPlace } from '../store/types.ts';
import type { Owned } from './collectOwned.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { OperationCall, WriteScope } from './OperationCall.ts';

const atOnce = 500;

/** Gives the copy of a record copies of what it owns many of. Whoever only reads goes on meanwhile. */
export async function copyMany(
  { call, session }: WriteScope,
  { plan, record }: Owned,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  const breathe = createBreath();
  for (const { entity } of manyOf(call, plan)) {
    const owner = { from: String(record.Id), to: String(newIds.get(String(record.Id))) };
    const query = copyQuery(call, entity, owner);
    let after: ScanPlace | undefined;
    do {
      ({ next: after } = await session.copyMany({ ...query, after, size: atOnce }));
      await breathe();
    } while (after !== undefined);
  }
}

/** What a record of this kind may own a million of. */
function manyOf({ runtime }: OperationCall, { entity }: EntityPlan): readonly EntityPlan[] {
  return entity.owns.map(runtime.planOf).filter((below) => below.entity.many);
}

/** Everything but the piece: whose they are, whose they become, and who copies them. */
function copyQuery(
  call: OperationCall,
  { id, owner }: EntityPlan['entity'],
  { from, to }: { readonly from: string; readonly to: string },
): Omit<CopyQuery, 'size' | 'after'> {
  const field = owner?.name ?? '';
  const stamp = {
    CreatedDate: call.now,
    CreatedBy: call.user.UserName,
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
    Release: call.runtime.release,
  };
  return {
    entity: id,
    of: { field, id: from },
    set: { ...stamp, [field]: to },
    newId: call.runtime.ports.newId,
  };
}
