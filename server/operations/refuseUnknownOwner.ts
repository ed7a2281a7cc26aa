import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { OperationCall } from './OperationCall.ts';

/** Throws 404 when the owner of a list does not exist, instead of answering an empty list. */
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
