/** The write step: system fields, history, and constraints of the store turned into findings. */
import type { DataRecord, FieldModel } from '#engine';
import { sameValue } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { StoreConflict } from '../store/types.ts';
import { notUnique } from './checkUnique.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';
import { storedFields } from './storedFields.ts';
import { type HistoryEntry, writeHistory } from './writeHistory.ts';

/** Stores a new record under its `Id`. */
export async function insertRecord(scope: WriteScope, plan: EntityPlan, record: DataRecord): Promise<void> {
  const { call } = scope;
  const stamp = {
    CreatedDate: call.now,
    CreatedBy: call.user.UserName,
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
  };
  const fields = storedFields(plan.stored, { ...record, ...stamp, Revision: 1 });
  await guarded(plan, record, () => scope.session.insert(plan.entity.id, fields));
  note(scope, plan, String(record.Id), 'create');
  if (plan.entity.history)
    await writeHistory(scope, plan, { id: String(record.Id), operation: 'create', entries: [created] });
}

const created: HistoryEntry = { field: '', previous: null, current: null };

/** Stores what changed of a record; nothing changed, nothing written. False when `revision` is not the stored one. */
export async function updateRecord(
  scope: WriteScope,
  plan: EntityPlan,
  change: {
    readonly previous: DataRecord;
    readonly next: DataRecord;
    readonly operation: string;
    readonly revision?: number;
  },
): Promise<boolean> {
  const { call } = scope;
  const id = String(change.previous.Id);
  const entries = differences(plan, change.previous, change.next);
  if (entries.length === 0)
    return change.revision === undefined || change.revision === change.previous.Revision;
  const fields: Record<string, unknown> = Object.fromEntries(
    entries.map(({ field, current }) => [field, current]),
  );
  const stamp = storedFields(plan.stored, { ModifiedDate: call.now, ModifiedBy: call.user.UserName });
  const isWritten = await guarded(plan, change.next, () =>
    scope.session.update(plan.entity.id, id, { ...fields, ...stamp }, change.revision),
  );
  if (!isWritten) return false;
  note(scope, plan, id, change.operation);
  if (plan.entity.history) await writeHistory(scope, plan, { id, operation: change.operation, entries });
  return true;
}

/** Tells the others once the transaction holds. */
export function note({ changes }: WriteScope, plan: EntityPlan, id: string, operation: string): void {
  changes.push({ entity: plan.entity.id, id, operation });
}

function differences(plan: EntityPlan, previous: DataRecord, next: DataRecord): readonly HistoryEntry[] {
  const before = storedFields(plan.stored, previous);
  const after = storedFields(plan.stored, next);
  return plan.stored.flatMap(({ name }: FieldModel) =>
    name in after && !sameValue(before[name], after[name])
      ? [{ field: name, previous: before[name] ?? null, current: after[name] ?? null }]
      : [],
  );
}

/** What slipped in between check and write is refused by the store, and said like the check would have. */
async function guarded<Result>(
  plan: EntityPlan,
  record: DataRecord,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    const unique = plan.entity.unique.find((candidate) => candidate.id === error.constraint);
    if (unique)
      throw refusals.invalid({ issues: [notUnique(unique, record)], entity: plan.entity.id, cause: error });
    throw refusals.invalid({ params: { entity: plan.entity.title }, cause: error });
  }
}
