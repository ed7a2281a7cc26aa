import type { DataRecord } from '#engine';
import type { RecordPage, RecordQuery, StreamQuery } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { fillHeld, fillHeldBeside } from './heldRows.ts';
import { answersOf } from './loadRecord.ts';
import type { OperationCall } from './OperationCall.ts';
import { shownTo } from './shippedTexts.ts';

/** A page of answers and the total count. */
export async function findRecords(
  call: OperationCall,
  plan: EntityPlan,
  query: RecordQuery,
  { rows = false }: { readonly rows?: boolean } = {},
): Promise<RecordPage> {
  const { store } = call.runtime;
  const { items, ...counted } = await store.find({ total: true, ...query, ...shownTo(call) }, call.asking);
  return { items: await answersWith(call, plan, { items, rows }), ...counted };
}

/** Streams a list of any length in batches of answers; `callOf` gives the call for each batch. */
export async function* streamAnswers(
  callOf: () => OperationCall,
  plan: EntityPlan,
  query: StreamQuery,
  { rows = false }: { readonly rows?: boolean } = {},
): AsyncGenerator<readonly DataRecord[], void, undefined> {
  const { runtime, asking } = callOf();
  for await (const items of runtime.store.stream({ ...query, ...shownTo(callOf()) }, asking))
    yield answersWith(callOf(), plan, { items, rows });
}

async function answersWith(
  call: OperationCall,
  plan: EntityPlan,
  { items, rows }: { readonly items: readonly DataRecord[]; readonly rows: boolean },
): Promise<readonly DataRecord[]> {
  const from = { call, session: call.runtime.store };
  if (rows) await fillHeld(from, plan, items);
  if (plan.heldBeside.length > 0) await fillHeldBeside(from, plan, items);
  return answersOf(from, plan, items);
}
