import type { DataRecord } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import type { WriteScope } from './OperationCall.ts';
import { note } from './writeRecord.ts';

/** After a removal, moves the later records of an ordered list up by one. */
export async function closeGap(
  { session, changes, call }: WriteScope,
  plan: EntityPlan,
  removed: DataRecord,
): Promise<void> {
  const { order } = plan.entity;
  if (!order || typeof removed[order.field] !== 'number') return;
  const later = allOf([
    ...order.within.map((name) => equals(name, removed[name])),
    { kind: 'compare', path: order.field, operator: 'gt', value: removed[order.field] },
  ]);
  const { items } = await session.find({
    entity: plan.entity.id,
    filter: later,
    sort: [{ path: order.field, direction: 'asc' }],
  });
  for (const item of items) {
    const id = String(item.Id);
    await session.update(plan.entity.id, id, { [order.field]: (item[order.field] as number) - 1 });
    note({ session, changes, call }, plan, id, 'order');
  }
}
