import type { RecordPage, RecordQuery } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { fillHeld, fillHeldBeside } from './heldRows.ts';
import { answersOf } from './loadRecord.ts';
import type { OperationCall } from './OperationCall.ts';

/** A page of answers and how many there are in all. */
export async function findRecords(
  call: OperationCall,
  plan: EntityPlan,
  query: RecordQuery,
  { rows = false }: { readonly rows?: boolean } = {},
): Promise<RecordPage> {
  const { store } = call.runtime;
  const { items, total } = await store.find({ ...query, total: true }, call.asking);
  if (rows) await fillHeld({ call, session: store }, plan, items);
  await fillHeldBeside({ call, session: store }, plan, items);
  return { items: await answersOf({ call, session: store }, plan, items), total };
}
