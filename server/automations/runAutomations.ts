/** Works off what has started automations: each run and the mark that it ran are one transaction. */
import type { AutomationModel, DataRecord, FilterTree } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { pausesOf } from '../jobs/pauses.ts';
import { tellAdministrators } from '../jobs/tellAdministrators.ts';
import { type RunProblem, type RunState, runEntity } from '../operations/automationEvents.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { StoreUnavailable } from '../store/types.ts';
import type { Change } from '../work/events.ts';
import { nextTurn } from '../work/turns.ts';
import { asSeenBy, refuseConditionBeyond, refuseUnlessSeenGone } from './asSeen.ts';
import { callAs, within } from './callAs.ts';
import { automationsOf } from './controlRuns.ts';
import type { MadeCall, Running, StepResult, Subject } from './Run.ts';
import { receive } from './receive.ts';
import { type Ended, reasonOf, runSteps } from './runSteps.ts';
import { saidOf } from './saidOf.ts';
import { pausedAs, writeDueRuns } from './schedules.ts';
import { asCall, inRawTransaction, type Working } from './transaction.ts';
import { loadSeen } from './values.ts';

const atOnce = 50;
/** Milliseconds of one round; what is left waits for the next one, which follows at once. */
const roundLength = 10_000;

/** Runs what is due; returns how many runs ended or went a step on. */
export async function runAutomations(working: Working): Promise<number> {
  const { runtime, stopping } = working;
  await writeDueRuns(working);
  const began = performance.now();
  const isPaused = await pausedRuns(runtime);
  let count = 0;
  for (;;) {
    const now = runtime.ports.now().toISOString();
    const due = { kind: 'compare', path: 'NextTry', operator: 'le', value: now } as const;
    const { items } = await runtime.store.find({
      entity: runEntity,
      filter: allOf([equals('State', 'waiting' satisfies RunState), due, isPaused]) as never,
      sort: [{ path: 'NextTry', direction: 'asc' }],
      page: { number: 1, size: atOnce },
    });
    for (const run of items) {
      if (stopping?.aborted || performance.now() - began > roundLength) return count;
      if (!(await runOne(working, run))) return count;
      count += 1;
      // Others' calls come first.
      await nextTurn();
    }
    if (items.length === 0) return count;
  }
}

/** Leaves out the runs of paused automations: they wait until they are continued. */
async function pausedRuns(runtime: Runtime): Promise<FilterTree | undefined> {
  const paused = await pausesOf(runtime);
  const all = automationsOf(runtime).filter(({ id }) => paused.has(pausedAs(id)));
  if (all.length === 0) return undefined;
  const ids = all.map(({ id }) => id);
  return { kind: 'not', of: among('Automation', ids) } as FilterTree;
}

/** False when nothing can run now, such as while the database is away. */
async function runOne(working: Working, run: DataRecord): Promise<boolean> {
  const { runtime } = working;
  const automation = runtime.model.entities
    .get(String(run.Entity))
    ?.automations.find(({ id }) => id === run.Automation);
  const reason = whyNot(automation, run);
  const results: StepResult[] = [...((run.Steps as readonly StepResult[] | null) ?? [])];
  const began = runtime.ports.now();
  if (!automation || reason) {
    await runtime.store.update(
      runEntity,
      String(run.Id),
      ended(runtime, { State: 'cancelled', Problem: reason }),
      Number(run.Revision),
    );
    return true;
  }
  try {
    await carryOut(working, { automation, run, results, began });
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    if (error instanceof Refusal && error.key === refusals.declarationsChanged().key) return false;
    await noteFailure(working, { automation, run, results, error, began });
  }
  return true;
}

function whyNot(
  automation: AutomationModel | undefined,
  { Position, Said, Call }: DataRecord,
): RunProblem | undefined {
  if (!automation) return { key: 'automation.problem.gone', params: {} };
  if (automation.off) return { key: 'automation.problem.off', params: {} };
  if ((Number(Position) > 0 || Call) && Said !== saidOf(automation))
    return { key: 'automation.problem.changed', params: {} };
  return undefined;
}

type Carrying = {
  readonly automation: AutomationModel;
  readonly run: DataRecord;
  readonly results: StepResult[];
  readonly began: Date;
};

class OwnerGone extends Error {}

/** Everything the steps write, and that they are done, or nothing. */
async function carryOut(
  { runtime, zone }: Working,
  { automation, run, results, began }: Carrying,
): Promise<void> {
  const { id, changes } = { id: String(run.Id), changes: [] as Change[] };
  let found: Subject | undefined;
  await inRawTransaction(runtime, async (raw) => {
    const fresh = await raw.get(runEntity, id);
    // Another process has run it, or someone has cancelled it.
    if (!fresh || fresh.State !== 'waiting' || fresh.Revision !== run.Revision) return;
    const call = await callAs(within(runtime, raw), automation, zone);
    if (!call) throw new OwnerGone();
    const depth = Number(run.Depth ?? 0);
    refuseConditionBeyond(call, automation);
    const end = await asCall(call, async (session) => {
      const scope = { call, session, changes, automation: { run: id, depth } };
      const running: Running = {
        scope,
        raw,
        base: runtime,
        zone,
        automation,
        results,
        given: { event: (run.Input as DataRecord | null)?.event, answer: madeBy(run)?.reply?.answer },
        made: madeBy(run),
        isTrial: false,
        spent: { records: 0, told: 0 },
      };
      const subject =
        automation.when.on === 'webhook' && !run.RecordId
          ? await receive(running)
          : await subjectOf(running, run);
      if (!subject) return { kind: 'stopped' } as const;
      found = subject;
      return runSteps(running, automation.then, subject, { from: Number(run.Position ?? 0) });
    });
    await raw.update(runEntity, id, {
      ...afterSteps(runtime, automation, end),
      ...(automation.when.on === 'webhook' && found && aboutRecord(found)),
      Steps: results,
      ...timing(runtime, run, began),
    });
    // The call follows at once, in a lane of its own.
    if (end.kind === 'calling') changes.push({ entity: runEntity, id, operation: 'update' });
  });
  for (const change of changes) runtime.events.announce('recordChanged', change);
}

