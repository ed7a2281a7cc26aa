/** Decisions about approvals: each in one transaction, and the last one carries the transition out. */
import type { ApprovalModel, DataRecord, TransitionModel } from '#engine';
import { callAs, callOf, within } from '../automations/callAs.ts';
import { asCall, inRawTransaction } from '../automations/transaction.ts';
import { refusals } from '../errors/Refusal.ts';
import {
  type ApprovalState,
  approvalEntity,
  escalated,
  type TaskState,
  type Told,
  taskEntity,
} from '../operations/approvals/approvalNames.ts';
import { type Deciders, decidersOf, isNamed, rightTo, tasksOf } from '../operations/approvals/approvers.ts';
import { reopenTask } from '../operations/approvals/askAgain.ts';
import { announce, endApproval } from '../operations/approvals/followApprovals.ts';
import { noteApproval } from '../operations/approvals/requestApproval.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { OperationCall, Runtime, WriteScope } from '../operations/OperationCall.ts';
import { recordChanges } from '../operations/recordChanges.ts';
import { transitionWithin } from '../operations/transitionRecord.ts';
import type { StoreSession } from '../store/types.ts';
import type { Change } from '../work/events.ts';

export type Verdict = 'approve' | 'send-back' | 'withdraw';

type Decision = {
  readonly id: string;
  readonly verdict: Verdict;
  readonly note?: string | undefined;
  /** The revision of the record that the person has seen. */
  readonly revision?: number | undefined;
};

/** `carried-out`: that was the last approval needed, and the transition is done. */
export type Decided = 'carried-out' | 'waiting' | 'sent-back' | 'withdrawn';

type Deciding = Decision & {
  readonly base: Runtime;
  readonly raw: StoreSession;
  readonly scope: WriteScope;
  readonly asked: OperationCall;
  readonly approval: DataRecord;
  readonly plan: EntityPlan;
  readonly record: DataRecord;
};

/** Decides as the person of the call, with the rights they have now. `base`: without anyone's row access. */
export async function decideApproval(
  base: Runtime,
  asked: OperationCall,
  decision: Decision,
): Promise<Decided> {
  const changes: Change[] = [];
  const decided = await inRawTransaction(base, async (raw) => {
    const result = await decideWithin({ base, raw, asked, changes }, decision);
    const noteCommit = await recordChanges({ runtime: base, user: asked.user }, raw, changes);
    return { result, noteCommit };
  });
  decided.noteCommit();
  for (const change of changes) base.events.announce('recordChanged', change);
  return decided.result;
}

type From = Pick<Deciding, 'base' | 'raw' | 'asked'> & { readonly changes: Change[] };

async function decideWithin({ base, raw, asked, changes }: From, decision: Decision): Promise<Decided> {
  const approval = await raw.get(approvalEntity, decision.id);
  const missing = () => refusals.noSuchRecord({ params: { entity: 'entity.approval', id: decision.id } });
  if (!approval || !base.model.entities.has(String(approval.Entity))) throw missing();
  const person = await raw.get('user', asked.user.Id);
  const found = person && (await callOf(within(base, raw), person, asked.zone));
  if (!person || !found) throw missing();
  const call = { ...found, locale: asked.locale };
  const plan = base.planOf(String(approval.Entity));
  return asCall(call, async (session) => {
    const scope = { call, session, changes };
    const isSeen = isAllowed(plan.entity.policy.view, call.features);
    const isMine = approval.RequestedBy === person.Id;
    if (!isSeen && !isMine) throw missing();
    // Anyone who may not see the record learns nothing of its approval; those who asked may still take it back.
    const record = isSeen
      ? await loadRecord(scope, plan, String(approval.RecordId)).catch((error) => {
          if (isMine && decision.verdict === 'withdraw') return { Id: approval.RecordId };
          throw error;
        })
      : { Id: approval.RecordId };
    if (approval.State !== 'waiting') throw refusals.approvalOver({ params: await endOf(raw, approval) });
    const deciding = { ...decision, base, raw, scope, asked, approval, plan, record };
    if (decision.verdict === 'withdraw') return withdraw(deciding);
    if (!isSeen) throw missing();
    return decideTasks(deciding, person);
  });
}

/** Who ended it, for those who come too late. */
async function endOf(raw: StoreSession, { EndedBy, State }: DataRecord): Promise<DataRecord> {
  const person = EndedBy ? await raw.get('user', String(EndedBy)) : undefined;
  return { name: person?.DisplayName ?? '', state: `approval.state.${State}` };
}

async function withdraw({ raw, scope, approval, plan, record, note }: Deciding): Promise<Decided> {
  if (approval.RequestedBy !== scope.call.user.Id) throw refusals.approvalNotYours();
  await end(raw, scope, approval, { State: 'withdrawn', EndNote: note ?? null });
  const transition = String(approval.Transition);
  await noteApproval(scope, plan, { record, transition, event: 'withdrawn', note });
  announce(scope, approval);
  return 'withdrawn';
}

const end = (
  raw: StoreSession,
  { call }: WriteScope,
  approval: DataRecord,
  how: DataRecord & { readonly State: ApprovalState },
): Promise<void> => endApproval(raw, approval, { EndedBy: call.user.Id, FinishedDate: call.now, ...how });

