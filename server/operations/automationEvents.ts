/** Writes the events that start automations, in the transaction of the write they report on. */
import type { AutomationModel, DataRecord } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { storedFields } from './storedFields.ts';

export const runEntity = 'automation-run';

/** `calling`: an address outside is called between two transactions. `failed`: given up, until someone runs it again. */
export type RunState = 'waiting' | 'calling' | 'done' | 'stopped' | 'failed' | 'cancelled';

type AutomationEvent = {
  /** `create`, `remove`, `transition:<id>`, `comment`, `button`; anything else is a change. */
  readonly operation: string;
  readonly previous?: DataRecord;
  /** Absent: the record was removed. */
  readonly next?: DataRecord;
  /** Names of the fields that changed. */
  readonly changed?: readonly string[];
  /** What its expressions read as `$event`. */
  readonly given?: DataRecord;
};

/** Automations that start one another stop here. */
const deepest = 5;
/** The runs of one automation for one record that other automations may cause in an hour. */
export const mostPerHour = 20;

/** Writes a run for each automation that the write starts. */
export async function recordEvents(
  scope: WriteScope,
  plan: EntityPlan,
  event: AutomationEvent,
): Promise<void> {
  for (const automation of plan.entity.automations) {
    if (automation.off || !isTrigger(automation, event)) continue;
    const verdict = await judge(scope, plan, automation, event);
    if (verdict === 'no') continue;
    await insertRun(scope, plan, { automation, event, problem: verdict === 'yes' ? undefined : verdict });
  }
}

function isTrigger({ when }: AutomationModel, { operation, changed = [] }: AutomationEvent): boolean {
  if (when.on === 'comment' || operation === 'comment') return when.on === operation;
  const isCreate = operation === 'create';
  const isRemoval = operation === 'remove';
  const touches = when.fields.length === 0 || when.fields.some((name) => changed.includes(name));
  if (when.on === 'created') return isCreate;
  if (when.on === 'deleted') return isRemoval;
  if (when.on === 'changed') return !isCreate && !isRemoval && touches;
  if (when.on === 'saved') return isCreate || (!isRemoval && touches);
  if (when.on === 'became') return !isRemoval;
  return (
    when.on === 'transition' &&
    operation.startsWith('transition:') &&
    (when.transition === undefined || operation === `transition:${when.transition}`)
  );
}

export type RunProblem = { readonly key: string; readonly params: DataRecord };

/** Whether its condition holds; a condition that fails is a run that failed, so that nobody misses it. */
export async function judge(
  { call, session }: WriteScope,
  plan: EntityPlan,
  { if: condition, when }: AutomationModel,
  { previous, next, operation, given }: AutomationEvent,
): Promise<'yes' | 'no' | RunProblem> {
  const record = next ?? previous;
  if (!condition || !record) return 'yes';
  const readsOwner = condition.reads.some(({ from }) => from === 'owner');
  const owner = readsOwner ? await ownerOf(call, session, plan, record) : undefined;
  const holds = (of: DataRecord, before: DataRecord | undefined): boolean => {
    const context = ruleContext(call, { action: operation, owner, previous: before });
    const vars = { ...context, record: of, event: given } as Record<string, unknown>;
    return condition.evaluate({ root: of, vars }) === true;
  };
  try {
    if (!holds(record, previous)) return 'no';
    return when.on === 'became' && previous && next && holds(previous, previous) ? 'no' : 'yes';
  } catch (error) {
    return {
      key: 'automation.problem.condition',
      params: { reason: String((error as Error).message).slice(0, 200) },
    };
  }
}

type Inserting = {
  readonly automation: AutomationModel;
  readonly event: AutomationEvent;
  readonly problem?: RunProblem | undefined;
};

async function insertRun(
  scope: WriteScope,
  plan: EntityPlan,
  { automation, event, problem }: Inserting,
): Promise<void> {
  const { call, session, automation: running } = scope;
  const { previous, next, operation } = event;
  const record = next ?? previous ?? {};
  const Depth = running ? running.depth + 1 : 0;
  const stopped =
    problem ?? (running ? await stopLoop(scope, automation, { Depth, id: String(record.Id) }) : undefined);
  const run = runOf(call, plan, { automation, record, event: operation });
  await session.insert(runEntity, {
    ...run,
    ...{ Depth, Cause: running?.run ?? null, Key: run.Id, Input: inputOf(plan, event) },
    ...(stopped && { State: 'failed' satisfies RunState, Problem: stopped, FinishedDate: call.now }),
  });
  scope.changes.push({ entity: runEntity, id: String(run.Id), operation: 'create' });
}

/** A run that has not started. */
export function runOf(
  { runtime: { ports }, now, user: { UserName } }: Pick<WriteScope['call'], 'runtime' | 'now' | 'user'>,
  { entity }: EntityPlan,
  of: { readonly automation: AutomationModel; readonly record: DataRecord; readonly event: string },
): DataRecord {
  const Id = ports.newId();
  return {
    ...{ Id, Revision: 1, CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName },
    ...{ Automation: of.automation.id, Entity: entity.id, RecordId: of.record.Id ?? null },
    RecordName: String(of.record[entity.labelField] ?? '').slice(0, 256),
    ...{
      Event: of.event.slice(0, 64),
      CausedBy: UserName.slice(0, 256),
      State: 'waiting' satisfies RunState,
    },
    ...{ NextTry: ports.now().toISOString(), Attempts: 0, Position: 0, Depth: 0, Key: Id },
  };
}

/** Why a run that another automation caused does not start. */
async function stopLoop(
  scope: WriteScope,
  automation: AutomationModel,
  { Depth, id }: { readonly Depth: number; readonly id: string },
): Promise<RunProblem | undefined> {
  if (Depth > deepest) return { key: 'automation.problem.depth', params: { limit: deepest } };
  const count = await runsSince(scope, automation, id);
  return count >= mostPerHour
    ? { key: 'automation.problem.rate', params: { limit: mostPerHour } }
    : undefined;
}

/** The runs of an automation for a record in the last hour. */
export function runsSince(
  { session, call }: Pick<WriteScope, 'session' | 'call'>,
  { id: automation }: AutomationModel,
  record: string,
): Promise<number> {
  const hourAgo = new Date(call.runtime.ports.now().getTime() - 3_600_000).toISOString();
  return session.count(
    runEntity,
    allOf([
      equals('RecordId', record),
      equals('Automation', automation),
      { kind: 'compare', path: 'CreatedDate', operator: 'ge', value: hourAgo },
    ]),
  );
}

/** Longer values are left out: they are in the record. */
const longestKept = 2000;

/** What changed, from what to what; of a removed record, what it was. */
function inputOf(plan: EntityPlan, { previous, next, changed = [], given }: AutomationEvent): DataRecord {
  if (given) return { event: given };
  if (!next) return { record: fitted(storedFields(plan.stored, previous ?? {})) };
  if (!previous) return {};
  const before = fitted(storedFields(plan.stored, previous));
  const after = fitted(storedFields(plan.stored, next));
  const changes = changed
    .filter((name) => !plan.managed.has(name))
    .map((name) => [name, [before[name], after[name]]]);
  return { changes: Object.fromEntries(changes) };
}

const fitted = (fields: DataRecord): DataRecord =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (JSON.stringify(value) ?? '').length > longestKept ? '…' : (value ?? null),
    ]),
  );
