/** Entities that may have millions of records are copied in batches by the store, never loaded here. */

import type { ScanPlace, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { Remaining } from './copyInput.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { OperationCall, WriteScope } from './OperationCall.ts';

/** Up to this many are copied in the transaction of the copy itself. */
const atOnce = 500;

/** The entities with many records that one owner holds, to be copied for another. */
export function manyOf(
  call: OperationCall,
  { entity }: EntityPlan,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Remaining[] {
  const stamp = {
    CreatedDate: call.now,
    CreatedBy: call.user.UserName,
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
    Release: call.runtime.release,
  };
  const below = entity.owns.map((id) => call.runtime.planOf(id)).filter(({ entity: { many } }) => many);
  return below.map(({ entity: { id, owner }, signed }) => {
    const field = owner?.name ?? '';
    const unsigned = Object.fromEntries(signed.map(({ name }) => [name, null]));
    return { entity: id, of: { field, id: from }, set: { ...stamp, ...unsigned, [field]: to } };
  });
}

/** Whether there are more than fit into one transaction. */
export async function areLong(session: StoreSession, many: readonly Remaining[]): Promise<boolean> {
  for (const { entity, of } of many)
    if ((await session.scan({ entity, of, size: atOnce })).next !== undefined) return true;
  return false;
}

/** Copies them in this transaction, yielding in between so that readers are served. */
export async function copyMany({ call, session }: WriteScope, many: readonly Remaining[]): Promise<void> {
  const { newId } = call.runtime.ports;
  const yieldTurn = createYield();
  for (const one of many) {
    let after: ScanPlace | undefined;
    do {
      ({ next: after } = await session.copyMany({ ...one, after, size: atOnce, newId }));
      await yieldTurn();
    } while (after !== undefined);
  }
}
