/** Loads the owner of a record, with everything that rules may read of it. */
import type { DataRecord, FieldModel, Model } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { equals } from './filters.ts';
import type { OperationCall } from './OperationCall.ts';
import { completeRecord } from './shapeRecord.ts';

/** Loads `$owner` of a record, including derived values, its own owner and its declared kin. */
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
  const kin = await kinOf(session, call.runtime.model, { owner, id }, (item, entity) =>
    completeRecord(call, call.runtime.planOf(entity), item, complete),
  );
  return { ...complete, ...kin };
}

type Owned = { readonly owner: FieldModel; readonly id: string };

/** Loads the owner's records that rules refer to by name; `shaped` completes each of them. */
export async function kinOf(
  from: Pick<StoreSession, 'find'>,
  { entities }: Pick<Model, 'entities'>,
  { owner, id }: Owned,
  shaped: (item: DataRecord, entity: string) => DataRecord = (item) => item,
): Promise<DataRecord> {
  const lists: Record<string, readonly DataRecord[]> = {};
  for (const [name, entity] of Object.entries(owner.ref?.kin ?? {})) {
    const by = entities.get(entity)?.owner?.name ?? '';
    const { items } = await from.find({ entity, filter: equals(by, id), isFew: true });
    lists[name] = items.map((item) => shaped(item, entity));
  }
  return lists;
}
