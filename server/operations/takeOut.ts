/** Removes a record with everything it owns, unless other records need any of it. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { followApprovals, followRows, hasApprovals } from './approvals/followApprovals.ts';
import { recordEvents } from './automationEvents.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { WriteScope } from './OperationCall.ts';
import { ownedBy } from './ownedBy.ts';
import { refuseWhileCopied } from './refuseWhileCopied.ts';
import { refuseUsedInRules } from './ruleTexts/refuseUsedInRules.ts';
import { completeRecord } from './shapeRecord.ts';
import { storedFields } from './storedFields.ts';
import { recordDeliveries } from './webhookEvents.ts';
import { writeHistory } from './writeHistory.ts';
import { note } from './writeRecord.ts';

type Leaving = { readonly plan: EntityPlan; readonly record: DataRecord };

/** Removes the record and what it owns; refused, naming them, while other records refer to it. */
export async function takeOut(scope: WriteScope, plan: EntityPlan, record: DataRecord): Promise<void> {
  const leaving = await withOwned(scope, plan, record);
  await refuseReferred(scope, plan, { record, leaving });
  for (const one of leaving) await refuseWhileCopied(scope, one.plan, one.record);
  for (const one of inOrder(leaving)) await removeOne(scope, one);
}

/** The record and what it owns, owners first; a record with several owners comes after each. */
async function withOwned(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<readonly Leaving[]> {
  const leaving: Leaving[] = [{ plan, record }];
  for (const entity of plan.entity.owns) {
    const below = scope.call.runtime.planOf(entity);
    // The store removes these in bulk with their owner.
    if (below.entity.many) continue;
    const owner = { entity: plan.entity.id, ids: [String(record.Id)] };
    for (const item of await ownedBy(scope, below, owner))
      leaving.push(...(await withOwned(scope, below, item)));
  }
  return leaving;
}

/** Each record once, owned records before their owners. */
function inOrder(leaving: readonly Leaving[]): readonly Leaving[] {
  // Records of two entities may share an id.
  const byId = new Map<string, Leaving>();
  for (const one of leaving.toReversed()) {
    const key = `${one.plan.entity.id} ${one.record.Id}`;
    if (!byId.has(key)) byId.set(key, one);
  }
  return [...byId.values()];
}

async function refuseReferred(
  scope: WriteScope,
  plan: EntityPlan,
  { record, leaving }: { readonly record: DataRecord; readonly leaving: readonly Leaving[] },
): Promise<void> {
  const gone = new Set(leaving.map((one) => one.record.Id));
  const id = String(record.Id);
  for (const rule of plan.entity.removal) {
    if (rule.usedInRules) await refuseUsedInRules(scope, { plan, record, rule, gone });
    if (!rule.referencedBy) continue;
    const { names, owners } = await referrers(scope, rule.referencedBy, { id, gone });
    const name = String(record[plan.entity.labelField] ?? id);
    if (names.length > 0) throw refusals.inUseBy(rule, names, { owners, name });
  }
  for (const one of leaving) {
    for (const inbound of one.plan.inbound) {
      const { names } = await referrers(scope, inbound, { id: String(one.record.Id), gone });
      if (names.length > 0) throw refusals.inUse({ params: { names, entity: `entity.${inbound.entity}` } });
    }
  }
}

type Referrers = { readonly names: readonly string[]; readonly owners: readonly string[] };

/** Labels of the records that refer to this one, and their owners. */
async function referrers(
  { call, session }: WriteScope,
  by: { readonly entity: string; readonly path: string },
  { id, gone }: { readonly id: string; readonly gone: ReadonlySet<unknown> },
): Promise<Referrers> {
  const plan = call.runtime.planOf(by.entity);
  const records = (await session.referring(by.entity, by.path, id))
    .filter(({ Id }) => !gone.has(Id))
    .map((record) => completeRecord(call, plan, record));
  const { owner, labelField } = plan.entity;
  const target = owner?.ref?.entity;
  const ids = new Set(records.map((record) => String(record[owner?.name ?? ''])));
  const owners = target && ids.size > 0 ? await session.getMany(target, [...ids]) : [];
  const ownerLabel = target ? call.runtime.planOf(target).entity.labelField : '';
  return {
    names: records.map((record) => String(record[labelField] ?? record.Id)),
    owners: owners.map((record) => String(record[ownerLabel] ?? record.Id)),
  };
}

async function removeOne(scope: WriteScope, { plan, record }: Leaving): Promise<void> {
  const id = String(record.Id);
  if (!(await scope.session.remove(plan.entity.id, id)))
    throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  note(scope, plan, id, 'remove');
  if (plan.entity.automations.some(({ off }) => !off))
    await recordEvents(scope, plan, { operation: 'remove', previous: record });
  await recordDeliveries(scope, plan, { operation: 'remove', previous: record });
  if (hasApprovals(plan)) await followApprovals(scope, plan, { previous: record, changed: [] });
  if (plan.entity.owner) await followRows(scope, plan, record);
  if (!plan.entity.history) return;
  const entries = Object.entries(storedFields(plan.stored, record))
    .filter(([name, value]) => value !== null && !plan.managed.has(name))
    .map(([field, value]) => ({ field, previous: value, current: null }));
  await writeHistory(scope, plan, { record, operation: 'remove', entries });
}
