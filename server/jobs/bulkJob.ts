/**
 * Changes one field of many records after the call has been answered: all or none, or each one that accepts
 * it.
 */
import { accessOfRoute, type DataRecord, type RouteModel } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { authorize } from '../operations/authorize.ts';
import { type BulkRow, changeOne, readTogether, sentencesOf } from '../operations/bulkChange.ts';
import { loadAnswer } from '../operations/loadRecord.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';
import { writeKeptHistory } from '../operations/writeHistory.ts';
import type { JobKind, JobResult, JobWork } from './Job.ts';

export const bulkKind = 'bulk';

export type BulkInput = {
  readonly Entity: string;
  /** Method and path of the call that writes one record. */
  readonly Call: string;
  /** The values written to each record. */
  readonly Values: DataRecord;
  readonly Mode: 'all' | 'each';
  readonly Rows: readonly BulkRow[];
};

type Starting = { readonly input: BulkInput; readonly list: string };

/** Returns the id of the job; a person may run only one bulk change of a list at a time. */
export async function startBulk(call: OperationCall, { input, list }: Starting): Promise<string | undefined> {
  const { model, jobs, planOf } = call.runtime;
  const route = routeOf(model.routes, input.Call);
  const { entity } = planOf(input.Entity);
  return jobs.start(call, {
    kind: bulkKind,
    key: `${list} ${call.user.Id}`.toLowerCase(),
    access: route?.access ?? entity.policy.update,
    notice: () => ({ title: 'notification.bulk' }),
    prepare: async () => ({ ...input }),
  });
}

export const routeOf = (routes: readonly RouteModel[], call: string): RouteModel | undefined =>
  routes.find(({ method, path, operation }) => operation === 'update' && `${method} ${path}` === call);

export const bulkJob: JobKind = {
  writes: ({ Entity }) => [String(Entity)],
  run: (work) => {
    const input = work.input as BulkInput;
    return input.Mode === 'all' ? changeAll(work, input) : changeEach(work, input);
  },
  // `all` is one transaction; with `each`, changed records stay changed.
  undo: async () => undefined,
  keepsParts: ({ Mode }) => Mode === 'each',
  again: {
    onceDone: ({ RefusedCount }) => Number(RefusedCount ?? 0) > 0,
    prepare: async (scope, input) => {
      const { Entity, Call, Mode, Rows } = input as BulkInput;
      const { model } = scope.call.runtime;
      const { features } = scope.call;
      authorize(accessOfRoute(model, knownRoute(scope.call, Call)), features);
      authorize(scope.call.runtime.planOf(Entity).entity.policy.view, features);
      return Mode === 'all' ? input : { ...input, Rows: await unchangedRows(scope, Entity, Rows) };
    },
  },
};

/** Records changed since the preview, by this job or by others, are left alone. */
async function unchangedRows(
  { session }: WriteScope,
  entity: string,
  rows: readonly BulkRow[],
): Promise<readonly BulkRow[]> {
  const left: BulkRow[] = [];
  for (let from = 0; from < rows.length; from += pieceSize) {
    const piece = rows.slice(from, from + pieceSize);
    const stored = await session.getMany(
      entity,
      piece.map(({ Id }) => Id),
    );
    const revisions = new Map(stored.map(({ Id, Revision }) => [Id, Revision]));
    left.push(...piece.filter(({ Id, Revision }) => revisions.get(Id) === Revision));
  }
  if (left.length === 0) throw new Refusal('conflict', 'job.nothing-left', {});
  return left;
}

/** Records per transaction, with their history entries: more would delay others noticeably. */
const pieceSize = 100;

/** One transaction: the first record that refuses rolls back all. */
async function changeAll(work: JobWork, { Call, Values, Rows }: BulkInput): Promise<JobResult> {
  return work.write(async (outer) => {
    const scope = { ...outer, history: [] };
    const change = { route: knownRoute(scope.call, Call), input: Values };
    let changed = 0;
    for (let from = 0; from < Rows.length; from += pieceSize) {
      const piece = Rows.slice(from, from + pieceSize);
      const stored = await readTogether(scope, change, piece);
      for (const [at, row] of piece.entries()) {
        await pause(work, from + at, Rows.length);
        const isChanged = await changeOne(scope, change, row, stored.get(row.Id)).catch((error) =>
          refuseAll(work, scope, { change, row, error }),
        );
        if (isChanged) changed += 1;
      }
      await writeKeptHistory(scope);
    }
    const result = resultOf({ changed, same: Rows.length - changed, refused: [] });
    await work.complete(scope.session, result);
    return result;
  });
}

/** Names the record that refused, as its users call it. */
async function refuseAll(
  { call }: JobWork,
  scope: Parameters<typeof changeOne>[0],
  { change, row, error }: { change: Parameters<typeof changeOne>[1]; row: BulkRow; error: unknown },
): Promise<never> {
  const [reason] = sentencesOf(call, error);
  const plan = call.runtime.planOf(change.route.entity);
  const record = await loadAnswer(scope, plan, row.Id).catch(() => undefined);
  const name = String(record?.[plan.entity.labelField] ?? row.Id);
  throw refusals.bulkRefused({ params: { name, reason }, cause: error });
}

type Refused = { readonly Id: string; readonly Messages: readonly string[] };

/** One transaction per record, so others can work, and one refusal does not block the rest. */
async function changeEach(work: JobWork, { Call, Values, Rows }: BulkInput): Promise<JobResult> {
  const refused: Refused[] = [];
  let [changed, same] = [0, 0];
  for (const [done, row] of Rows.entries()) {
    await pause(work, done, Rows.length);
    try {
      const isChanged = await work.write((scope) =>
        changeOne(scope, { route: knownRoute(scope.call, Call), input: Values }, row),
      );
      if (isChanged) changed += 1;
      else same += 1;
    } catch (error) {
      refused.push({ Id: row.Id, Messages: sentencesOf(work.call, error) });
    }
  }
  return resultOf({ changed, same, refused });
}

async function pause({ report, yieldTurn }: JobWork, done: number, all: number): Promise<void> {
  report({ done, share: done / Math.max(all, 1) });
  await yieldTurn();
}

function knownRoute({ runtime }: OperationCall, call: string): RouteModel {
  const route = routeOf(runtime.model.routes, call);
  if (!route) throw refusals.jobOvertaken();
  return route;
}

/** Refusals kept with the result; all are counted. */
const mostKept = 100;

function resultOf(counts: {
  readonly changed: number;
  readonly same: number;
  readonly refused: readonly Refused[];
}): JobResult {
  const { changed, same, refused } = counts;
  const note = (message: string, count: number) => (count > 0 ? [{ message, params: { count } }] : []);
  return {
    RowCount: changed,
    Changed: changed,
    Unchanged: same,
    RefusedCount: refused.length,
    Refused: refused.slice(0, mostKept),
    Notes: [
      { message: 'bulk.changed', params: { count: changed } },
      ...note('bulk.unchanged', same),
      ...note('bulk.refused', refused.length),
    ],
  };
}
