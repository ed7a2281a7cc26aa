import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { OperationCall } from './OperationCall.ts';

/** 404 when a list is asked of an owner that does not exist: that is no empty list. */
export async function refuseUnknownOwner(
  { call, session }: { readonly call: OperationCall; readonly session: StoreSession },
  plan: EntityPlan,
  within: DataRecord,
): Promise<void> {
  const { owner } = plan.entity;
  const id = owner && within[owner.name];
  if (!owner?.ref || typeof id !== 'string' || (await session.get(owner.ref.entity, id))) return;
  const { title } = call.runtime.planOf(owner.ref.entity).entity;
  throw refusals.noSuchRecord({ params: { entity: title, id } });
}
