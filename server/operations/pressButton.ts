/** A person starts an automation by its button on a record. */
import type { AutomationModel, DataRecord, Issue } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { authorize } from './authorize.ts';
import { judge, mostPerHour, runEntity, runOf, runsSince } from './automationEvents.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { loadRecord } from './loadRecord.ts';
import { authorizeReading } from './mayReadAny.ts';
import { inTransaction, type OperationCall, type WriteScope } from './OperationCall.ts';
import { refuseLost } from './refuseLost.ts';
import { refuseStale, updateWithin } from './updateRecord.ts';
import { refuseErrors } from './validateWrite.ts';

type Pressing = {
  readonly automation: AutomationModel;
  readonly id: string;
  readonly revision?: number | undefined;
  /** Values for the fields that the button asks for. */
  readonly answers: DataRecord;
  /** The complete input; none of it may be lost silently. */
  readonly sent: DataRecord;
};

/** Writes what was filled in, and the run, in one transaction; returns the id of the run. */
export async function pressButton(
  call: OperationCall,
  plan: EntityPlan,
  pressing: Pressing,
): Promise<string> {
  const { automation, id, revision, answers, sent } = pressing;
  authorizeButton(call, plan, automation);
  return inTransaction(call, async (scope) => {
    const stored = await loadRecord(scope, plan, id);
    await refuseStale(scope, plan, stored, revision);
    await refuseNotNow(scope, plan, { automation, record: stored });
    refuseErrors(plan, missing(automation, { ...stored, ...answers }));
    const fields = Object.keys(answers);
    refuseLost(plan, { sent, fields }, { previous: stored, record: { ...stored, ...answers } });
    if (fields.length > 0) {
      authorize(plan.entity.policy.update, call.features);
      await updateWithin(scope, plan, { id, input: answers, fields });
    }
    const record = fields.length > 0 ? await loadRecord(scope, plan, id) : stored;
    const run = runOf(call, plan, { automation, record, event: 'button' });
    await scope.session.insert(runEntity, run);
    scope.changes.push({ entity: runEntity, id: String(run.Id), operation: 'create' });
    return String(run.Id);
  });
}

/** The roles of the button; a key also needs the right to change the record, which narrows it as everywhere. */
function authorizeButton(call: OperationCall, { entity }: EntityPlan, { when }: AutomationModel): void {
  authorizeReading(call, entity);
  if (!when.roles || call.key) authorize(entity.policy.update, call.features);
  if (when.roles && !when.roles.some((role) => call.user.Roles.includes(role)))
    throw refusals.notYourButton();
}

async function refuseNotNow(
  scope: WriteScope,
  plan: EntityPlan,
  { automation, record }: { readonly automation: AutomationModel; readonly record: DataRecord },
): Promise<void> {
  const verdict = await judge(scope, plan, automation, {
    operation: 'button',
    previous: record,
    next: record,
  });
  if (verdict !== 'yes') throw refusals.buttonNotNow();
  const count = await runsSince(scope, automation, String(record.Id));
  if (count >= mostPerHour)
    throw refusals.buttonTooOften({ params: { limit: mostPerHour }, headers: { 'retry-after': '600' } });
}

function missing({ when }: AutomationModel, record: DataRecord): readonly Issue[] {
  return when.asks.flatMap(({ field, required }): readonly Issue[] => {
    const value = record[field];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (!required || !isEmpty) return [];
    const message = 'validation.required';
    return [{ rule: message, path: `/${field}`, level: 'error', message, params: {} }];
  });
}
