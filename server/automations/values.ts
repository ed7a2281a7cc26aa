/** Evaluates what the steps of an automation say. */
import type { Compiled, DataRecord, StepModel } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { asSeenBy } from './asSeen.ts';
import type { Carrying, Running, Subject } from './Run.ts';

export const evaluated = (compiled: Compiled, { record }: Subject, vars: Carrying['vars']): unknown =>
  compiled.evaluate({ root: record, vars: vars as Record<string, unknown> });

/** The values of a step's fields. */
export function valuesOf({ fields }: StepModel, { subject, vars }: Carrying): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, evaluated(value, subject, vars) ?? null]),
  );
}

/** Loads the record again after a write. */
export const reloaded = (running: Running, { plan, record }: Subject): Promise<DataRecord> =>
  loadSeen(running, plan, String(record.Id));

/** Loads a record as the owner of the automation sees it. */
export async function loadSeen({ scope }: Running, plan: EntityPlan, id: string): Promise<DataRecord> {
  return asSeenBy(scope.call, plan, await loadRecord(scope, plan, id));
}
