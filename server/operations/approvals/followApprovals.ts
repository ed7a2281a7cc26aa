/** What a change of a record means for the approvals that it waits for. */
import type { ApprovalModel, DataRecord } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import type { EntityPlan } from '../EntityPlan.ts';
import type { WriteScope } from '../OperationCall.ts';
import { unlimited } from '../rowAccess.ts';
import { stateOf } from '../stateOf.ts';
import { type ApprovalState, approvalEntity, momentsOf, type Told, taskEntity } from './approvalNames.ts';
import { canBeDecided, slotsOf, tasksOf } from './approvers.ts';
import { insertTasks, noteApproval, waitingFor } from './requestApproval.ts';

type Followed = {
  readonly previous: DataRecord;
  /** Absent: the record was removed. */
  readonly next?: DataRecord;
  readonly changed: readonly string[];
};

export const hasApprovals = ({ entity: { workflow } }: EntityPlan): boolean =>
  workflow?.transitions.some(({ approval }) => approval) ?? false;

/** Ends approvals whose record has left the state; starts those over that say so. */
export async function followApprovals(
  scope: WriteScope,
  plan: EntityPlan,
  { previous, next, changed }: Followed,
): Promise<void> {
  const raw = unlimited(scope.session);
  for (const approval of await waitingFor(raw, plan, previous.Id)) {
    const ends = (told: Told) => cancel(scope, plan, { approval, record: next ?? previous, told });
    const transition = plan.entity.workflow?.transitions.find(({ id }) => id === approval.Transition);
    if (!next) await ends('removed');
    else if (!transition?.approval) await ends('no-step');
    else if (!transition.from.includes(stateOf(scope.call.runtime.model, plan, next) ?? ''))
      await ends('state');
    else if (changed.some((name) => isFollowed(plan, transition.approval as ApprovalModel, name)))
      await startOver(scope, plan, { approval, declared: transition.approval, next });
  }
}

/**
 * The record whose approvals a row belongs to: rows that are records are part of their holder, by whatever call
 * they are written.
 */
export async function followRows(
  scope: WriteScope,
  { entity: { id, owner } }: EntityPlan,
  row: DataRecord,
): Promise<void> {
  const holder = owner?.ref && scope.call.runtime.planOf(owner.ref.entity);
  const recordId = row[owner?.name ?? ''];
  if (!holder || typeof recordId !== 'string' || !hasApprovals(holder)) return;
  const changed = holder.held.flatMap(({ name, records }) => (records?.entity === id ? [name] : []));
  const raw = unlimited(scope.session);
  if (changed.length === 0 || (await waitingFor(raw, holder, recordId)).length === 0) return;
  const record = await raw.get(holder.entity.id, recordId);
  if (!record) return;
  // Nobody approves rows that they have not seen: the holder gets a new revision.
  await raw.update(holder.entity.id, recordId, {});
  await followApprovals(scope, holder, { previous: record, next: record, changed });
}

/** Of an approval that is kept, only who has to approve. */
function isFollowed({ managed, entity }: EntityPlan, { changes, by }: ApprovalModel, name: string): boolean {
  if (managed.has(name) && !entity.fieldByPath.get(name)?.linked) return false;
  return changes === 'restart' || by.some(({ field }) => field === name);
}

type Ending = { readonly approval: DataRecord; readonly record: DataRecord; readonly told: Told };

/** Ends an approval that can no longer be given, and tells the person who asked. */
export async function cancel(
  scope: WriteScope,
  plan: EntityPlan | undefined,
  { approval, record, told }: Ending,
): Promise<void> {
  const raw = unlimited(scope.session);
  await endApproval(raw, approval, { State: 'cancelled', Tell: told, FinishedDate: scope.call.now });
  const about = { record, transition: String(approval.Transition), event: 'cancelled' };
  if (plan) await noteApproval(scope, plan, about);
  announce(scope, approval);
}

/** Closes the open tasks too. */
export async function endApproval(
  raw: StoreSession,
  { Id }: DataRecord,
  end: DataRecord & { readonly State: ApprovalState },
): Promise<void> {
  await raw.update(approvalEntity, String(Id), { NextDate: null, Confirmed: null, ...end });
  for (const task of await tasksOf(raw, Id, 'waiting'))
    await raw.update(taskEntity, String(task.Id), { State: 'closed' });
}

export function announce({ changes }: WriteScope, { Id, RequestedBy }: DataRecord): void {
  changes.push({
    ...{ entity: approvalEntity, id: String(Id), operation: 'update' },
    user: String(RequestedBy ?? ''),
  });
}

type Restarting = {
  readonly approval: DataRecord;
  readonly declared: ApprovalModel;
  readonly next: DataRecord;
};

/** Asks those who have to approve the record as it is now. */
async function startOver(
  scope: WriteScope,
  plan: EntityPlan,
  { approval, declared, next }: Restarting,
): Promise<void> {
  const raw = unlimited(scope.session);
  const id = String(approval.Id);
  const requester = approval.RequestedBy ? await raw.get('user', String(approval.RequestedBy)) : undefined;
  const slots = slotsOf(declared.by, { record: next, requester });
  if (!(await canBeDecided(raw, declared, { slots, requester })))
    return cancel(scope, plan, { approval, record: next, told: 'nobody' });
  const earlier = await tasksOf(raw, id);
  const isKept = declared.changes === 'keep';
  // A kept approval keeps what was decided by those who are still named.
  const kept = isKept ? earlier.filter((task) => slots.some((slot) => isSame(slot, task))) : [];
  for (const task of earlier) if (!kept.includes(task)) await raw.remove(taskEntity, String(task.Id));
  await insertTasks(
    scope,
    raw,
    id,
    slots.filter((slot) => !kept.some((task) => isSame(slot, task))),
  );
  if (isKept) return;
  const moments = momentsOf(declared, scope.call.runtime.ports.now());
  await raw.update(approvalEntity, id, { ...moments, IsOverdue: false, Tell: 'restarted' satisfies Told });
  const transition = String(approval.Transition);
  if (isNoted(scope, id)) return;
  await noteApproval(scope, plan, { record: next, transition, event: 'restarted' });
  announce(scope, approval);
}

/** By transaction: many rows of one record may be written at once. */
const noted = new WeakMap<WriteScope['changes'], Set<string>>();

function isNoted({ changes }: WriteScope, approval: string): boolean {
  const known = noted.get(changes) ?? new Set();
  noted.set(changes, known);
  const isKnown = known.has(approval);
  known.add(approval);
  return isKnown;
}

const isSame = (one: DataRecord, other: DataRecord): boolean =>
  one.Slot === other.Slot &&
  (one.UserId ?? null) === (other.UserId ?? null) &&
  (one.Role ?? null) === (other.Role ?? null);