async function decideTasks(deciding: Deciding, person: DataRecord): Promise<Decided> {
  const { raw, scope, approval, plan, record, note, verdict, revision } = deciding;
  const transition = plan.entity.workflow?.transitions.find(({ id }) => id === approval.Transition);
  const declared = transition?.approval;
  if (!transition || !declared) throw refusals.approvalGone();
  const asked = { own: declared.own, requester: approval.RequestedBy };
  if (!declared.own && approval.RequestedBy === person.Id) throw refusals.approvalOwn();
  const deciders = await decidersOf(raw, person, scope.call.today);
  const open = (await tasksOf(raw, approval.Id, 'waiting')).flatMap((task) => {
    const right = rightTo(deciders, task, asked);
    return right ? [{ task, absent: right.for }] : [];
  });
  if (open.length === 0) throw refusals.approvalNotYours();
  if (revision !== undefined && revision !== record.Revision) throw refusals.approvalChanged();
  if (verdict === 'send-back') return sendBack(deciding);
  const fields = { State: 'approved' satisfies TaskState, DecidedBy: person.Id, Note: note ?? null };
  for (const { task, absent } of open)
    await raw.update(taskEntity, String(task.Id), {
      ...{ ...fields, DecidedFor: absent?.Id ?? null, DecidedDate: scope.call.now },
    });
  const absent = open.every((one) => one.absent) ? String(open[0]?.absent?.DisplayName ?? '') : undefined;
  const about = { record, transition: transition.id, note };
  await noteApproval(scope, plan, { ...about, event: 'approved', absent });
  await reopenLapsed(deciding, { declared, today: scope.call.today });
  if (!(await isComplete(raw, approval, declared))) {
    announce(scope, approval);
    return 'waiting';
  }
  return carryOut(deciding, transition);
}

async function sendBack({ raw, scope, approval, plan, record, note }: Deciding): Promise<Decided> {
  if (note === undefined) throw refusals.approvalNoNote();
  const Tell = 'sent-back' satisfies Told;
  await end(raw, scope, approval, { State: 'sent-back', EndNote: note, Tell });
  const transition = String(approval.Transition);
  await noteApproval(scope, plan, { record, transition, event: 'sent-back', note });
  announce(scope, approval);
  return 'sent-back';
}

/** The approvals of people who could no longer give them do not count: others are asked again. */
async function reopenLapsed(
  { raw, approval }: Deciding,
  { declared, today }: { readonly declared: ApprovalModel; readonly today: string },
): Promise<void> {
  for (const task of await tasksOf(raw, approval.Id, 'approved')) {
    const person = await raw.get('user', String(task.DecidedBy));
    if (person?.IsActive === true && (await stillMay(raw, person, { task, declared, today, approval })))
      continue;
    await reopenTask(raw, task);
  }
}

type Still = {
  readonly task: DataRecord;
  readonly declared: ApprovalModel;
  readonly today: string;
  readonly approval: DataRecord;
};

/** A substitute's decision stands after the absence, as long as the absent person could have decided. */
async function stillMay(
  raw: StoreSession,
  person: DataRecord,
  { task, declared, approval }: Still,
): Promise<boolean> {
  const asked = { own: declared.own, requester: approval.RequestedBy };
  const principal = task.DecidedFor ? await raw.get('user', String(task.DecidedFor)) : undefined;
  const deciders: Deciders = { person, absent: principal?.IsActive === true ? [principal] : [] };
  if (task.DecidedFor)
    return principal !== undefined && isNamed(principal, task) && deciders.absent.length > 0;
  return rightTo(deciders, task, asked) !== undefined;
}

/** One approval suffices, or every entry has one; one by escalation counts for all. */
async function isComplete(
  raw: StoreSession,
  { Id }: DataRecord,
  { needs, by }: ApprovalModel,
): Promise<boolean> {
  const approved = new Set((await tasksOf(raw, Id, 'approved')).map(({ Slot }) => Slot));
  if (needs === 'one' || approved.has(escalated)) return approved.size > 0;
  return by.every((_, index) => approved.has(index));
}

/** As the person who asked, with the rights they have now; everything is checked again. */
async function carryOut(deciding: Deciding, transition: TransitionModel): Promise<Decided> {
  const { base, raw, scope, asked, approval, plan } = deciding;
  const Tell = approval.RequestedBy ? ('approved' satisfies Told) : null;
  await end(raw, scope, approval, { State: 'approved', Tell });
  const requester = approval.RequestedBy ? await raw.get('user', String(approval.RequestedBy)) : undefined;
  const inside = within(base, raw);
  const found = requester
    ? await callOf(inside, requester, asked.zone)
    : approval.RequestedBy
      ? undefined
      : await callAs(inside, { owner: undefined }, asked.zone);
  if (!found) throw refusals.approvalRequester();
  const earlier = Array.isArray(approval.Confirmed) ? approval.Confirmed.map(String) : [];
  const call = { ...found, locale: asked.locale, confirmed: [...earlier, ...asked.confirmed] };
  await asCall(call, (session) =>
    transitionWithin({ call, session, changes: scope.changes }, plan, {
      ...{ id: String(approval.RecordId), transition, isApproved: true },
      filled: (approval.Filled ?? {}) as DataRecord,
      ...(typeof approval.Note === 'string' && { note: approval.Note }),
    }),
  );
  announce(scope, approval);
  return 'carried-out';
}
