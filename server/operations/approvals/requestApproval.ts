/** Asks for the approval of a transition, which is carried out once it is given. */
import type { ApprovalModel, DataRecord, RuleContext, TransitionModel } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { StoreSession } from '../../store/types.ts';
import type { EntityPlan } from '../EntityPlan.ts';
import { allOf, equals } from '../filters.ts';
import type { WriteScope } from '../OperationCall.ts';
import { unlimited } from '../rowAccess.ts';
import { writeHistory } from '../writeHistory.ts';
import { type ApprovalState, approvalEntity, approvalField, momentsOf, taskEntity } from './approvalNames.ts';
import { canBeDecided, type Slot, slotsOf } from './approvers.ts';

type Request = {
  readonly transition: TransitionModel;
  readonly approval: ApprovalModel;
  readonly previous: DataRecord;
  readonly filled: DataRecord;
  readonly note?: string | undefined;
};

/** Whether the transition waits for approval; a condition that fails does not open it. */
export function needsApproval(
  { approval }: Pick<TransitionModel, 'approval'>,
  record: DataRecord,
  context: RuleContext,
): ApprovalModel | undefined {
  if (!approval?.if) return approval;
  try {
    const scope = { root: record, vars: { ...context, record } as Record<string, unknown> };
    return approval.if.evaluate(scope) === false ? undefined : approval;
  } catch {
    return approval;
  }
}

/** Refused if it waits already, or if nobody could approve it. */
export async function requestApproval(
  scope: WriteScope,
  plan: EntityPlan,
  request: Request,
): Promise<string> {
  const { call, session } = scope;
  const { transition, approval, previous, filled, note } = request;
  if (call.key) throw refusals.approvalByKey();
  const raw = unlimited(session);
  const waiting = await waitingFor(raw, plan, previous.Id);
  if (waiting.some(({ Transition }) => Transition === transition.id)) throw refusals.approvalWaits();
  const requester = call.user.Id === '' ? undefined : await raw.get('user', call.user.Id);
  const slots = slotsOf(approval.by, { record: previous, requester });
  if (!(await canBeDecided(raw, approval, { slots, requester }))) throw refusals.approvalByNobody();
  const id = call.runtime.ports.newId();
  const now = call.runtime.ports.now();
  await raw.insert(approvalEntity, {
    ...{ Id: id, Revision: 1, ...stampOf(scope) },
    ...{ Entity: plan.entity.id, RecordId: previous.Id, Transition: transition.id },
    RecordName: String(previous[plan.entity.labelField] ?? '').slice(0, 256),
    ...{ State: 'waiting' satisfies ApprovalState, RequestedBy: requester?.Id ?? null, Note: note ?? null },
    ...{ Filled: filled, Confirmed: [...call.confirmed], IsOverdue: false, Tell: null },
    ...momentsOf(approval, now),
  });
  await insertTasks(scope, raw, id, slots);
  await noteApproval(scope, plan, { record: previous, transition: transition.id, event: 'requested', note });
  scope.changes.push({ entity: approvalEntity, id, operation: 'create', user: call.user.Id });
  return id;
}

export async function waitingFor(
  raw: StoreSession,
  { entity }: EntityPlan,
  record: unknown,
): Promise<readonly DataRecord[]> {
  const filter = allOf([
    equals('RecordId', record),
    equals('Entity', entity.id),
    equals('State', 'waiting' satisfies ApprovalState),
  ]);
  return (await raw.find({ entity: approvalEntity, filter } as never)).items;
}

export async function insertTasks(
  scope: WriteScope,
  raw: StoreSession,
  ApprovalId: string,
  slots: readonly Slot[],
): Promise<void> {
  const { newId } = scope.call.runtime.ports;
  await raw.insertMany(
    taskEntity,
    slots.map((slot) => ({
      ...{ Id: newId(), Revision: 1, ...stampOf(scope), ApprovalId, IsReminder: false },
      ...{ UserId: null, Role: null, ToldDate: null, ...slot, State: 'waiting' },
    })),
  );
}

function stampOf({ call: { now, user } }: WriteScope): DataRecord {
  return { CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName };
}

type Noted = {
  readonly record: DataRecord;
  readonly transition: string;
  readonly event: string;
  readonly note?: string | undefined;
  /** The absent person for whom it was decided. */
  readonly absent?: string | undefined;
};

/** Says in the history of the record what became of an approval: when, by whom and with which note. */
export async function noteApproval(
  scope: WriteScope,
  plan: EntityPlan,
  { record, transition, event, note, absent }: Noted,
): Promise<void> {
  if (!plan.entity.history) return;
  const field = `${approvalField}.${event}`;
  await writeHistory(scope, plan, {
    record,
    operation: `approval:${event}:${transition}`.slice(0, 64),
    entries: [
      { field, previous: null, current: note ?? null },
      ...(absent === undefined ? [] : [{ field: `${approvalField}.for`, previous: null, current: absent }]),
    ],
  });
}
