import type { DataRecord, SheetValue } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { answersOf } from '../operations/loadRecord.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { RecordQuery } from '../store/types.ts';
import type { RecordColumn } from './recordColumns.ts';

/** So many are held at once, however long the list. */
const batch = 1000;

/** The answers to a query as rows, fetched as they are asked for. */
export async function* recordRows(
  call: OperationCall,
  plan: EntityPlan,
  query: RecordQuery,
  columns: readonly RecordColumn[],
): AsyncGenerator<readonly SheetValue[], void, undefined> {
  const { store } = call.runtime;
  for (let number = 1; ; number += 1) {
    const { items } = await store.find({ ...query, page: { number, size: batch } });
    const answers: readonly DataRecord[] = await answersOf({ call, session: store }, plan, items);
    for (const answer of answers) yield columns.map(({ cell }) => cell(answer));
    if (items.length < batch) return;
  }
}
