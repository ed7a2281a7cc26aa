import type { DataRecord, Model } from '#engine';

/** A sample record that meets the condition; throws with the condition if there is none. */
export function sample(model: Model, entity: string, fits: (record: DataRecord) => boolean): DataRecord {
  const seed = model.entities.get(entity)?.seed;
  const found = [...(seed?.reference ?? []), ...(seed?.demo ?? [])].find(fits);
  if (!found) throw new Error(`The sample data has no ${entity} that fits ${fits}`);
  return found;
}

/** A product in this state with at least this many plans. */
export function productIn(model: Model, state: string, plans = 0): DataRecord {
  return sample(
    model,
    'product',
    (product) => isIn(model, product, state) && plansOf(model, product).length >= plans,
  );
}

/** Whether a product is in the named state. */
export function isIn(model: Model, product: DataRecord, state: string): boolean {
  const item = model.lookups.get('product-state-type')?.items.find(({ Name }) => Name === state);
  return product.ProductStateTypeId === item?.Id;
}

/** The plans of a product in order. */
export function plansOf(model: Model, product: DataRecord): readonly DataRecord[] {
  const plans = model.entities.get('plan')?.seed.demo ?? [];
  const own = plans.filter(({ ProductId }) => ProductId === product.Id);
  return own.sort((a, b) => Number(a.SortOrder) - Number(b.SortOrder));
}
