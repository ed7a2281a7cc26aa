import type { RecordPage, RecordQuery } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { answersOf } from './loadRecord.ts';
import type { OperationCall } from './OperationCall.ts';

/** A page of answers and how many there are in all. */
export async function findRecords(
  call: OperationCall,
  plan: EntityPlan,
  query: RecordQuery,
): Promise<RecordPage> {
  const { store } = call.runtime;
  const { items, total } = await store.find({ ...query, total: true });
  return { items: await answersOf({ call, session: store }, plan, items), total };
}
