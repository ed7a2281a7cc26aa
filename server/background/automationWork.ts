/** Automations: their runs, and what starts them. */
import { type DataRecord, formatMessage, pageOfRecord } from '#engine';
import { againRun, automationsOf, cancelRun, hurryRun } from '../automations/controlRuns.ts';
import { nextOf, skipMissed, startNow } from '../automations/schedules.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import {
  allWork,
  type ScheduledWork,
  type WorkItem,
  type WorkSource,
  type WorkState,
} from '../jobs/WorkSource.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { type RunState, runEntity } from '../operations/automationEvents.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { mayHear } from '../operations/mayHear.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

const configuring = 'Configuration.Edit';

const states: Readonly<Record<RunState, WorkState>> = {
  ...{ waiting: 'due', calling: 'running', done: 'done', stopped: 'done' },
  ...{ failed: 'failed', cancelled: 'cancelled' },
};

const inStates = (...all: readonly RunState[]) => among('State', all);

export const automationWork: WorkSource = {
  id: 'automation',
  needs: [runEntity, 'automation-state'],
  records: {
    entity: runEntity,
    fields:
      'Automation Entity RecordId RecordName CausedBy State NextTry Attempts Problem FinishedDate Milliseconds'.split(
        ' ',
      ),
    states: {
      due: inStates('waiting'),
      running: inStates('calling'),
      done: inStates('done', 'stopped'),
      failed: inStates('failed'),
      cancelled: inStates('cancelled'),
    },
    person: 'CausedBy',
    seen: (call) => (seesAll(call) ? 'all' : equals('CausedBy', call.user.UserName)),
    items: async (call, runs) => {
      const items: WorkItem[] = [];
      for (const run of runs) items.push(await itemOf(call, run));
      return items;
    },
  },
  verbs: {
    again: controlling(againRun),
    cancel: controlling(cancelRun),
    now: controlling(hurryRun),
  },
  scheduled,
  now: async (call, id) => {
    const automation = automationNamed(call, id);
    if (automation.when.on !== 'schedule') throw new Refusal('conflict', 'work.not-scheduled', {});
    await startNow(call, automation);
  },
  continued: async (call, id) => skipMissed(call.runtime, automationNamed(call, id)),
};

const seesAll = ({ features }: OperationCall): boolean => features.has(configuring) || features.has(allWork);

function controlling(
  work: (call: OperationCall, id: string) => Promise<unknown>,
): (call: OperationCall, id: string) => Promise<void> {
  return async (call, id) => {
    authorize({ kind: 'feature', anyOf: [configuring] }, call.features);
    await work(call, id);
  };
}

async function itemOf(call: OperationCall, run: DataRecord): Promise<WorkItem> {
  const { model } = call.runtime;
  const automation = automationsOf(call.runtime).find(({ id }) => id === run.Automation);
  const isSeen = await seesRecord(call, run);
  const state = run.State as RunState;
  const problem = run.Problem as { readonly key: string; readonly params: DataRecord } | null;
  const mayRead = isSeen || call.features.has(configuring);
  return {
    ...{ Id: String(run.Id), Title: automation?.title[call.locale] ?? String(run.Automation) },
    ...{ About: isSeen ? (run.RecordName as string | null) : null, State: states[state] ?? 'failed' },
    ...{ Person: run.CausedBy, Date: run.CreatedDate, FinishedDate: run.FinishedDate },
    ...{ NextDate: state === 'waiting' ? run.NextTry : null, Attempts: run.Attempts },
    Milliseconds: run.Milliseconds,
    Reason: problem && mayRead ? formatMessage(model, call.locale, problem.key, problem.params) : null,
    To: isSeen ? pageTo(call, run) : null,
    Verbs: call.features.has(configuring) ? verbsOf(state) : [],
  };
}

function verbsOf(state: RunState): WorkItem['Verbs'] {
  if (state === 'failed') return ['again'];
  return state === 'waiting' || state === 'calling' ? ['now', 'cancel'] : [];
}

async function seesRecord(call: OperationCall, { Entity, RecordId }: DataRecord): Promise<boolean> {
  const entity = call.runtime.model.entities.get(String(Entity));
  if (!entity || !RecordId) return false;
  const named = entity.policy.fields[entity.labelField]?.view;
  if (named && !isAllowed(named, call.features)) return false;
  const about = { entity: entity.id, id: String(RecordId) };
  return (await mayHear(call.runtime, about, call)) === 'yes';
}

function pageTo(call: OperationCall, { Entity, RecordId }: DataRecord): string | null {
  const { model } = call.runtime;
  const entity = model.entities.get(String(Entity));
  if (!entity) return null;
  const mayOpen = (access: Parameters<typeof isAllowed>[0]) => isAllowed(access, call.features);
  return pageOfRecord(model, entity, { Id: RecordId }, mayOpen) ?? null;
}

/** Those in force; only configurators see them. */
async function scheduled(call: OperationCall): Promise<readonly ScheduledWork[]> {
  const { features, runtime, locale } = call;
  if (!features.has(configuring)) return [];
  const found: ScheduledWork[] = [];
  for (const automation of automationsOf(runtime)) {
    const entity = runtime.model.entities.get(automation.entity);
    if (automation.off || !entity || !isAllowed(entity.policy.view, features)) continue;
    const { id, title, when, owner, overlay } = automation;
    const last = await runtime.store.find({
      ...{ entity: runEntity, filter: equals('Automation', id) },
      sort: [{ path: 'CreatedDate', direction: 'desc' }],
      page: { number: 1, size: 1 },
      only: ['CreatedDate', 'FinishedDate', 'State'],
    });
    const [run] = last.items;
    found.push({
      ...{ Id: id, Title: title[locale], About: formatMessage(runtime.model, locale, entity.plural) },
      ...{ Person: owner ?? null, NextDate: nextOf(automation, call.zone, call.now) ?? null },
      LastDate: run ? (run.FinishedDate ?? run.CreatedDate) : null,
      LastState: run ? (states[run.State as RunState] ?? null) : null,
      Waiting: await runtime.store.count(
        runEntity,
        allOf([equals('Automation', id), inStates('waiting', 'calling')]),
      ),
      To: overlay === undefined ? '/configure/automations' : `/configure/automations/${id}`,
      Verbs: when.on === 'schedule' ? ['now', 'pause', 'continue'] : ['pause', 'continue'],
    });
  }
  return found;
}

function automationNamed(call: OperationCall, id: string) {
  authorize({ kind: 'feature', anyOf: [configuring] }, call.features);
  const found = automationsOf(call.runtime).find((one) => one.id === id && !one.off);
  const entity = found && call.runtime.model.entities.get(found.entity);
  if (!found || !entity) throw refusals.noSuchRecord({ params: { entity: 'configure.kind.automation', id } });
  authorize(entity.policy.view, call.features);
  return found;
}
