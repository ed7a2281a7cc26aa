// Custom code: finding the global instance or the clone of a parameter takes two queries.
import type { DataRecord, FilterTree } from '#engine';
import { allOf, type EntityPlan, equals, fillHeld, type WriteScope } from '#server/extension';

type From = Pick<WriteScope, 'call' | 'session'>;

/** The global template of a product's parameter, by origin or else by name; undefined without one. */
export async function globalInstance(
  from: From,
  plan: EntityPlan,
  parameter: DataRecord,
): Promise<DataRecord | undefined> {
  const parent = parameter.ParentParameterId;
  const byParent = parent ? await first(from, plan, equals('Id', parent)) : undefined;
  if (byParent) return byParent;
  const named = allOf([equals('ProductId', null), equals('SourceName', parameter.SourceName)]);
  return first(from, plan, named);
}

/** The product's parameter that was cloned from a template or has its name. */
export async function cloneOf(
  from: From,
  plan: EntityPlan,
  { template, productId }: { readonly template: DataRecord; readonly productId: string },
): Promise<DataRecord | undefined> {
  const own = equals('ProductId', productId);
  return (
    (await first(from, plan, allOf([own, equals('ParentParameterId', template.Id)]))) ??
    (await first(from, plan, allOf([own, equals('SourceName', template.SourceName)])))
  );
}

async function first(
  from: From,
  plan: EntityPlan,
  filter: FilterTree | undefined,
): Promise<DataRecord | undefined> {
  const { items } = await from.session.find({
    entity: plan.entity.id,
    filter,
    page: { number: 1, size: 1 },
  });
  await fillHeld(from, plan, items);
  return items[0];
}
