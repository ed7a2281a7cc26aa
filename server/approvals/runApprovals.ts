/** Tells those who have to approve and those who asked; reminds, escalates, and ends what can no longer be given. */
import type { DataRecord } from '#engine';
import { callAs, within } from '../automations/callAs.ts';
import { inRawTransaction, type Working } from '../automations/transaction.ts';
import { Refusal } from '../errors/Refusal.ts';
import {
  type ApprovalState,
  approvalEntity,
  escalated,
  nextLook,
  type TaskState,
  type Told,
  taskEntity,
} from '../operations/approvals/approvalNames.ts';
import {
  canBeDecided,
  peopleOf,
  type Slot,
  slotsOf,
  substitutesOf,
  tasksOf,
} from '../operations/approvals/approvers.ts';
import { cancel } from '../operations/approvals/followApprovals.ts';
import { insertTasks, noteApproval } from '../operations/approvals/requestApproval.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { stateOf } from '../operations/stateOf.ts';
import { StoreUnavailable } from '../store/types.ts';
import type { Change } from '../work/events.ts';
import { nextTurn } from '../work/turns.ts';
import { stepOf } from './approvalAnswer.ts';
import { type Telling, tellPerson } from './tellPeople.ts';

const atOnce = 50;
const day = 24 * 3_600_000;

/** Returns how many approvals it had something to do for. */
export async function runApprovals(working: Working): Promise<number> {
  const { runtime, stopping } = working;
  const now = runtime.ports.now().toISOString();
  let count = 0;
  for (const filter of [dueAt(now), { kind: 'not', of: equals('Tell', null) }]) {
    const page = { number: 1, size: atOnce };
    const { items } = await runtime.store.find({ entity: approvalEntity, filter, page } as never);
    for (const { Id } of items) {
      if (stopping?.aborted) return count;
      if (await workOn(working, String(Id), look)) count += 1;
      await nextTurn();
    }
  }
  const untold = allOf([equals('State', 'waiting' satisfies TaskState), equals('ToldDate', null)]);
  const { items } = await runtime.store.find({
    ...{ entity: taskEntity, filter: untold, page: { number: 1, size: 200 } },
  } as never);
  for (const id of new Set(items.map(({ ApprovalId }) => String(ApprovalId)))) {
    if (stopping?.aborted) return count;
    if (await workOn(working, id, tellAsked)) count += 1;
    await nextTurn();
  }
  return count;
}

const dueAt = (value: string) =>
  allOf([
    equals('State', 'waiting' satisfies ApprovalState),
    { kind: 'compare', path: 'NextDate', operator: 'le', value } as const,
  ]);

type Work = (at: Telling & { readonly scope: WriteScope }, approval: DataRecord) => Promise<void>;

/** One approval, one transaction. One that fails is logged and does not stop the others. */
async function workOn({ runtime, zone }: Working, id: string, work: Work): Promise<boolean> {
  const changes: Change[] = [];
  try {
    await inRawTransaction(runtime, async (raw) => {
      const approval = await raw.get(approvalEntity, id);
      const call = await callAs(within(runtime, raw), { owner: undefined }, zone);
      if (!approval || !call) return;
      const scope = { call, session: raw, changes };
      await work({ base: runtime, raw, zone, changes, scope }, approval);
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof Refusal))
      runtime.ports.log.error({ err: error, approval: id }, 'approval not worked on');
    return false;
  }
  for (const change of changes) runtime.events.announce('recordChanged', change);
  return true;
}

/** What is due for an approval, and what the person who asked is to be told. */
const look: Work = async (at, approval) => {
  const { raw, base, scope } = at;
  const told = approval.Tell as Told | null;
  if (told) await tellRequester(at, approval, told);
  if (approval.State !== 'waiting') return;
  const entity = base.model.entities.get(String(approval.Entity));
  const plan = entity && base.planOf(entity.id);
  const record = entity && (await raw.get(entity.id, String(approval.RecordId)));
  const step = plan && stepOf(plan, approval);
  const of = { approval, record: record ?? { Id: approval.RecordId } };
  if (!plan || !record) return cancel(scope, plan, { ...of, told: 'removed' });
  if (!step?.approval) return cancel(scope, plan, { ...of, told: 'no-step' });
  if (!step.from.includes(stateOf(base.model, plan, record) ?? ''))
    return cancel(scope, plan, { ...of, told: 'state' });
  await remindAndEscalate(at, approval, { plan, record, declared: step.approval });
};

type Due = {
  readonly plan: Parameters<typeof stepOf>[0];
  readonly record: DataRecord;
  readonly declared: NonNullable<NonNullable<ReturnType<typeof stepOf>>['approval']>;
};

