import { type DataRecord, formatMessage, type Locale, type Model } from '#engine';

type Items = ReadonlyMap<unknown, DataRecord>;

/** Cached per model, because items are read with every record. */
const itemsByModel = new WeakMap<Model, Map<string, Items>>();

/** A lookup item with its `DisplayName` in a language. */
export function lookupItem(
  model: Model,
  locale: Locale,
  lookup: string,
  id: unknown,
): DataRecord | undefined {
  return lookupItems(model, locale, lookup).get(id);
}

/** All items of a lookup by id, in declared order. */
export function lookupItems(model: Model, locale: Locale, lookup: string): Items {
  const known = itemsByModel.get(model) ?? new Map<string, Items>();
  itemsByModel.set(model, known);
  const key = `${locale} ${lookup}`;
  const items = known.get(key) ?? makeItems(model, locale, lookup);
  known.set(key, items);
  return items;
}

function makeItems(model: Model, locale: Locale, lookup: string): Items {
  const items = model.lookups.get(lookup)?.items ?? [];
  return new Map(
    items.map(({ title: _, tone: _tone, ...item }) => [
      item.Id,
      Object.freeze({ ...item, DisplayName: formatMessage(model, locale, `lookup.${lookup}.${item.Name}`) }),
    ]),
  );
}
