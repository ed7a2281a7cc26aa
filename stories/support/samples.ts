import type { DataRecord, Model } from '#engine';

/** A record of the sample data that fits; a story that finds none fails with what it looked for. */
export function sample(model: Model, entity: string, fits: (record: DataRecord) => boolean): DataRecord {
  const seed = model.entities.get(entity)?.seed;
  const found = [...(seed?.reference ?? []), ...(seed?.demo ?? [])].find(fits);
  if (!found) throw new Error(`The sample data has no ${entity} that fits ${fits}`);
  return found;
}

/** A product in a state that has at least so many plans. */
export function productIn(model: Model, state: string, plans = 0): DataRecord {
  return sample(
    model,
    'product',
    (product) => isIn(model, product, state) && plansOf(model, product).length >= plans,
  );
}

/** Whether a product is in the state of this name. */
export function isIn(model: Model, product: DataRecord, state: string): boolean {
  const item = model.lookups.get('product-state-type')?.items.find(({ Name }) => Name === state);
  return product.ProductStateTypeId === item?.Id;
}

/** The plans of a product, in their order. */
export function plansOf(model: Model, product: DataRecord): readonly DataRecord[] {
  const plans = model.entities.get('plan')?.seed.demo ?? [];
  const own = plans.filter(({ ProductId }) => ProductId === product.Id);
  return own.sort((a, b) => Number(a.SortOrder) - Number(b.SortOrder));
}
