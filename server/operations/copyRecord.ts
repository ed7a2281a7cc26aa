/** A record and everything it owns, made again as a record of its own. What it owns, the declarations say. */
import { type CopyModel, type DataRecord, newRecord } from '#engine';
import { authorize } from './authorize.ts';
import { collectOwned, type Owned } from './collectOwned.ts';
import { copyMany } from './copyMany.ts';
import { atTheEnd, withoutManaged } from './createRecord.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { loadAnswer, loadRecord } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { remapReferences } from './remapReferences.ts';
import { storedFields } from './storedFields.ts';
import { validateWrite } from './validateWrite.ts';
import { writeHistory } from './writeHistory.ts';
import { insertRecord } from './writeRecord.ts';

export type CopyRequest = {
  /** The record that is copied. */
  readonly source: string;
  /** What was sent of the fields the route takes over. */
  readonly input: DataRecord;
  /** The fields that come from `input` alone; absent: those it has. */
  readonly fields?: readonly string[];
  readonly copy: CopyModel;
};

/** Copies a record with all it owns in one transaction; gives the answer of the new record. */
export async function copyRecord(
  call: OperationCall,
  plan: EntityPlan,
  request: CopyRequest,
): Promise<DataRecord> {
  authorize(plan.entity.policy.view, call.features);
  return inTransaction(call, async (scope) => {
    const source = await loadRecord(scope, plan, request.source);
    const next = await draftCopy(scope, plan, { ...request, source });
    const root = await validateWrite(scope, {
      plan,
      action: 'create',
      next,
      checksWritable: true,
      writes: Object.keys(request.input),
    });
    const owned = await collectOwned(scope, plan, [String(source.Id)]);
    await insertCopies(scope, { plan, record: storedFields(plan.stored, root) }, { source, owned });
    return loadAnswer(scope, plan, String(root.Id));
  });
}

type Drafting = Omit<CopyRequest, 'source'> & { readonly source: DataRecord };

/** The root as it would be created: the source, what was sent, what the declaration sets. */
async function draftCopy(scope: WriteScope, plan: EntityPlan, request: Drafting): Promise<DataRecord> {
  const { source, input, fields = Object.keys(input), copy } = request;
  const Id = scope.call.runtime.ports.newId();
  const context = ruleContext(scope.call, { action: 'create' });
  const kept = Object.entries(withoutManaged(plan, storedFields(plan.stored, source))).filter(
    ([name]) => !fields.includes(name),
  );
  const draft: Record<string, unknown> = {
    ...newRecord(plan.entity, context, { Id }),
    ...Object.fromEntries(kept),
    ...withoutManaged(plan, input),
    Id,
  };
  for (const [name, value] of Object.entries(copy.set))
    draft[name] = value.evaluate({ root: draft, vars: { ...context, record: draft, source } }) ?? null;
  const numbered = copy.next ? await numberNext(scope, plan, { draft, source, next: copy.next }) : draft;
  return atTheEnd(scope, plan, numbered);
}

type Numbering = {
  readonly draft: DataRecord;
  readonly source: DataRecord;
  readonly next: NonNullable<CopyModel['next']>;
};

/** One higher than the highest of its kin. The source is kin too, even if it was made before kin were noted. */
async function numberNext(
  { session }: WriteScope,
  { entity }: EntityPlan,
  { draft, source, next: { field, within } }: Numbering,
): Promise<DataRecord> {
  const filter = allOf(within.map((name) => equals(name, draft[name])));
  const { items } = await session.find({ entity: entity.id, filter });
  const isKin = within.every((name) => (source[name] ?? draft[name]) === draft[name]);
  const numbers = [...items, ...(isKin ? [source] : [])].map((record) => Number(record[field] ?? 0));
  return { ...draft, [field]: numbers.length === 0 ? 0 : Math.max(...numbers) + 1 };
}

type Origin = { readonly source: DataRecord; readonly owned: readonly Owned[] };

/** Stores the root and the copies of what the source owns, with new ids throughout. */
async function insertCopies(scope: WriteScope, root: Owned, { source, owned }: Origin): Promise<void> {
  const { newId } = scope.call.runtime.ports;
  const newIds = new Map<string, string>([[String(source.Id), String(root.record.Id)]]);
  for (const { record } of owned) newIds.set(String(record.Id), newId());
  const made = owned.map(({ plan, record }) => ({
    plan,
    record: { ...record, Id: newIds.get(String(record.Id)) },
  }));
  for (const { plan, record } of [root, ...made])
    await insertRecord(scope, plan, remapReferences(plan.stored, record, newIds));
  for (const one of [{ plan: root.plan, record: source }, ...owned]) await copyMany(scope, one, newIds);
  if (!root.plan.entity.history) return;
  const id = String(root.record.Id);
  const entries = [{ field: '', previous: source.Id, current: id }];
  await writeHistory(scope, root.plan, { id, operation: 'copy', entries });
}
