import { type Condition, type EntityModel, type FilterTree, type Model, resolveFilter } from '#engine';
import type { RecordQuery } from './types.ts';

/**
 * The conditions on the records of a query. Row limits of other entities do not narrow the entity's own
 * limit.
 */
export function queryConditions(
  { filter, mostly, limits, isWide }: Pick<RecordQuery, 'filter' | 'mostly' | 'limits' | 'isWide'>,
  entity: EntityModel,
  model: Model,
): { readonly asked: Condition | undefined; readonly checked: Condition | undefined } {
  const resolve = (tree: FilterTree | undefined, along?: RecordQuery['limits']) =>
    tree && resolveFilter(tree, entity, model, along);
  const limit = resolve(limits?.get(entity.id));
  const [asked, checked] = [resolve(filter, limits), resolve(mostly, limits)];
  return isWide ? { asked, checked: both(limit, checked) } : { asked: both(limit, asked), checked };
}

/** Both conditions joined, or the only one. */
export function both(one: Condition | undefined, other: Condition | undefined): Condition | undefined {
  return one && other ? { kind: 'all', of: [one, other] } : (one ?? other);
}