/** A webhook finds or creates its record when it runs. */
const aboutRecord = ({ plan: { entity }, record }: Subject): DataRecord => ({
  RecordId: record.Id,
  RecordName: String(record[entity.labelField] ?? '').slice(0, 256),
});

/** The record as it is now, as the owner of the automation sees it; of a removed one, as it was. */
export async function subjectOf(running: Running, { Entity, RecordId, Input }: DataRecord): Promise<Subject> {
  const { call } = running.scope;
  const plan = call.runtime.planOf(String(Entity));
  const { record: removed, changes = {} } = (Input ?? {}) as {
    record?: DataRecord;
    changes?: Record<string, readonly unknown[]>;
  };
  if (removed) {
    refuseUnlessSeenGone(call, plan);
    const seen = asSeenBy(call, plan, removed);
    return { plan, record: seen, previous: seen, isRemoved: true };
  }
  const record = await loadSeen(running, plan, String(RecordId));
  const before = Object.fromEntries(Object.entries(changes).map(([name, [was]]) => [name, was]));
  return { plan, record, previous: asSeenBy(call, plan, { ...record, ...before }) };
}

const minute = 60_000;

const madeBy = ({ Call }: DataRecord): MadeCall | undefined => (Call ?? undefined) as MadeCall | undefined;

function afterSteps(runtime: Runtime, automation: AutomationModel, end: Ended): DataRecord {
  if (end.kind === 'calling')
    return {
      ...{ State: 'calling' satisfies RunState, Position: end.at, Said: saidOf(automation) },
      ...{ Call: { at: end.at, request: end.request }, Attempts: 0, Problem: null },
      NextTry: runtime.ports.now().toISOString(),
    };
  if (end.kind !== 'waiting') return ended(runtime, { State: end.kind, Problem: undefined });
  const NextTry = new Date(runtime.ports.now().getTime() + end.minutes * minute).toISOString();
  return { Position: end.at, NextTry, Said: saidOf(automation), Attempts: 0, Problem: null };
}

function ended(
  { ports }: Runtime,
  { State, Problem }: { State: RunState; Problem: RunProblem | undefined },
): DataRecord {
  const over = State === 'done' || State === 'stopped' ? { Call: null } : {};
  return { State, Problem: Problem ?? null, FinishedDate: ports.now().toISOString(), ...over };
}

function timing({ ports }: Runtime, { StartedDate, Milliseconds }: DataRecord, began: Date): DataRecord {
  const spent = Math.max(0, ports.now().getTime() - began.getTime());
  return { StartedDate: StartedDate ?? began.toISOString(), Milliseconds: Number(Milliseconds ?? 0) + spent };
}

/** Attempts before a run is given up. */
export const mostAttempts = 8;
export const waitAfter = (attempts: number): number =>
  Math.min(minute * 2 ** (attempts - 1), 6 * 60 * minute);

/** What another attempt cannot fix waits for a person. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || [409, 429, 503].includes(statusOf(error));
const statusOf = ({ status, code }: Refusal): number => status ?? (code === 'conflict' ? 409 : 400);

async function noteFailure(
  working: Working,
  { automation, run, results, error, began }: Carrying & { readonly error: unknown },
): Promise<void> {
  const { runtime } = working;
  const isOwner = error instanceof OwnerGone;
  const Problem = isOwner
    ? { key: 'automation.problem.owner', params: { owner: automation.owner } }
    : reasonOf(error);
  const Attempts = Number(run.Attempts ?? 0) + 1;
  const isOver = isOwner || !isPassing(error) || Attempts >= mostAttempts;
  const next = new Date(runtime.ports.now().getTime() + waitAfter(Attempts)).toISOString();
  if (!(error instanceof Refusal) && !isOwner)
    runtime.ports.log.error({ err: error, run: run.Id, automation: automation.id }, 'automation failed');
  await runtime.store.update(
    runEntity,
    String(run.Id),
    {
      ...{ Attempts, Problem, Steps: results.slice(-100), ...timing(runtime, run, began) },
      ...(isOver ? ended(runtime, { State: 'failed', Problem }) : { NextTry: next }),
    },
    Number(run.Revision),
  );
  if (isOwner) await tellOnce(runtime, automation);
}

const day = 24 * 60 * minute;

/** Once a day. */
async function tellOnce(runtime: Runtime, { id, title, owner = '' }: AutomationModel): Promise<void> {
  const { store, model, ports } = runtime;
  const [state] = (await store.find({ entity: 'automation-state', filter: equals('Automation', id) })).items;
  const now = ports.now();
  if (state?.ToldDate && now.getTime() - Date.parse(String(state.ToldDate)) < day) return;
  if (state) await store.update('automation-state', String(state.Id), { ToldDate: now.toISOString() });
  await tellAdministrators(
    { store, model, ports },
    {
      ...{ title: 'notification.automation-stopped', about: title['en-CA'] },
      ...{ problem: 'automation.problem.owner', params: { owner } },
    },
  );
}
