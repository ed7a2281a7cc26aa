import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { withoutManaged } from './createRecord.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { loadAnswer, loadRecord } from './loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from './OperationCall.ts';
import { answerOf } from './shapeRecord.ts';
import { validateWrite } from './validateWrite.ts';
import { updateRecord as writeUpdate } from './writeRecord.ts';

export type UpdateRequest = {
  readonly id: string;
  readonly input: DataRecord;
  /** The one the caller has read; absent: the last write wins. */
  readonly revision?: number;
};

/** Changes the sent fields of a record; gives the answer of the stored record. */
export async function updateRecord(
  call: OperationCall,
  plan: EntityPlan,
  { id, input, revision }: UpdateRequest,
): Promise<DataRecord> {
  return inTransaction(call, async (scope) => {
    const previous = await loadRecord(scope, plan, id);
    refuseStale(scope, plan, previous, revision);
    const next = { ...previous, ...withoutManaged(plan, input) };
    const record = await validateWrite(scope, {
      plan,
      action: 'update',
      next,
      previous,
      checksWritable: true,
    });
    await storeUpdate(scope, plan, { previous, next: record, operation: 'update' });
    return loadAnswer(scope, plan, id);
  });
}

/** Writes against the revision that was read, so that nothing that happened since is lost. */
export async function storeUpdate(
  scope: WriteScope,
  plan: EntityPlan,
  change: { readonly previous: DataRecord; readonly next: DataRecord; readonly operation: string },
): Promise<void> {
  const revision = change.previous.Revision as number;
  if (await writeUpdate(scope, plan, { ...change, revision })) return;
  throw stale(await loadAnswer(scope, plan, String(change.previous.Id)));
}

/** 409 with the stored record when the caller has read an older one. */
export function refuseStale(
  scope: WriteScope,
  plan: EntityPlan,
  stored: DataRecord,
  revision?: number,
): void {
  if (revision === undefined || revision === stored.Revision) return;
  throw stale(answerOf(scope.call, plan, stored));
}

function stale(current: DataRecord) {
  return refusals.staleRevision({ params: { by: current.ModifiedBy ?? '' }, extra: { Current: current } });
}
