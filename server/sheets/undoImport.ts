/** Undoes a finished import as a job: each record by the rules of its own write, unless it was changed since. */
import type { Access, DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { JobKind, JobResult, JobWork } from '../jobs/Job.ts';
import { authorize } from '../operations/authorize.ts';
import { sentencesOf } from '../operations/bulkChange.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';
import { removeWithin } from '../operations/removeRecord.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { noticeOfImport } from './importNotice.ts';

export const undoImportKind = 'import-undo';

type UndoInput = { readonly Entity: string; readonly ImportId: string };

const nobody: Access = { kind: 'feature', anyOf: [] };

export async function startUndo(
  call: OperationCall,
  { Entity, ImportId }: UndoInput,
  fileName: string,
): Promise<string | undefined> {
  const { entity } = call.runtime.planOf(Entity);
  return call.runtime.jobs.start(call, {
    kind: undoImportKind,
    key: ImportId,
    access: entity.policy.import ?? nobody,
    notice: () => noticeOfImport(call, Entity, 'notification.import-undo', fileName),
    prepare: async ({ session }) => {
      await refuseUndone(session, ImportId);
      return { Entity, ImportId };
    },
  });
}

export const undoImportJob: JobKind = {
  writes: ({ Entity }) => [String(Entity)],
  run: (work) => run(work, work.input as UndoInput),
  // What was undone stays undone; the rest can be undone again.
  undo: async () => undefined,
  keepsParts: () => true,
  again: {
    isOwn: true,
    prepare: async ({ call, session }, input) => {
      const { Entity, ImportId } = input as UndoInput;
      authorize(call.runtime.planOf(Entity).entity.policy.import ?? nobody, call.features);
      await refuseUndone(session, ImportId);
      return input;
    },
  },
};

async function refuseUndone(session: WriteScope['session'], id: string): Promise<void> {
  const known = await session.get('import', id);
  if (known?.Status !== 'done') throw refusals.importNotUndoable();
}

type Kept = { readonly Id: string; readonly Name: string; readonly Messages: readonly string[] };

/** Kept records that the result names; all are counted. */
const mostNamed = 100;

async function run(work: JobWork, input: UndoInput): Promise<DataRecord> {
  let undone = 0;
  let round = await undoRound(work, input, 0);
  undone += round.undone;
  // A record may be needed by another one of the import, which goes first.
  while (round.undone > 0 && round.kept.length > 0) {
    round = await undoRound(work, input, undone);
    undone += round.undone;
  }
  const { kept } = round;
  const result: JobResult = {
    RowCount: undone,
    RefusedCount: kept.length,
    Refused: kept.slice(0, mostNamed),
    Notes: [
      { message: 'import.undone', params: { count: undone } },
      ...kept.slice(0, mostTold).map(({ Name, Messages }) => ({
        message: 'import.kept',
        params: { name: Name, reason: Messages[0] ?? '' },
      })),
      ...(kept.length > mostTold
        ? [{ message: 'import.kept.more', params: { count: kept.length - mostTold } }]
        : []),
    ],
  };
  await work.write(async ({ session, call }) => {
    const { now, user } = call;
    // Where nothing could be undone, it may be tried again.
    const isUndone = undone > 0 || kept.length === 0;
    await session.update('import', input.ImportId, {
      ...(isUndone && { Status: 'undone', UndoneDate: now, UndoneBy: user.UserName }),
      Kept: kept.length,
      ModifiedDate: now,
      ModifiedBy: user.UserName,
    });
    await work.complete(session, result);
  });
  return result;
}

const mostTold = 10;

async function undoRound(work: JobWork, { Entity, ImportId }: UndoInput, before: number) {
  const of = { field: 'ImportId', id: ImportId };
  const kept: Kept[] = [];
  let undone = 0;
  let after: Parameters<typeof work.call.runtime.store.scan>[0]['after'];
  do {
    const piece = await work.call.runtime.store.scan({
      ...{ entity: 'import-change', of, size: 200 },
      ...(after !== undefined && { after }),
    });
    for (const change of [...piece.items].reverse()) {
      const reason = await undoOne(work, Entity, change);
      if (reason) kept.push(reason);
      else undone += 1;
      work.report({ done: before + undone });
      await work.yieldTurn();
    }
    after = piece.next;
  } while (after !== undefined);
  return { kept, undone };
}

/** Undefined once the record is as it was before the import. */
async function undoOne(work: JobWork, entity: string, change: DataRecord): Promise<Kept | undefined> {
  const id = String(change.RecordId);
  let name = id;
  const keptFor = (messages: readonly string[]): Kept => ({ Id: id, Name: name, Messages: messages });
  try {
    await work.write(async (scope) => {
      const plan = scope.call.runtime.planOf(entity);
      const record = await scope.session.get(entity, id);
      name = String(record?.[plan.entity.labelField] ?? id);
      await takeBack(scope, plan, { change, record });
      await scope.session.remove('import-change', String(change.Id));
    });
    return undefined;
  } catch (error) {
    return keptFor(sentencesOf(work.call, error));
  }
}

/** Comments, and files beside a record. */
const beside = ['record-comment', 'record-file'] as const;

/** What people have said about a record, or attached to it, would go with it. */
async function refuseDiscussed({ session }: WriteScope, { entity }: EntityPlan, id: string): Promise<void> {
  const filter = allOf([equals('Entity', entity.id), equals('RecordId', id)]);
  for (const about of beside)
    if ((await session.count(about, filter)) > 0) throw refusals.importRecordChanged();
}

type Taking = { readonly change: DataRecord; readonly record: DataRecord | undefined };

async function takeBack(scope: WriteScope, plan: EntityPlan, { change, record }: Taking): Promise<void> {
  const { Previous, RecordRevision, RecordId } = change;
  // A created record that is gone needs no undoing.
  if (!record && !Previous) return;
  if (!record) throw refusals.importRecordGone();
  if (record.Revision !== RecordRevision) throw refusals.importRecordChanged();
  const id = String(RecordId);
  if (!Previous) {
    await refuseDiscussed(scope, plan, id);
    return removeWithin(scope, plan, id);
  }
  const own = Object.entries(Previous as DataRecord).filter(([name]) => {
    const field = plan.entity.fieldByPath.get(name);
    return field !== undefined && !field.readOnly && !plan.managed.has(name);
  });
  await updateWithin(scope, plan, { id, input: Object.fromEntries(own) });
}
