/** Reorders the records of an ordered list. */
import { checkWritable, type DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { RecordPage } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { answersOf } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { refuseUnknownOwner } from './refuseUnknownOwner.ts';
import { refuseErrors } from './validateWrite.ts';
import { updateRecord } from './writeRecord.ts';

type OrderRequest = {
  /** Fields that identify the list: `{ ProductId }`. */
  readonly within: DataRecord;
  /** All records of the list in their new order, or a subset that trades positions. */
  readonly wanted: readonly DataRecord[];
};

/** Renumbers the list from 0 in one transaction; returns it in its new order. */
export async function orderRecords(
  call: OperationCall,
  plan: EntityPlan,
  request: OrderRequest,
): Promise<RecordPage> {
  const { order } = plan.entity;
  if (!order) throw new Error(`${plan.entity.id} has no x-order.`);
  return inTransaction(call, async (scope) => {
    await refuseUnknownOwner(scope, plan, request.within);
    const siblings = await siblingsOf(scope, plan, { field: order.field, within: request.within });
    const sequence = newSequence(siblings, { field: order.field, wanted: request.wanted });
    await refuseLocked(scope, plan, siblings[0]);
    for (const [position, record] of sequence.entries()) {
      const next = { ...record, [order.field]: position };
      await updateRecord(scope, plan, { previous: record, next, operation: 'order' });
    }
    const items = await siblingsOf(scope, plan, { field: order.field, within: request.within });
    return { items: await answersOf(scope, plan, items), total: items.length };
  });
}

async function siblingsOf(
  { session }: WriteScope,
  plan: EntityPlan,
  { field, within }: { readonly field: string; readonly within: DataRecord },
): Promise<readonly DataRecord[]> {
  const filter = allOf(Object.entries(within).map(([name, value]) => equals(name, value)));
  const page = await session.find({
    entity: plan.entity.id,
    filter,
    sort: [{ path: field, direction: 'asc' }],
  });
  return page.items;
}

/** The given records take the positions they hold together, in the given order; the others stay in place. */
function newSequence(
  siblings: readonly DataRecord[],
  { field, wanted }: { readonly field: string; readonly wanted: readonly DataRecord[] },
): readonly DataRecord[] {
  const byId = new Map(siblings.map((record) => [record.Id, record]));
  const ids = new Set(wanted.map((entry) => entry.Id));
  if (ids.size !== wanted.length || wanted.some((entry) => !byId.has(entry.Id)))
    throw refusals.notTheSiblings();
  const chosen = inWantedOrder(
    siblings.filter((record) => ids.has(record.Id)),
    wanted,
    field,
  );
  return siblings.map((record) =>
    ids.has(record.Id) ? (byId.get(chosen.shift()?.Id) as DataRecord) : record,
  );
}

/**
 * The array order decides. Only when it equals the stored order do the numbers count, since a client may swap
 * two numbers and send its rows unsorted.
 */
function inWantedOrder(
  stored: readonly DataRecord[],
  wanted: readonly DataRecord[],
  field: string,
): DataRecord[] {
  const isUnmoved = stored.every((record, index) => record.Id === wanted[index]?.Id);
  const isNumbered = wanted.every((entry) => typeof entry[field] === 'number');
  if (!isUnmoved || !isNumbered) return [...wanted];
  return [...wanted].sort((a, b) => (a[field] as number) - (b[field] as number));
}

/** A lock on one record (its product is read-only) locks the order of all. */
async function refuseLocked(
  scope: WriteScope,
  plan: EntityPlan,
  first: DataRecord | undefined,
): Promise<void> {
  if (!first) return;
  const owner = await ownerOf(scope.call, scope.session, plan, first);
  const context = ruleContext(scope.call, { action: 'order', owner, previous: first });
  refuseErrors(plan, checkWritable(plan.entity, first, first, context));
}
