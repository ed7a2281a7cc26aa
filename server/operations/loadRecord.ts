import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { withAutomaticHtml } from './automaticHtml.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { fillHeld, fillHeldBeside, heldRowsOf, putHeld } from './heldRows.ts';
import type { OperationCall } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { answerOf, completeRecord } from './shapeRecord.ts';

type From = { readonly call: OperationCall; readonly session: StoreSession };

/** Loads the record as rules read it; 404 when it does not exist. */
export async function loadRecord({ call, session }: From, plan: EntityPlan, id: string): Promise<DataRecord> {
  const record = await stored({ call, session }, plan, id);
  return completeRecord(call, plan, record, await ownerIfRead(call, session, plan, record));
}

/** Loads many records by id as rules read them; missing ones are omitted. */
export async function loadRecords(
  { call, session }: From,
  plan: EntityPlan,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DataRecord>> {
  const records = await session.getMany(plan.entity.id, ids);
  if (plan.held.length > 0) await fillHeld({ call, session }, plan, records);
  const loaded = new Map<string, DataRecord>();
  for (const record of records)
    loaded.set(
      String(record.Id),
      completeRecord(call, plan, record, await ownerIfRead(call, session, plan, record)),
    );
  return loaded;
}

/** Loads the record as its answer; 404 when it does not exist. */
export async function loadAnswer({ call, session }: From, plan: EntityPlan, id: string): Promise<DataRecord> {
  const record = await stored({ call, session }, plan, id);
  if (plan.heldBeside.length > 0) await fillHeldBeside({ call, session }, plan, [record]);
  const answer = answerOf(call, plan, record, await ownerIfRead(call, session, plan, record));
  return plan.htmlFields.length > 0 ? withAutomaticHtml(call, plan, answer) : answer;
}

/** How many records have their owners loaded at once. */
const ownersAtOnce = 50;

/** Turns stored records into answers. */
export async function answersOf(
  { call, session }: From,
  plan: EntityPlan,
  records: readonly DataRecord[],
): Promise<readonly DataRecord[]> {
  const answers: DataRecord[] = [];
  const owners = new Map<unknown, Promise<DataRecord | undefined>>();
  const ownerFor = (record: DataRecord): Promise<DataRecord | undefined> => {
    const id = record[plan.entity.owner?.name ?? ''];
    const known = owners.get(id) ?? ownerOf(call, session, plan, record);
    owners.set(id, known);
    return known;
  };
  for (const [at, record] of records.entries()) {
    if (plan.readsOwner && at % ownersAtOnce === 0)
      await Promise.all(records.slice(at, at + ownersAtOnce).map(ownerFor));
    answers.push(answerOf(call, plan, record, plan.readsOwner ? await ownerFor(record) : undefined));
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  return answers;
}

async function stored(from: From, plan: EntityPlan, id: string): Promise<DataRecord> {
  const [record, rows] = await Promise.all([
    from.session.get(plan.entity.id, id),
    plan.held.length > 0 ? heldRowsOf(from, plan, [id]) : undefined,
  ]);
  if (!record) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  await from.call.runtime.opens?.get(plan.entity.id)?.refuse(from, record);
  if (rows) putHeld([record], rows);
  return record;
}

/** Throws 404 when the path contradicts the record, such as naming another owner. */
export function refuseElsewhere(plan: EntityPlan, record: DataRecord, within: DataRecord = {}): void {
  const isHere = Object.entries(within).every(([name, value]) => sameId(record[name], value));
  if (!isHere) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: record.Id } });
}

function sameId(stored: unknown, asked: unknown): boolean {
  return String(stored ?? '').toLowerCase() === String(asked ?? '').toLowerCase();
}

/** Loading the owner costs a query, so reads load it only when a derived value needs it. */
export async function ownerIfRead(
  call: OperationCall,
  session: StoreSession,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  return plan.readsOwner ? ownerOf(call, session, plan, record) : undefined;
}
