/** History entries: what changed, from what to what, when and by whom. */
import type { DataRecord, FieldModel } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';
import { changedWith } from './recordChanges.ts';

export type HistoryEntry = { readonly field: string; readonly previous: unknown; readonly current: unknown };

const historyEntity = 'history';

/** Writes the entries in the transaction of the change; nothing when no history is declared. */
export async function writeHistory(
  { call, session, history: together }: WriteScope,
  plan: EntityPlan,
  what: {
    readonly record: DataRecord;
    readonly operation: string;
    readonly entries: readonly HistoryEntry[];
  },
): Promise<void> {
  const history = call.runtime.model.entities.get(historyEntity);
  if (!history) return;
  const valueField = history.fieldByPath.get('CurrentValue');
  const OwnerId = ownerIdOf(plan, what.record);
  const ChangedWith = changedWith(call);
  const records = what.entries.map(
    (entry): DataRecord => ({
      Id: call.runtime.ports.newId(),
      Revision: 1,
      CreatedDate: call.now,
      CreatedBy: call.user.UserName,
      ModifiedDate: call.now,
      ModifiedBy: call.user.UserName,
      Entity: plan.entity.id,
      RecordId: what.record.Id,
      OwnerId,
      Field: entry.field,
      PreviousValue: fitted(valueField, entry.previous),
      CurrentValue: fitted(valueField, entry.current),
      ChangedAt: call.now,
      ChangedBy: call.user.UserName,
      ...(ChangedWith && { ChangedWith }),
      Operation: what.operation,
    }),
  );
  if (together) together.push(...records);
  else await insertAll(session, records);
}

async function insertAll(session: WriteScope['session'], records: readonly DataRecord[]): Promise<void> {
  const count = await session.insertMany(historyEntity, records);
  if (count < records.length)
    throw new Error(`${records.length - count} entries of the history were left out`);
}

/** Writes the collected entries in one insert and clears them. */
export async function writeKeptHistory({ session, history = [] }: WriteScope): Promise<void> {
  const entries = history.splice(0);
  if (entries.length === 0) return;
  await insertAll(session, entries);
}

/** The owner's id, so that the owner's history includes removed records. */
function ownerIdOf({ entity }: EntityPlan, record: DataRecord): unknown {
  const owners = entity.fields.filter(({ ref }) => ref?.owner).map(({ name }) => record[name]);
  return owners.find((id) => typeof id === 'string') ?? null;
}

/** A text column stores text unchanged and everything else as JSON. */
function fitted(field: FieldModel | undefined, value: unknown): unknown {
  if (value === null || value === undefined || field?.storage === 'json') return value ?? null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
