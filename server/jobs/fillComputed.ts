/** Computes stored values for existing records: in pieces, one transaction each, resumed after a stop. */
import {
  type DataRecord,
  type EntityModel,
  evaluateInParts,
  judgingContext,
  sameValue,
  type ValueRule,
} from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { type OperationCall, type Runtime, ruleContext } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';
import { completeRecord } from '../operations/shapeRecord.ts';
import { storedField } from '../operations/storedFields.ts';
import type { MigrationStep, ScanPlace, Store, StoreSession } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import {
  computedFields,
  type FillNote,
  fillEntity,
  noteFills,
  type Pending,
  rulesByField,
} from './computedRules.ts';
import { moveStates } from './moveStates.ts';

/** Records per transaction. */
const atOnce = 50;

/** Migrates the store to a model, and notes which values its new rules must compute for existing records. */
export async function migrateAndNote(
  store: Pick<Store, 'planMigration' | 'migrate'>,
  note: Omit<FillNote, 'added'> & { readonly now?: string },
  within?: (session: StoreSession) => Promise<void>,
): Promise<readonly MigrationStep[]> {
  const added = (await store.planMigration(note.model)).filter(({ kind }) => kind === 'add-column');
  return store.migrate(note.model, async (session) => {
    await within?.(session);
    await moveStates(session, note);
    await noteFills(session, { ...note, added });
  });
}

type Filling = {
  /** Milliseconds after which the rest waits for the next run. */
  readonly within: number;
  readonly stopping?: AbortSignal | undefined;
};

/** Fills pending values while time lasts; a failing entity does not block the others. */
export async function fillComputed(runtime: Runtime, { within, stopping }: Filling): Promise<void> {
  const { store, model, ports } = runtime;
  if (!model.entities.has(fillEntity)) return;
  // Runs every few seconds: skip reading if nothing was noted since the last complete fill.
  const state = await store.stateOf([fillEntity]);
  if (settled.get(store) === state) return;
  const until = performance.now() + within;
  const { items } = await store.find({ entity: fillEntity });
  if (items.every(({ Pending }) => !isPending(Pending))) settled.set(store, state);
  for (const { Id, Entity, Pending } of items) {
    let isLeft = isPending(Pending);
    try {
      while (isLeft) {
        if (stopping?.aborted || performance.now() >= until) return;
        isLeft = await store.transaction((session) => fillPiece(runtime, session, String(Id)));
        await nextTurn();
      }
    } catch (error) {
      ports.log.error({ err: error, entity: Entity }, 'computed values not filled');
    }
  }
}

/** By store: the state in which nothing was left to fill. */
const settled = new WeakMap<Store, string>();

const isPending = (pending: unknown): boolean => Object.keys((pending as Pending | null) ?? {}).length > 0;

/** Fills one piece; false if nothing is left, or another release is in force by now. */
async function fillPiece(runtime: Runtime, session: StoreSession, id: string): Promise<boolean> {
  const fill = await session.get(fillEntity, id);
  const entity = runtime.model.entities.get(String(fill?.Entity));
  const pending = (fill?.Pending ?? {}) as Pending;
  const isOurs = entity && sameValue(fill?.Rules, rulesByField(entity, runtime.model));
  if (!fill || !entity || !isOurs || Object.keys(pending).length === 0) return false;
  const after = (fill.After as ScanPlace | null) ?? undefined;
  const { items, next } = await session.scan({ entity: entity.id, after, size: atOnce });
  // Scans return references as ids only, but rules read the referenced records.
  const records = await session.getMany(
    entity.id,
    items.map(({ Id }) => String(Id)),
  );
  for (const record of records) await fillRecord(runtime, session, { entity, pending, record });
  await session.update(fillEntity, id, next === undefined ? { Pending: {}, After: null } : { After: next });
  return next !== undefined;
}

type Filled = { readonly entity: EntityModel; readonly pending: Pending; readonly record: DataRecord };

async function fillRecord(
  runtime: Runtime,
  session: StoreSession,
  { entity, pending, record: stored }: Filled,
): Promise<void> {
  const plan = runtime.planOf(entity.id);
  const call = callOf(runtime);
  const owner = await ownerOf(call, session, plan, stored);
  const record = completeRecord(call, plan, { ...stored }, owner);
  const context = ruleContext(call, { action: 'update', owner, previous: record });
  const { budget } = call;
  const judged = await budget.run(evaluateInParts(entity, { ...record }, context, runtime.validators));
  let next = record;
  for (const [field, rules] of computedFields(entity)) {
    const how = pending[field];
    if (how)
      next = taken(next, judged.record, { path: field.split('.'), how, keeps: isGoverned(entity, rules) });
  }
  const fields = changedFields(plan, stored, next);
  if (Object.keys(fields).length === 0) return;
  const doubles = await session.conflicting(entity.id, { ...stored, ...fields });
  if (doubles.length > 0)
    runtime.ports.log.warn({ entity: entity.id, record: stored.Id }, 'computed value would be a double');
  else await session.update(entity.id, String(stored.Id), fields);
}

/** A neutral user who may read everything: values must not depend on who starts the server. */
function callOf(runtime: Runtime): OperationCall {
  const now = runtime.ports.now().toISOString();
  const { user } = judgingContext(runtime.model, {}, { today: now.slice(0, 10), now, owner: undefined });
  return {
    ...{ runtime, user, now, today: now.slice(0, 10), zone: 'UTC', locale: 'en-CA', confirmed: [] },
    features: new Set(user.Features),
    budget: new WorkBudget(),
  };
}

const isGoverned = ({ rules: { state } }: EntityModel, [rule]: readonly ValueRule[]): boolean =>
  state.some(({ slot, fields }) => slot === 'relevant' && fields.includes(rule?.field ?? ''));

type Taking = {
  readonly path: readonly string[];
  readonly how: Pending[string];
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