async function remindAndEscalate(
  at: Telling & { readonly scope: WriteScope },
  approval: DataRecord,
  { plan, record, declared }: Due,
): Promise<void> {
  const { raw, base, scope } = at;
  const now = base.ports.now();
  const isPast = (date: unknown) => typeof date === 'string' && Date.parse(date) <= now.getTime();
  const [id, transition] = [String(approval.Id), String(approval.Transition)];
  const isOverdue = approval.IsOverdue !== true && isPast(approval.DueDate);
  const isReminder = isPast(approval.RemindDate);
  const requester = approval.RequestedBy ? await raw.get('user', String(approval.RequestedBy)) : undefined;
  const open = await tasksOf(raw, id, 'waiting');
  if (isReminder || isOverdue)
    for (const task of open)
      await raw.update(taskEntity, String(task.Id), { ToldDate: null, IsReminder: true });
  const added = isOverdue ? slotsOf(declared.escalate, { record, requester }, escalated) : [];
  await insertTasks(scope, raw, id, added);
  if (isOverdue) await noteApproval(scope, plan, { record, transition, event: 'overdue' });
  const slots = [...(await tasksOf(raw, id)), ...added] as unknown as readonly Slot[];
  const couldBe = await canBeDecided(raw, { ...declared, needs: 'one' }, { slots, requester });
  // While nobody can approve, it is said once a day, to the person who asked.
  const Tell: Told | null = isOverdue ? 'overdue' : couldBe ? null : 'nobody';
  const RemindDate = isReminder
    ? new Date(now.getTime() + (declared.remind ?? 1) * day).toISOString()
    : approval.RemindDate;
  const IsOverdue = isOverdue || approval.IsOverdue === true;
  const NextDate = nextLook({ ...approval, RemindDate, IsOverdue }, now);
  await raw.update(approvalEntity, id, { RemindDate, IsOverdue, NextDate, Tell });
}

async function tellRequester(at: Telling, approval: DataRecord, told: Told): Promise<void> {
  const { raw, base } = at;
  await raw.update(approvalEntity, String(approval.Id), { Tell: null });
  const reader = approval.RequestedBy ? await raw.get('user', String(approval.RequestedBy)) : undefined;
  if (!reader || !base.model.entities.has(String(approval.Entity))) return;
  const ended = approval.EndedBy ? await raw.get('user', String(approval.EndedBy)) : undefined;
  await tellPerson(at, reader, {
    ...{ about: told, approval, ...facts(at, approval) },
    requester: String(ended?.DisplayName ?? reader.DisplayName ?? ''),
  });
}

function facts({ base }: Telling, approval: DataRecord) {
  const plan = base.planOf(String(approval.Entity));
  return { plan, label: stepOf(plan, approval)?.label ?? String(approval.Transition) };
}

/** Those who may decide, and their substitutes today. */
const tellAsked: Work = async (at, approval) => {
  const { raw, base, scope } = at;
  const requester = approval.RequestedBy ? await raw.get('user', String(approval.RequestedBy)) : undefined;
  const isKnown = base.model.entities.has(String(approval.Entity));
  const own = isKnown && stepOf(base.planOf(String(approval.Entity)), approval)?.approval?.own === true;
  const told = new Set<unknown>();
  for (const task of await tasksOf(raw, approval.Id, 'waiting')) {
    if (task.ToldDate) continue;
    await raw.update(taskEntity, String(task.Id), { ToldDate: scope.call.now });
    if (!isKnown || approval.State !== 'waiting') continue;
    const isEscalation = task.Slot === escalated && task.IsReminder !== true;
    const about = task.IsReminder === true ? 'remind' : isEscalation ? 'escalated' : 'asked';
    const people = [...(await peopleOf(raw, task))];
    for (const person of people.slice())
      if (own || person.Id !== requester?.Id)
        people.push(...(await substitutesOf(raw, person.Id, scope.call.today)));
    for (const person of people.slice(0, mostTold)) {
      if (told.has(person.Id) || (!own && person.Id === requester?.Id)) continue;
      told.add(person.Id);
      const isTold = await tellPerson(at, person, {
        ...{ about, approval, ...facts(at, approval) },
        requester: String(requester?.DisplayName ?? ''),
      });
      if (isTold) scope.changes.push(changeFor(approval, person));
    }
  }
};

/** People who are told of one task; the others find it in their list. */
const mostTold = 200;

const changeFor = ({ Id }: DataRecord, person: DataRecord): Change => ({
  ...{ entity: approvalEntity, id: String(Id), operation: 'update' },
  user: String(person.Id),
});
