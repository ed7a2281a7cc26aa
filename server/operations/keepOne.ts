/** The flag (`x-one`) that exactly one record of a group has. */
import type { DataRecord } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import type { WriteScope } from './OperationCall.ts';
import { updateRecord } from './writeRecord.ts';

type One = EntityPlan['entity']['ones'][number];

/** Sets the flags that no other record of the group has yet. */
export async function markFirst(scope: WriteScope, plan: EntityPlan, draft: DataRecord): Promise<DataRecord> {
  let record = draft;
  for (const one of plan.entity.ones)
    if (record[one.field] !== true && (await kin(scope, plan, one, draft)).length === 0)
      record = { ...record, [one.field]: true };
  return record;
}

/** Clears the flag on the other records of the group when a record gets it. */
export async function clearOthers(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
  previous?: DataRecord,
): Promise<void> {
  for (const one of plan.entity.ones) {
    if (record[one.field] !== true || previous?.[one.field] === true) continue;
    for (const other of await kin(scope, plan, one, record))
      if (other[one.field] === true) await mark(scope, plan, other, { [one.field]: false });
  }
}

/** Moves the flags of a removed record to a neighbour. */
export async function promoteNeighbour(scope: WriteScope, plan: EntityPlan, gone: DataRecord): Promise<void> {
  for (const one of plan.entity.ones) {
    if (gone[one.field] !== true) continue;
    const [neighbour] = await kin(scope, plan, one, gone);
    if (neighbour) await mark(scope, plan, neighbour, { [one.field]: true });
  }
}

async function kin(
  { session }: WriteScope,
  { entity }: EntityPlan,
  { within }: One,
  record: DataRecord,
): Promise<readonly DataRecord[]> {
  const filter = allOf(within.map((name) => equals(name, record[name])));
  const { items } = await session.find({
    entity: entity.id,
    filter,
    sort: [{ path: 'Id', direction: 'asc' }],
  });
  return items.filter(({ Id }) => Id !== record.Id);
}

async function mark(
  scope: WriteScope,
  plan: EntityPlan,
  previous: DataRecord,
  marks: DataRecord,
): Promise<void> {
  await updateRecord(scope, plan, { previous, next: { ...previous, ...marks }, operation: 'update' });
}
