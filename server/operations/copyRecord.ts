/** Copies a record with everything the declarations say it owns. */
import { type CopyModel, type DataRecord, type NoticeModel, newRecord } from '#engine';
import { authorize } from './authorize.ts';
import { collectOwned, type Owned } from './collectOwned.ts';
import { type CopyInput, copyKind } from './copyInput.ts';
import { atTheEnd, withoutManaged } from './createRecord.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { insertCopies } from './insertCopies.ts';
import { loadAnswer, loadRecord } from './loadRecord.ts';
import { noticeOf } from './noticeOf.ts';
import { withoutNumbers } from './numberRecord.ts';
import { type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { refuseUnfilled } from './refuseWhileCopied.ts';
import { withoutSignatures } from './signatures.ts';
import { storedFields } from './storedFields.ts';
import { validateWrite } from './validateWrite.ts';
import { writeHistory } from './writeHistory.ts';

type CopyRequest = {
  /** The id of the source record. */
  readonly source: string;
  /** What was sent for the fields that the route accepts. */
  readonly input: DataRecord;
  /** The fields taken from `input` only; absent: those it contains. */
  readonly fields?: readonly string[];
  readonly copy: CopyModel;
  readonly notice?: NoticeModel | undefined;
};

/**
 * Copies a record with all it owns in one transaction; returns the answer of the new record. A job copies
 * what is too much for one transaction; until then the owner is marked incomplete (`filling`).
 */
export async function copyRecord(
  call: OperationCall,
  plan: EntityPlan,
  request: CopyRequest,
): Promise<DataRecord> {
  const { view } = plan.entity.policy;
  authorize(view, call.features);
  const Id = call.runtime.ports.newId();
  let answer: DataRecord = {};
  await call.runtime.jobs.start(call, {
    kind: copyKind,
    key: Id,
    access: view,
    notice: () => noticeOf(request.notice, answer),
    outcome: {
      take: () => answer,
      give: (taken) => {
        answer = taken;
      },
    },
    prepare: async (scope) => {
      const source = await loadRecord(scope, plan, request.source);
      await refuseUnfilled(scope.session, plan, [source]);
      const left = await copyFrom(scope, plan, { ...request, Id, source });
      answer = await loadAnswer(scope, plan, Id);
      return left;
    },
  });
  return answer;
}

type Drafting = Omit<CopyRequest, 'source'> & { readonly Id: string; readonly source: DataRecord };

/** Stores the copy; returns what is left for a job. */
async function copyFrom(
  scope: WriteScope,
  plan: EntityPlan,
  request: Drafting,
): Promise<CopyInput | undefined> {
  const { source, input } = request;
  const next = await draftCopy(scope, plan, request);
  const writes = Object.keys(input);
  const valid = await validateWrite(scope, { plan, action: 'create', next, checksWritable: true, writes });
  const owned = await collectOwned(scope, plan, [String(source.Id)]);
  const root = { plan, record: storedFields(plan.stored, valid) };
  const left = await insertCopies(scope, root, { source, owned });
  await noteOrigin(scope, root, source);
  return left;
}

/** The root record to create: the source, then what was sent, then what the declaration sets. */
async function draftCopy(scope: WriteScope, plan: EntityPlan, request: Drafting): Promise<DataRecord> {
  const { Id, source, input, fields = Object.keys(input), copy } = request;
  const context = ruleContext(scope.call, { action: 'create' });
  const kept = Object.entries(
    withoutSignatures(plan, withoutNumbers(plan, withoutManaged(plan, storedFields(plan.stored, source)))),
    // A copy starts its workflow again.
  ).filter(([name]) => !fields.includes(name) && name !== plan.entity.workflow?.field);
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

/** One more than the highest number in its group. The source counts, even if it predates group numbering. */
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

/** Records in the history what the copy was made from. */
async function noteOrigin(scope: WriteScope, root: Owned, source: DataRecord): Promise<void> {
  if (!root.plan.entity.history) return;
  const id = String(root.record.Id);
  const entries = [{ field: '', previous: source.Id, current: id }];
  await writeHistory(scope, root.plan, { record: root.record, operation: 'copy', entries });
}
