import { type Compiled, type DataRecord, kinds, wellFormed } from '#engine';
import { withoutManaged } from './createRecord.ts';
import type { Sequence } from './createSequences.ts';
import { type EntityPlan, stampFields } from './EntityPlan.ts';
import { runFollowSteps } from './followSteps.ts';
import { isHeldChanged, laidOver } from './heldRows.ts';
import { loadAnswer, loadRecord, ownerIfRead, refuseElsewhere } from './loadRecord.ts';
import { mergedMemory } from './memoryWithin.ts';
import { inTransaction, type OperationCall, type WriteScope } from './OperationCall.ts';
import { refuseLost, type Sent } from './refuseLost.ts';
import { renameInRules } from './ruleTexts/renameInRules.ts';
import { answerOf } from './shapeRecord.ts';
import { asStoredTexts } from './shippedTexts.ts';
import { staleConflict } from './staleConflict.ts';
import { validateWrite } from './validateWrite.ts';
import { type Written, updateRecord as writeUpdate } from './writeRecord.ts';

type UpdateRequest = {
  readonly id: string;
  readonly input: DataRecord;
  /** The revision the caller has read (optimistic lock); absent: the last write wins. */
  readonly revision?: number;
  /** The record as already read in this transaction, complete; absent: it is loaded. */
  readonly stored?: DataRecord;
  /** The fields the caller writes; the record keeps its memory of all others. */
  readonly fields?: readonly string[];
  /** The complete input; none of it may be lost silently. */
  readonly sent?: Sent;
  /** Set when the caller numbers its calls: an overtaken call changes nothing. */
  readonly sequence?: Sequence;
  /** The name of the change in rules and history. */
  readonly action?: string;
  /** Values that the route itself writes, over the input. */
  readonly set?: SetValues;
  /** What the path says about the record besides its id. */
  readonly within?: DataRecord;
};

type SetValues = {
  readonly values: Readonly<Record<string, Compiled>>;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
};

/** Changes the sent fields of a record; returns the answer of the stored record. */
export async function updateRecord(
  call: OperationCall,
  plan: EntityPlan,
  request: UpdateRequest,
): Promise<DataRecord> {
  const { sequences } = call.runtime;
  const { id, sequence } = request;
  const written = inTransaction(call, async (scope) => {
    if (sequence && (await sequences.isOvertaken(scope.session, sequence)))
      return loadAnswer(scope, plan, id);
    const answer = await updateWithin(scope, plan, request);
    if (sequence) await sequences.note(scope.session, sequence);
    return answer;
  });
  return written.catch((error) => {
    if (sequence) sequences.forget(sequence);
    throw error;
  });
}

/** Updates a record within an existing transaction. */
export async function updateWithin(
  scope: WriteScope,
  plan: EntityPlan,
  request: UpdateRequest,
): Promise<DataRecord> {
  const change = await changeOf(scope, plan, request);
  const { sent } = request;
  const { previous } = change;
  if (sent) {
    const stored = plan.hasShippedTexts ? { ...sent, sent: asStoredTexts(plan, previous, sent.sent) } : sent;
    refuseLost(plan, stored, { previous, record: change.next });
  }
  return storeUpdate(scope, plan, change);
}

/** Like `updateWithin`, without an answer; false when nothing changed. */
export async function changeWithin(
  scope: WriteScope,
  plan: EntityPlan,
  request: UpdateRequest,
): Promise<boolean> {
  const change = await changeOf(scope, plan, request);
  const { written, touches } = await write(scope, plan, change);
  return touches || Object.keys(written).length > 0;
}

type Change = {
  readonly previous: DataRecord;
  readonly next: DataRecord;
  readonly operation: string;
  /** What the person wrote about it, for the history. */
  readonly note?: string;
};

/** The record before and after the change, checked by every rule. */
async function changeOf(
  scope: WriteScope,
  plan: EntityPlan,
  { id, input, revision, stored, fields, action = 'update', within, set }: UpdateRequest,
): Promise<Change> {
  const previous = stored ?? (await loadRecord(scope, plan, id));
  refuseElsewhere(plan, previous, within);
  await refuseStale(scope, plan, previous, revision);
  const memory = plan.entity.memory.length > 0 ? mergedMemory(previous, input, fields) : {};
  const own = plan.hasShippedTexts ? asStoredTexts(plan, previous, input) : input;
  const given = { ...withoutManaged(plan, own), ...memory };
  const sent = plan.isStructured ? laidOver(plan, previous, given) : { ...previous, ...given };
  const values = set && valuesSet(scope.call, set, { action, previous, record: sent });
  const next = values ? { ...sent, ...values } : sent;
  const record = await validateWrite(scope, { plan, action, next, previous, checksWritable: true });
  if (plan.entity.operand) await renameInRules(scope, plan, { previous, next: record });
  return { previous, next: record, operation: action };
}

function valuesSet(
  { user, today, now }: OperationCall,
  { values, params }: SetValues,
  over: { readonly action: string; readonly previous: DataRecord; readonly record: DataRecord },
): DataRecord {
  const scope = { root: over.record, vars: { ...over, params, user, today, now } };
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value.evaluate(scope) ?? null]),
  );
}

/** Writes with an optimistic lock on the revision that was read; returns the stored record. */
export async function storeUpdate(scope: WriteScope, plan: EntityPlan, change: Change): Promise<DataRecord> {
  const { written } = await write(scope, plan, change);
  return answerAfter(scope, plan, change.previous, written);
}

async function write(
  scope: WriteScope,
  plan: EntityPlan,
  change: Change,
): Promise<{ readonly written: Written; readonly touches: boolean }> {
  const { previous } = change;
  const touches = plan.held.length > 0 && isHeldChanged(plan, change);
  const revision = previous.Revision as number;
  const written = await writeUpdate(scope, plan, { ...change, revision, touches });
  if (!written) throw await staleConflict(scope, plan, await loadAnswer(scope, plan, String(previous.Id)));
  await runFollowSteps(scope, plan, change);
  return { written, touches };
}

/** Merges what was written over what was read; reads again only if the store may have normalized a value. */
async function answerAfter(
  scope: WriteScope,
  plan: EntityPlan,
  previous: DataRecord,
  written: Written,
): Promise<DataRecord> {
  if (plan.held.length > 0) return loadAnswer(scope, plan, String(previous.Id));
  const names = Object.keys(written);
  const isPlain = names.every(
    (name) => stampFields.includes(name) || isPlainValue(plan, name, written[name]),
  );
  if (!isPlain) return loadAnswer(scope, plan, String(previous.Id));
  const revision = names.length === 0 ? {} : { Revision: (previous.Revision as number) + 1 };
  const record = { ...previous, ...written, ...revision };
  return answerOf(scope.call, plan, record, await ownerIfRead(scope.call, scope.session, plan, record));
}

function isPlainValue(plan: EntityPlan, name: string, value: unknown): boolean {
  const field = plan.entity.fieldByPath.get(name);
  const isKept = field !== undefined && kinds[field.kind].isKeptAsSent === true;
  return isKept && value !== null && (typeof value !== 'string' || wellFormed(value) === value);
}

/** Throws 409 with the stored record when the caller has read an older revision. */
export async function refuseStale(
  scope: WriteScope,
  plan: EntityPlan,
  stored: DataRecord,
  revision?: number,
): Promise<void> {
  if (revision === undefined || revision === stored.Revision) return;
  const owner = await ownerIfRead(scope.call, scope.session, plan, stored);
  throw await staleConflict(scope, plan, answerOf(scope.call, plan, stored, owner));
}
