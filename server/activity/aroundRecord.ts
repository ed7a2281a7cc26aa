/** The door to everything around a record: anyone who may not read the record gets no further. */
import type { ActivityModel, DataRecord, EntityModel } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { loadAnswer } from '../operations/loadRecord.ts';
import { authorizeReading } from '../operations/mayReadAny.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';

/** A record that the caller may read, as they see it. */
export type Around = {
  readonly call: OperationCall;
  readonly plan: EntityPlan;
  readonly activity: ActivityModel;
  readonly id: string;
  readonly record: DataRecord;
};

/** Refuses with 404 when the entity declares no such part, and as a read of the record would. */
export async function aroundRecord(call: ApiCall, part?: keyof ActivityModel): Promise<Around> {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  const activity = entity?.activity;
  if (!entity || !activity || (part && !activity[part]))
    throw refusals.noSuchPath({ params: { path: call.path } });
  const operation = operationCall(call);
  const record = await readAs(operation, entity, call.params.id ?? '');
  const plan = call.runtime.planOf(entity.id);
  return { call: operation, plan, activity, id: String(record.Id), record };
}

/** Refuses who may read no record of the entity, before the body of the call is read. */
export function refuseUnread(call: ApiCall): void {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity?.activity) throw refusals.noSuchPath({ params: { path: call.path } });
  authorizeReading(operationCall(call), entity);
}

/** The record as this caller sees it; refuses what any read of it refuses. */
export async function readAs(call: OperationCall, entity: EntityModel, id: string): Promise<DataRecord> {
  authorizeReading(call, entity);
  const { store, planOf } = call.runtime;
  return loadAnswer({ call, session: store }, planOf(entity.id), id);
}

/** The same, undefined instead of refused. */
export async function readIfSeen(
  call: OperationCall,
  entity: EntityModel,
  id: string,
): Promise<DataRecord | undefined> {
  try {
    return await readAs(call, entity, id);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}

/** Refuses when the record has gone, or out of sight, since it was read: to be called in the transaction. */
export async function refuseGone({ session }: WriteScope, { plan, id }: Around): Promise<void> {
  if (await session.get(plan.entity.id, id)) return;
  throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
}

/** Conditions on what belongs to the record. */
export const about = ({ plan, id }: Pick<Around, 'plan' | 'id'>) =>
  allOf([equals('Entity', plan.entity.id), equals('RecordId', id)]);

/** The name of the record, as far as the reader sees it. */
export const labelOf = ({ labelField }: EntityModel, record: DataRecord): string =>
  String(record[labelField] ?? '');
