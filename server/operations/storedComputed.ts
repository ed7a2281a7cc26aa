/** Recomputes the stored computed values of a record, as the next save of it would. */
import {
  type Compiled,
  type DataRecord,
  type EntityModel,
  evaluateInParts,
  judgingContext,
  sameValue,
  type ValueRule,
} from '#engine';
import type { StoreSession } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { concernsTie } from './accountTies.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { type OperationCall, type Runtime, ruleContext } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { serverMoment } from './serverMoment.ts';
import { completeRecord } from './shapeRecord.ts';
import { storedField } from './storedFields.ts';

/** By field: replace its value, or only fill it where it is empty. */
type Computing = Readonly<Record<string, 'all' | 'empty'>>;

type Recomputing = {
  readonly entity: EntityModel;
  readonly record: DataRecord;
  readonly fields: Computing;
  /** Values that the server has determined again, over those of the record. */
  readonly set?: DataRecord;
};

/** The fields whose values change, in stored form. */
export async function recomputed(
  runtime: Runtime,
  session: StoreSession,
  { entity, record: stored, fields, set = {} }: Recomputing,
): Promise<DataRecord> {
  const plan = runtime.planOf(entity.id);
  const call = callOf(runtime);
  const owner = await ownerOf(call, session, plan, stored);
  const record = completeRecord(call, plan, { ...stored, ...set }, owner);
  const context = ruleContext(call, { action: 'update', owner, previous: record });
  const { budget } = call;
  const judged = await budget.run(evaluateInParts(entity, { ...record }, context, runtime.validators));
  let next = record;
  for (const [field, rules] of computedFields(entity)) {
    const how = fields[field];
    if (how)
      next = taken(next, judged.record, { path: field.split('.'), how, keeps: isGoverned(entity, rules) });
  }
  return changedFields(plan, stored, next);
}

/** Stored fields that depend only on the record and its owner, with the rules that compute each. */
export function computedFields(entity: EntityModel): ReadonlyMap<string, readonly ValueRule[]> {
  const found = new Map<string, ValueRule[]>();
  for (const rule of entity.rules.values) found.set(rule.field, [...(found.get(rule.field) ?? []), rule]);
  for (const [path, rules] of found) {
    const [name = ''] = path.split('.');
    const [field, holder] = [entity.fieldByPath.get(path), entity.fieldByPath.get(name)];
    const isKept = field?.stored && holder?.stored && !holder.records && !field.ref;
    // Only people decide whose account a record concerns; it is never computed.
    const isOurs = isKept && !concernsTie(entity, { [name]: null });
    if (!isOurs || !rules.every(({ expression, when }) => isOfRecord(expression) && isOfRecord(when)))
      found.delete(path);
  }
  return found;
}

/** Values that depend on the user, the time or earlier values were right when saved. */
const lasting: ReadonlySet<string> = new Set(['$', 'record', 'row', 'index', 'owner']);
const isOfRecord = (expression: Compiled | undefined): boolean =>
  (expression?.reads ?? []).every(({ from }) => lasting.has(from));

/** A neutral user who may read everything: values must not depend on who starts the server. */
function callOf(runtime: Runtime): OperationCall {
  const moment = serverMoment(runtime);
  const { user } = judgingContext(
    runtime.model,
    {},
    { ...{ now: moment.now, today: moment.today }, owner: undefined },
  );
  return {
    ...{ runtime, user, ...moment, locale: 'en-CA', confirmed: [] },
    features: new Set(user.Features),
    budget: new WorkBudget(),
  };
}

const isGoverned = ({ rules: { state } }: EntityModel, [rule]: readonly ValueRule[]): boolean =>
  state.some(({ slot, fields }) => slot === 'relevant' && fields.includes(rule?.field ?? ''));

type Taking = {
  readonly path: readonly string[];
  readonly how: Computing[string];
  /** Values that do not apply are empty and stay as they are until the next save. */
  readonly keeps: boolean;
};

/** The record with the computed value at the path, in each row along it. */
function taken<Value>(before: Value, after: unknown, { path, ...how }: Taking): Value {
  const [name, ...rest] = path;
  if (name === undefined) return before;
  if (Array.isArray(before)) {
    const rows = Array.isArray(after) && after.length === before.length ? after : undefined;
    return rows ? (before.map((row, at) => taken(row, rows[at], { path, ...how })) as Value) : before;
  }
  if (!isRecord(before)) return before;
  const computed = isRecord(after) ? after[name] : undefined;
  if (rest.length > 0) {
    const inner = before[name] && taken(before[name], computed, { path: rest, ...how });
    return inner === before[name] ? before : { ...before, [name]: inner };
  }
  const isFilled = before[name] !== undefined && before[name] !== null;
  const stays = (how.how === 'empty' && isFilled) || (how.keeps && computed === undefined);
  return stays || sameValue(before[name] ?? null, computed ?? null)
    ? before
    : { ...before, [name]: computed ?? null };
}

/** In stored form. */
function changedFields(plan: EntityPlan, before: DataRecord, after: DataRecord): DataRecord {
  const entries = plan.stored.flatMap((field) => {
    if (before[field.name] === after[field.name]) return [];
    const [was, is] = [storedField(plan.stored, field, before), storedField(plan.stored, field, after)];
    return sameValue(was ?? null, is ?? null) ? [] : [[field.name, is ?? null] as const];
  });
  return Object.fromEntries(entries);
}

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
