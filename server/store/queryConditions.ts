import { type Condition, type EntityModel, type FilterTree, type Model, resolveFilter } from '#engine';
import type { RecordQuery } from './types.ts';

/** What must hold of the records of a query. The limit of their own entity is not limited by those of others. */
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

/** Both conditions, where there are two. */
export function both(one: Condition | undefined, other: Condition | undefined): Condition | undefined {
  return one && other ? { kind: 'all', of: [one, other] } : (one ?? other);
}
