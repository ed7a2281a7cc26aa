/** Sets one field of many records to one value, each through the same write as its own form. */
import { type DataRecord, type FieldModel, formatMessage, type RouteModel, wholly } from '#engine';
import { errorBody } from '../errors/errorBody.ts';
import { Refusal } from '../errors/Refusal.ts';
import { WorkSpent } from '../work/WorkBudget.ts';
import { loadAnswer, loadRecords } from './loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from './OperationCall.ts';
import { changeWithin } from './updateRecord.ts';

export type BulkChange = {
  /** The route that writes a single record. */
  readonly route: RouteModel;
  readonly input: DataRecord;
};

/** A record as it was when the change was previewed. */
export type BulkRow = { readonly Id: string; readonly Revision?: number };

type BulkOutcome = 'change' | 'same' | 'refused';

type Verdict = {
  readonly Id: string;
  readonly Name: string;
  readonly Revision: number | null;
  readonly Outcome: BulkOutcome;
  readonly Messages: readonly string[];
};

/**
 * Reads all records at once when writing one of them cannot change the others. Otherwise returns nothing, and
 * each record is read just before its own write.
 */
export async function readTogether(
  scope: WriteScope,
  { route }: BulkChange,
  rows: readonly BulkRow[],
): Promise<ReadonlyMap<string, DataRecord>> {
  const plan = scope.call.runtime.planOf(route.entity);
  const { entity, followers, referenceFields } = plan;
  const touchesOthers =
    entity.ones.length > 0 ||
    followers.length > 0 ||
    referenceFields.some((field) => refersTo(field, entity.id));
  if (touchesOthers) return new Map();
  return loadRecords(
    scope,
    plan,
    rows.map(({ Id }) => Id),
  );
}

function refersTo({ ref, fields = [] }: FieldModel, entity: string): boolean {
  return ref?.entity === entity || fields.some((field) => refersTo(field, entity));
}

/** Writes one record within a transaction; false when nothing changed. */
export async function changeOne(
  scope: WriteScope,
  { route, input }: BulkChange,
  { Id, Revision }: BulkRow,
  stored?: DataRecord,
): Promise<boolean> {
  const plan = scope.call.runtime.planOf(route.entity);
  return changeWithin(scope, plan, {
    id: Id,
    revision: Revision,
    stored,
    input,
    fields: route.fields,
    action: route.as,
    set: route.set && { values: route.set, params: {} },
  });
}

/** Thrown to roll back a trial run; carries its outcome. */
class Tried extends Error {
  readonly outcome: BulkOutcome;

  constructor(outcome: BulkOutcome) {
    super(`It would be: ${outcome}`);
    this.outcome = outcome;
  }
}

/** Previews the change of a record by running the real write and rolling it back. */
export async function tryChange(call: OperationCall, change: BulkChange, Id: string): Promise<Verdict> {
  const plan = call.runtime.planOf(change.route.entity);
  let seen: DataRecord = {};
  const verdict = (Outcome: BulkOutcome, Messages: readonly string[] = []): Verdict => ({
    Id,
    Name: String(seen[plan.entity.labelField] ?? ''),
    Revision: typeof seen.Revision === 'number' ? seen.Revision : null,
    Outcome,
    Messages,
  });
  try {
    await inTransaction(call, async (scope) => {
      seen = await loadAnswer(scope, plan, Id);
      const Revision = Number(seen.Revision);
      throw new Tried((await changeOne(scope, change, { Id, Revision })) ? 'change' : 'same');
    });
  } catch (error) {
    if (error instanceof Tried) return verdict(error.outcome);
    return verdict('refused', sentencesOf(call, error));
  }
  return verdict('same');
}

/** The messages of a refused record; rethrows any other error. */
export function sentencesOf(
  { runtime: { model }, locale }: OperationCall,
  error: unknown,
): readonly string[] {
  if (!(error instanceof Refusal) || error instanceof WorkSpent || error.status >= 500) throw error;
  const { Message, ErrorMessages } = wholly(errorBody(error, { model, locale }));
  if (error.code === 'confirmation-required')
    return [formatMessage(model, locale, 'bulk.asks', { question: Message })];
  return ErrorMessages.slice(0, mostSaid);
}

const mostSaid = 3;
