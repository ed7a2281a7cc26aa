/** Removing a record: refused while others need it, and what it owns goes with it. */
import { checkWritable, type DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { closeGap } from './closeGap.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { equals } from './filters.ts';
import { loadRecord } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { refuseUsedInRules } from './ruleTexts/refuseUsedInRules.ts';
import { completeRecord } from './shapeRecord.ts';
import { storedFields } from './storedFields.ts';
import { refuseStale } from './updateRecord.ts';
import { refuseErrors } from './validateWrite.ts';
import { writeHistory } from './writeHistory.ts';
import { note } from './writeRecord.ts';

export type RemoveRequest = { readonly id: string; readonly revision?: number };

/** Removes a record and everything it owns, or nothing; gives the record as it was. */
export async function removeRecord(
  call: OperationCall,
  plan: EntityPlan,
  { id, revision }: RemoveRequest,
): Promise<DataRecord> {
  return inTransaction(call, async (scope) => {
    const record = await loadRecord(scope, plan, id);
    await refuseStale(scope, plan, record, revision);
    await refuseLocked(scope, plan, record);
    const doomed = await withOwned(scope, plan, record);
    await refuseReferred(scope, plan, { record, doomed });
    for (const one of doomed.toReversed()) await removeOne(scope, one);
    await closeGap(scope, plan, record);
    return record;
  });
}

type Doomed = { readonly plan: EntityPlan; readonly record: DataRecord };

async function refuseLocked(scope: WriteScope, plan: EntityPlan, record: DataRecord): Promise<void> {
  const owner = await ownerOf(scope.call, scope.session, plan, record);
  const context = ruleContext(scope.call, { action: 'remove', owner, previous: record });
  refuseErrors(plan, checkWritable(plan.entity, record, record, context));
}

/** The record and what it owns, owners first. */
async function withOwned(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<readonly Doomed[]> {
  const doomed: Doomed[] = [{ plan, record }];
  for (const entity of plan.entity.owns) {
    const owned = scope.call.runtime.planOf(entity);
    const filter = equals(owned.entity.owner?.name ?? '', record.Id);
    const { items } = await scope.session.find({ entity, filter });
    for (const item of items) doomed.push(...(await withOwned(scope, owned, item)));
  }
  return doomed;
}

async function refuseReferred(
  scope: WriteScope,
  plan: EntityPlan,
  { record, doomed }: { readonly record: DataRecord; readonly doomed: readonly Doomed[] },
): Promise<void> {
  const gone = new Set(doomed.map((one) => one.record.Id));
  const id = String(record.Id);
  for (const rule of plan.entity.removal) {
    if (rule.usedInRules) await refuseUsedInRules(scope, { plan, record, rule, gone });
    const names = rule.referencedBy ? await referrers(scope, rule.referencedBy, { id, gone }) : [];
    if (names.length > 0) throw refusals.inUseBy(rule, names);
  }
  for (const one of doomed) {
    for (const inbound of one.plan.inbound) {
      const names = await referrers(scope, inbound, { id: String(one.record.Id), gone });
      if (names.length > 0) throw refusals.inUse({ params: { names, entity: `entity.${inbound.entity}` } });
    }
  }
}

async function referrers(
  { call, session }: WriteScope,
  by: { readonly entity: string; readonly path: string },
  { id, gone }: { readonly id: string; readonly gone: ReadonlySet<unknown> },
): Promise<readonly string[]> {
  const records = await session.referring(by.entity, by.path, id);
  const plan = call.runtime.planOf(by.entity);
  return records
    .filter((record) => !gone.has(record.Id))
    .map((record) => completeRecord(call, plan, record))
    .map((record) => String(record[plan.entity.labelField] ?? record.Id));
}

async function removeOne(scope: WriteScope, { plan, record }: Doomed): Promise<void> {
  const id = String(record.Id);
  if (!(await scope.session.remove(plan.entity.id, id)))
    throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  note(scope, plan, id, 'remove');
  if (!plan.entity.history) return;
  const entries = Object.entries(storedFields(plan.stored, record))
    .filter(([name, value]) => value !== null && !plan.managed.has(name))
    .map(([field, value]) => ({ field, previous: value, current: null }));
  await writeHistory(scope, plan, { id, operation: 'remove', entries });
}
