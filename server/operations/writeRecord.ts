/** The write step: system fields, history, and constraint violations of the store as findings. */
import type { DataRecord, FieldModel } from '#engine';
import { sameValue, stepNote } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { StoreConflict } from '../store/types.ts';
import { followApprovals, followRows, hasApprovals } from './approvals/followApprovals.ts';
import { recordEvents } from './automationEvents.ts';
import { notUnique } from './checkUnique.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { numberRecord } from './numberRecord.ts';
import type { WriteScope } from './OperationCall.ts';
import { refuseWhileCopied } from './refuseWhileCopied.ts';
import { withoutDrawing } from './signatures.ts';
import { storedField, storedFields } from './storedFields.ts';
import { recordDeliveries } from './webhookEvents.ts';
import { type HistoryEntry, writeHistory } from './writeHistory.ts';

/** Stores a new record under its `Id`; returns it with the numbers assigned to it. */
export async function insertRecord(
  scope: WriteScope,
  plan: EntityPlan,
  unnumbered: DataRecord,
): Promise<DataRecord> {
  const { call } = scope;
  const record = plan.numbered.length > 0 ? await numberRecord(scope, plan, unnumbered) : unnumbered;
  const stamp = {
    CreatedDate: call.now,
    CreatedBy: call.user.UserName,
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
    Release: call.runtime.release,
  };
  const fields = storedFields(plan.stored, { ...record, ...stamp, Revision: 1 });
  if (plan.entity.many) await refuseWhileCopied(scope, plan, record);
  await guarded(plan, record, () => scope.session.insert(plan.entity.id, fields));
  note(scope, plan, String(record.Id), 'create');
  if (plan.entity.history)
    await writeHistory(scope, plan, { record, operation: 'create', entries: [created] });
  if (plan.entity.automations.some(({ off }) => !off))
    await recordEvents(scope, plan, { operation: 'create', next: { ...record, ...stamp } });
  await recordDeliveries(scope, plan, { operation: 'create', next: { ...record, ...stamp } });
  if (plan.entity.owner) await followRows(scope, plan, record);
  return record;
}

const created: HistoryEntry = { field: '', previous: null, current: null };

type RecordChange = {
  readonly previous: DataRecord;
  readonly next: DataRecord;
  readonly operation: string;
  readonly revision?: number;
  /** Rows that are records changed: the record gets a new revision, though its own fields did not. */
  readonly touches?: boolean;
  /** What the person wrote about it, for the history. */
  readonly note?: string;
};

/** The fields written, audit fields included; empty when nothing changed. */
export type Written = Readonly<Record<string, unknown>>;

/** Stores the changed fields of a record, if any. Undefined when `revision` is stale. */
export async function updateRecord(
  scope: WriteScope,
  plan: EntityPlan,
  { previous, next, operation, revision, touches = false, note: text }: RecordChange,
): Promise<Written | undefined> {
  const { session } = scope;
  const id = String(previous.Id);
  const entries = differences(plan, previous, next);
  if (entries.length === 0 && !touches)
    return revision === undefined || revision === previous.Revision ? {} : undefined;
  if (plan.entity.many) await refuseWhileCopied(scope, plan, previous);
  const changed = Object.fromEntries(entries.map(({ field, current }) => [field, current]));
  const written = { ...changed, ...stampOf(scope, plan) };
  const isWritten = await guarded(plan, next, () => session.update(plan.entity.id, id, written, revision));
  if (!isWritten) return undefined;
  note(scope, plan, id, operation);
  if (plan.entity.history)
    await writeHistory(scope, plan, {
      record: next,
      operation,
      entries: [...told(plan, entries), ...noted(text)],
    });
  if (plan.entity.automations.some(({ off }) => !off))
    await recordEvents(scope, plan, { operation, previous, next, changed: Object.keys(changed) });
  await recordDeliveries(scope, plan, { operation, previous, next, changed: Object.keys(changed) });
  if (hasApprovals(plan))
    await followApprovals(scope, plan, { previous, next, changed: Object.keys(changed) });
  if (plan.entity.owner && entries.length > 0) await followRows(scope, plan, previous);
  return written;
}

const noted = (note: string | undefined): readonly HistoryEntry[] =>
  note === undefined ? [] : [{ field: stepNote, previous: null, current: note }];

/** The audit fields that the entity has: who writes, when and under which release. */
function stampOf({ call }: WriteScope, { stamped }: EntityPlan): Written {
  const stamp: Record<string, unknown> = {
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
    Release: call.runtime.release,
  };
  return Object.fromEntries(stamped.map((name) => [name, stamp[name]]));
}

/** History covers fields, not rule memory or how a signature is drawn; a translation is recorded under its field and language. */
function told({ entity, signed }: EntityPlan, entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const silent = new Set(entity.memory.map(({ name }) => name));
  if (silent.size === 0 && signed.length === 0) return entries;
  return entries.flatMap((told) => {
    const field = signed.find(({ name }) => name === told.field);
    const [previous, current] = [told.previous, told.current].map((value) => withoutDrawing(field, value));
    const entry = field ? { ...told, previous, current } : told;
    if (entry.field === '$localized') return localizedEntries(entry);
    return silent.has(entry.field) ? [] : [entry];
  });
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

function localizedEntries({ previous, current }: HistoryEntry): readonly HistoryEntry[] {
  const [before, after] = [previous, current].map((texts) => (texts ?? {}) as Texts) as [Texts, Texts];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const languages = new Set([...Object.keys(before[name] ?? {}), ...Object.keys(after[name] ?? {})]);
    return [...languages].flatMap((language) => {
      const [was, is] = [before[name]?.[language] ?? null, after[name]?.[language] ?? null];
      return was === is ? [] : [{ field: `${name} (${language})`, previous: was, current: is }];
    });
  });
}

/** Queues a broadcast for after the commit. */
export function note({ changes }: WriteScope, plan: EntityPlan, id: string, operation: string): void {
  changes.push({ entity: plan.entity.id, id, operation });
}

/** A value that rules removed is absent from `next` and written as empty. */
function differences(plan: EntityPlan, previous: DataRecord, next: DataRecord): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const field of plan.stored) {
    // Most fields are unchanged; only changed values are converted to stored form.
    if (previous[field.name] === next[field.name]) continue;
    const before = storedField(plan.stored, field, previous);
    const after = storedField(plan.stored, field, next);
    if (!sameValue(before, after) && !(isHollow(field, before) && isHollow(field, after)))
      entries.push({ field: field.name, previous: before ?? null, current: after ?? null });
  }
  return entries;
}

/** Whether the value counts as empty: changing one empty value to another is no change. */
function isHollow({ kind }: FieldModel, value: unknown): boolean {
  // In JSON of undeclared shape, an empty list differs from a missing one.
  return kind === 'json' ? isNothing(value) : holdsNothing(value);
}

function holdsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null) return isNothing(value) || value === '';
  return Object.values(value).every(holdsNothing);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Reports a constraint violated between check and write as the check would have. */
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
