/** The record that owns another one, with everything that rules may read of it. */
import type { DataRecord } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { equals } from './filters.ts';
import type { OperationCall } from './OperationCall.ts';
import { completeRecord } from './shapeRecord.ts';

/** Loads `$owner` of a record, derived values, its own owner's and its named kin included. */
export async function ownerOf(
  call: OperationCall,
  session: StoreSession,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  const { owner } = plan.entity;
  const id = owner && record[owner.name];
  if (!owner?.ref || typeof id !== 'string') return undefined;
  const found = await session.get(owner.ref.entity, id);
  if (!found) return undefined;
  const ownerPlan = call.runtime.planOf(owner.ref.entity);
  const complete = completeRecord(call, ownerPlan, found, await ownerOf(call, session, ownerPlan, found));
  const lists: Record<string, readonly DataRecord[]> = {};
  for (const [name, entity] of Object.entries(owner.ref.kin ?? {})) {
    const kin = call.runtime.planOf(entity);
    const by = kin.entity.owner?.name ?? '';
    const { items } = await session.find({ entity, filter: equals(by, id) });
    lists[name] = items.map((item) => completeRecord(call, kin, item, complete));
  }
  return { ...complete, ...lists };
}
