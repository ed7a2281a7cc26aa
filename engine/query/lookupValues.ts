/** Lookups are in the model, not in the store, so conditions on their items are resolved to ids here. */
import type { FilterOperator } from '../expression/compileWhere.ts';
import { locales } from '../messages.ts';
import type { LookupItem, LookupModel, Model } from '../types/modelTypes.ts';
import { compareValues } from './compareValues.ts';
import { passesAny } from './passesAny.ts';

type LookupTest = {
  readonly lookup: string;
  readonly member: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
};

/** Ids of the items whose member (`Name`, `DisplayName` in any language …) passes, and of the others. */
export function lookupIds(model: Model, { lookup: id, member, operator, value }: LookupTest) {
  const lookup = model.lookups.get(id);
  const items = (lookup?.items ?? []).map((item) => ({
    id: item.Id,
    holds: passesAny(filled(memberValues(model, lookup, item, member)), operator, value),
  }));
  return {
    holding: items.filter((item) => item.holds).map((item) => item.id),
    failing: items.filter((item) => !item.holds).map((item) => item.id),
    holdsForNone: passesAny([], operator, value),
  };
}

/** The rank of each item in the order of a member: id → rank; equal members have equal ranks. */
export function lookupRanks(
  model: Model,
  lookupId: string,
  member: string,
): ReadonlyMap<string | number, number> {
  const lookup = model.lookups.get(lookupId);
  const keyed = (lookup?.items ?? []).map((item) => ({
    id: item.Id,
    value: memberValues(model, lookup, item, member)[0],
  }));
  const order = (a: { value: unknown }, b: { value: unknown }) =>
    compareValues(a.value, b.value, 'words') ?? 0;
  const sorted = keyed.toSorted(order);
  let rank = 0;
  return new Map(
    sorted.map((entry, index) => {
      const previous = sorted[index - 1];
      if (previous && order(previous, entry) !== 0) rank++;
      return [entry.id, rank];
    }),
  );
}

/** The values of an item's member; `DisplayName` has one per language. */
function memberValues(
  model: Model,
  lookup: LookupModel | undefined,
  item: LookupItem,
  member: string,
): readonly unknown[] {
  if (item[member] !== undefined || member !== 'DisplayName') return [item[member]];
  const key = `lookup.${lookup?.id}.${item.Name}`;
  const texts = locales
    .map((locale) => model.messages[locale]?.get(key))
    .filter((text) => typeof text === 'string');
  return texts.length > 0 ? texts : [item.title ?? item.Name];
}

function filled(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => value !== null && value !== undefined);
}
