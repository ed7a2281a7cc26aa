/** Removes a record and what it owns; refused while other records need it. */
import { checkWritable, type DataRecord, type FilterTree } from '#engine';
import { closeGap } from './closeGap.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { promoteNeighbour } from './keepOne.ts';
import { loadRecord, refuseElsewhere } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { refuseUnknownOwner } from './refuseUnknownOwner.ts';
import { takeOut } from './takeOut.ts';
import { refuseStale } from './updateRecord.ts';
import { refuseErrors } from './validateWrite.ts';

type RemoveRequest = {
  readonly id: string;
  readonly revision?: number;
  /** What the path says about the record besides its id. */
  readonly within?: DataRecord;
};

/** Removes a record and everything it owns, or nothing; returns the record as it was. */
export async function removeRecord(
  call: OperationCall,
  plan: EntityPlan,
  { id, revision, within }: RemoveRequest,
): Promise<DataRecord> {
  return inTransaction(call, async (scope) => {
    const record = await loadRecord(scope, plan, id);
    refuseElsewhere(plan, record, within);
    await refuseStale(scope, plan, record, revision);
    await refuseLocked(scope, plan, record);
    await takeOut(scope, plan, record);
    await promoteNeighbour(scope, plan, record);
    await closeGap(scope, plan, record);
    return record;
  });
}

/** Runs a whole removal and rolls it back; throws where the removal would be refused. */
export async function couldRemove(call: OperationCall, plan: EntityPlan, id: string): Promise<void> {
  try {
    await inTransaction(call, async (scope) => {
      const record = await loadRecord(scope, plan, id);
      await refuseLocked(scope, plan, record);
      await takeOut(scope, plan, record);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

/** Thrown to roll back a trial run. */
const takenBack = new Error('Taken back');

/** Removes every record that a path names with everything they own, or none of them. */
export async function removeAll(
  call: OperationCall,
  plan: EntityPlan,
  { filter, within }: { readonly filter?: FilterTree; readonly within: DataRecord },
): Promise<void> {
  await inTransaction(call, async (scope) => {
    await refuseUnknownOwner({ call, session: scope.session }, plan, within);
    const { items } = await scope.session.find({ entity: plan.entity.id, filter });
    for (const { Id } of items) await removeWithin(scope, plan, String(Id));
  });
}

/** Removes a record within an existing transaction. */
export async function removeWithin(scope: WriteScope, plan: EntityPlan, id: string): Promise<void> {
  const record = await loadRecord(scope, plan, id);
  await refuseLocked(scope, plan, record);
  await takeOut(scope, plan, record);
}

async function refuseLocked(scope: WriteScope, plan: EntityPlan, record: DataRecord): Promise<void> {
  const owner = await ownerOf(scope.call, scope.session, plan, record);
  const context = ruleContext(scope.call, { action: 'remove', owner, previous: record });
  refuseErrors(plan, checkWritable(plan.entity, record, record, context));
}
