import type { DataRecord, SheetValue } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { answersOf } from '../operations/loadRecord.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { shownTo } from '../operations/shippedTexts.ts';
import type { StreamQuery } from '../store/types.ts';
import type { RecordColumn } from './recordColumns.ts';

/** The answers of a query as spreadsheet rows, streamed. */
export async function* recordRows(
  call: OperationCall,
  plan: EntityPlan,
  query: StreamQuery,
  columns: readonly RecordColumn[],
): AsyncGenerator<readonly SheetValue[], void, undefined> {
  const { store } = call.runtime;
  for await (const items of store.stream({ ...query, ...shownTo(call) })) {
    const answers: readonly DataRecord[] = await answersOf({ call, session: store }, plan, items);
    for (const answer of answers) yield columns.map(({ cell }) => cell(answer));
  }
}
