/** What people do with runs: run them again or before their time, and cancel those that wait. */
import type { AutomationModel, DataRecord } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { authorize } from '../operations/authorize.ts';
import { type RunState, runEntity } from '../operations/automationEvents.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';

type Caller = Pick<OperationCall, 'features'> & { readonly runtime: Runtime };

/** Runs a failed one again, as if its event had just happened. */
export const againRun = (call: Caller, id: string): Promise<DataRecord> =>
  change(
    call,
    id,
    ({ State }, now) =>
      State === 'failed'
        ? { State: 'waiting', Attempts: 0, Depth: 0, Problem: null, FinishedDate: null, NextTry: now }
        : undefined,
    'automation.problem.not-failed',
  );

/** What waits, after a failure or on purpose, goes on at once. */
export const hurryRun = (call: Caller, id: string): Promise<DataRecord> =>
  change(call, id, (run, now) => (isOpen(run) ? { NextTry: now } : undefined));

/** What it has done already stays done. */
export const cancelRun = (call: Caller, id: string): Promise<DataRecord> =>
  change(call, id, (run, now) =>
    isOpen(run) ? { State: 'cancelled' satisfies RunState, FinishedDate: now, Problem: null } : undefined,
  );

const isOpen = ({ State }: DataRecord): boolean => State === 'waiting' || State === 'calling';

async function change(
  { runtime, features }: Caller,
  id: string,
  next: (run: DataRecord, now: string) => DataRecord | undefined,
  otherwise = 'work.moved',
): Promise<DataRecord> {
  const { store, ports, model, events } = runtime;
  const run = await store.get(runEntity, id);
  if (!run) throw refusals.noSuchRecord({ params: { entity: 'entity.automation-run', id } });
  const entity = model.entities.get(String(run.Entity));
  if (entity) authorize(entity.policy.view, features);
  const fields = next(run, ports.now().toISOString());
  if (!fields || !(await store.update(runEntity, id, fields, Number(run.Revision))))
    throw new Refusal('conflict', otherwise, {});
  events.announce('recordChanged', { entity: runEntity, id, operation: 'update' });
  return { ...run, ...fields };
}

export const automationsOf = ({ model }: Pick<Runtime, 'model'>): readonly AutomationModel[] =>
  [...model.entities.values()].flatMap(({ automations }) => automations);
