import type { DataRecord } from '#engine';
import type { RecordPage, RecordQuery } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { ownerIfRead } from './loadRecord.ts';
import type { OperationCall } from './OperationCall.ts';
import { answerOf } from './shapeRecord.ts';

/** A page of answers and how many there are in all. */
export async function findRecords(
  call: OperationCall,
  plan: EntityPlan,
  query: RecordQuery,
): Promise<RecordPage> {
  const { store } = call.runtime;
  const { items, total } = await store.find({ ...query, total: true });
  if (!plan.readsOwner) return { items: items.map((item) => answerOf(call, plan, item)), total };
  const answers: DataRecord[] = [];
  for (const item of items)
    answers.push(answerOf(call, plan, item, await ownerIfRead(call, store, plan, item)));
  return { items: answers, total };
}
