/** Approvals as people see them: what waits, for whom, and who has decided. */
import { type DataRecord, formatMessage, type TransitionModel } from '#engine';
import { pageOf } from '../automations/tell.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { decidersOf, rightTo, tasksOf } from '../operations/approvals/approvers.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { Runtime } from '../operations/OperationCall.ts';

export type Looking = {
  /** Without anyone's row access. */
  readonly base: Runtime;
  readonly call: ApiCall;
  /** The account of the caller. */
  readonly person: DataRecord;
  readonly today: string;
  readonly deciders: Awaited<ReturnType<typeof decidersOf>>;
};

export async function looking(base: Runtime, call: ApiCall, today: string): Promise<Looking | undefined> {
  const person = await base.store.get('user', call.session?.user.Id ?? '');
  if (!person) return undefined;
  return { base, call, person, today, deciders: await decidersOf(base.store, person, today) };
}

/** The step of an approval, if it still waits for approval under these declarations. */
export function stepOf({ entity }: EntityPlan, { Transition }: DataRecord): TransitionModel | undefined {
  return entity.workflow?.transitions.find(({ id, approval }) => id === Transition && approval);
}

/** The record as the caller sees it; undefined when they may not. */
async function seenRecord({ call }: Looking, approval: DataRecord): Promise<DataRecord | undefined> {
  const entity = call.runtime.model.entities.get(String(approval.Entity));
  if (!entity || !isAllowed(entity.policy.view, call.session?.features)) return undefined;
  return call.runtime.store.get(entity.id, String(approval.RecordId));
}

/** Undefined if the caller may neither see the record nor has asked. */
export async function approvalAnswer(
  looking: Looking,
  approval: DataRecord,
): Promise<DataRecord | undefined> {
  const { base, call, person } = looking;
  if (!base.model.entities.has(String(approval.Entity))) return undefined;
  const plan = base.planOf(String(approval.Entity));
  const record = await seenRecord(looking, approval);
  const isMine = approval.RequestedBy === person.Id;
  if (!record && !isMine) return undefined;
  const { labelField, policy } = plan.entity;
  const isNamedHere =
    record && isAllowed(policy.fields[labelField]?.view ?? policy.view, call.session?.features);
  const step = stepOf(plan, approval);
  const { decisions, forPerson, waitsFor } = await tasksAnswer(looking, approval, step);
  const isWaiting = approval.State === 'waiting';
  const say = (key: string) => formatMessage(call.runtime.model, call.locale, key);
  return {
    ...{ Id: approval.Id, Entity: approval.Entity, EntityTitle: say(plan.entity.title) },
    ...{ RecordId: approval.RecordId, RecordRevision: record?.Revision ?? null },
    RecordName: isNamedHere ? String(record?.[labelField] ?? '') : null,
    ...{ Transition: approval.Transition, Label: step ? say(step.label) : String(approval.Transition) },
    ...{ State: approval.State, Requester: await nameOf(base, approval.RequestedBy, say('person.server')) },
    ...{
      Note: approval.Note ?? null,
      RequestedDate: approval.CreatedDate,
      DueDate: approval.DueDate ?? null,
    },
    ...{ IsOverdue: isWaiting && approval.IsOverdue === true, FinishedDate: approval.FinishedDate ?? null },
    EndedBy: approval.EndedBy ? await nameOf(base, approval.EndedBy) : null,
    ...{ EndNote: approval.EndNote ?? null, Decisions: decisions, WaitsFor: isWaiting ? waitsFor : [] },
    For: forPerson ?? null,
    To: record ? (pageOf({ base }, { subject: { plan, record } }) ?? null) : null,
    MayDecide: isWaiting && record !== undefined && step !== undefined && forPerson !== undefined,
    MayWithdraw: isWaiting && isMine,
  };
}

/** What was decided and who still may; `forPerson`: '' or the absent person, if the caller may decide. */
async function tasksAnswer(looking: Looking, approval: DataRecord, step: TransitionModel | undefined) {
  const { base, call, deciders } = looking;
  const tasks = await tasksOf(base.store, approval.Id);
  const asked = { own: step?.approval?.own === true, requester: approval.RequestedBy };
  const open = tasks.filter(({ State }) => State === 'waiting');
  const right = open.map((task) => rightTo(deciders, task, asked)).find((one) => one !== undefined);
  const decided = tasks.filter(({ State }) => State === 'approved');
  const decisions = await Promise.all(
    decided.map(async ({ DecidedBy, DecidedFor, DecidedDate, Note }) => ({
      ...{ By: await nameOf(base, DecidedBy), For: DecidedFor ? await nameOf(base, DecidedFor) : null },
      ...{ Date: DecidedDate, Note: Note ?? null },
    })),
  );
  const say = (key: string) => formatMessage(call.runtime.model, call.locale, key);
  const waitsFor = await Promise.all(
    open.map(async ({ Role, UserId }) =>
      typeof UserId === 'string' ? nameOf(base, UserId) : say(`role.${String(Role)}`),
    ),
  );
  return {
    decisions: unique(decisions),
    forPerson: right && String(right.for?.DisplayName ?? ''),
    waitsFor: [...new Set(waitsFor)],
  };
}

/** One decision may count for several entries. */
function unique<Decision extends { readonly By: string; readonly Date: unknown }>(all: readonly Decision[]) {
  return all.filter(
    (one, index) => all.findIndex(({ By, Date: at }) => By === one.By && at === one.Date) === index,
  );
}

async function nameOf({ store }: Runtime, id: unknown, otherwise = ''): Promise<string> {
  const person = typeof id === 'string' ? await store.get('user', id) : undefined;
  return String(person?.DisplayName ?? otherwise);
}
