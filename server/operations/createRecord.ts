import { type DataRecord, newRecord, withInnerDefaults } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { runFollowSteps } from './followSteps.ts';
import { markFirst } from './keepOne.ts';
import { loadAnswer } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { refuseLost, type Sent } from './refuseLost.ts';
import { validateWrite } from './validateWrite.ts';
import { insertRecord } from './writeRecord.ts';

type More = {
  /** Set when the path or another record determines the id. */
  readonly id?: string;
  /** The complete input; none of it may be lost silently. */
  readonly sent?: Sent;
};

/** Creates a record from the input and its defaults; returns the answer of the stored record. */
export async function createRecord(
  call: OperationCall,
  plan: EntityPlan,
  input: DataRecord,
  more: More = {},
): Promise<DataRecord> {
  return inTransaction(call, (scope) => createWithin(scope, plan, input, more));
}

/** Creates a record within an existing transaction. */
export async function createWithin(
  scope: WriteScope,
  plan: EntityPlan,
  input: DataRecord,
  { id, sent }: More = {},
): Promise<DataRecord> {
  if (id && (await scope.session.get(plan.entity.id, id)))
    throw refusals.idTaken({ params: { entity: plan.entity.title, id } });
  const made = await draftRecord(scope, plan, input, id);
  const draft = plan.entity.ones.length > 0 ? await markFirst(scope, plan, made) : made;
  const record = await validateWrite(scope, { plan, action: 'create', next: draft, checksWritable: true });
  if (sent) refuseLost(plan, sent, { record });
  const stored = await insertRecord(scope, plan, record);
  await runFollowSteps(scope, plan, { next: stored });
  return loadAnswer(scope, plan, String(stored.Id));
}

/** The record to create: defaults, the input over them, a new id, the last position in its order. */
export async function draftRecord(
  scope: WriteScope,
  plan: EntityPlan,
  input: DataRecord,
  Id: string = scope.call.runtime.ports.newId(),
): Promise<DataRecord> {
  const { call } = scope;
  const defaults = newRecord(plan.entity, ruleContext(call, { action: 'create' }), { Id });
  const sent = withInnerDefaults(plan.entity, withoutManaged(plan, input));
  return atTheEnd(scope, plan, { ...defaults, ...sent, Id });
}

/** The last position in its order, if it has one. */
export async function atTheEnd(
  { session }: WriteScope,
  { entity }: EntityPlan,
  draft: DataRecord,
): Promise<DataRecord> {
  const { order } = entity;
  if (!order) return draft;
  const siblings = allOf(order.within.map((name) => equals(name, draft[name])));
  return { ...draft, [order.field]: await session.count(entity.id, siblings) };
}

/** Drops fields that only the server sets, since a client may send back what it read. */
export function withoutManaged(plan: EntityPlan, input: DataRecord): DataRecord {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !plan.managed.has(name)));
}
