// Custom code: matches pairs of brand and product type against products, which no filter can compare.
import { type DataRecord, everyId, parseListQuery } from '#engine';
import {
  type ActionRequest,
  allOf,
  among,
  anId,
  answers,
  defineAction,
  equals,
  findRecords,
  guardedPaths,
  listOf,
  type OperationCall,
  refusals,
  refuseHidden,
  streamAnswers,
} from '#server/extension';

/** Ids of dealer products. */
const body = listOf(anId, { maxItems: 1000 });
const answer = answers.pageOfItems(answers.ref('lienholder'));

/** Active global lienholders for any dealer product in the body; without configurations, for all. */
export const globalLienholders = defineAction({
  ...{ body, answer },
  run: (call, request) => offered(call, request, { type: 'Global', isForAll: true }),
});

/** Product-specific lienholders; without configurations, one is offered for none. */
export const productLienholders = defineAction({
  ...{ body, answer },
  run: (call, request) => offered(call, request, { type: 'Product', isForAll: false }),
});

type Kind = { readonly type: string; readonly isForAll: boolean };

async function offered(
  call: OperationCall,
  { plan, input, query, zone }: ActionRequest<readonly string[]>,
  { type, isForAll }: Kind,
): Promise<DataRecord> {
  const { model } = call.runtime;
  const { query: asked, problem } = parseListQuery(new URLSearchParams(query), plan.entity, { model, zone });
  if (problem) throw refusals.badQuery(problem);
  refuseHidden(guardedPaths(model, { entity: plan.entity.id, ...asked }), call.features);
  const products = await pairsOf(call, input);
  const ofType = allOf([equals('LienholderType.Name', type), equals('ProfileStatus.Name', 'Active')]);
  const ids: unknown[] = [];
  const all = { entity: plan.entity.id, filter: ofType, only: ['Id', 'Configurations'] };
  for await (const items of streamAnswers(() => call, plan, all))
    for (const { Id, Configurations } of items) {
      const pairs = (Configurations ?? []) as readonly Pair[];
      const isOffered =
        pairs.length === 0 ? isForAll : pairs.some((pair) => products.some((one) => fits(pair, one)));
      if (isOffered) ids.push(Id);
    }
  if (ids.length === 0) return { Items: [], TotalItems: 0 };
  const { items, total } = await findRecords(call, plan, {
    ...{ entity: plan.entity.id, ...asked },
    filter: allOf([asked.filter, among('Id', ids)]),
    sort: asked.sort.length > 0 ? asked.sort : [{ path: 'TradingName', direction: 'asc' }],
  });
  return { Items: items, TotalItems: total };
}

type Pair = { readonly BrandId?: unknown; readonly ProductTypeId?: unknown };

/** The zero id matches everything, on either side. */
const fits = (pair: Pair, product: Pair): boolean =>
  (['BrandId', 'ProductTypeId'] as const).every((name) =>
    [pair[name], product[name]].some((id) => id === everyId) ? true : pair[name] === product[name],
  );

/** Brand and type of the named products or dealer products, except those the caller may not see. */
async function pairsOf(
  { runtime: { store } }: OperationCall,
  input: readonly string[],
): Promise<readonly Pair[]> {
  const ids = [...new Set(input.map((id) => id.toLowerCase()))];
  const sold = await store.getMany('dealer-product', ids);
  const products = await store.getMany('product', [
    ...new Set([...ids, ...sold.map(({ ProductId }) => String(ProductId))]),
  ]);
  const every = ids.includes(everyId) ? [{ BrandId: everyId, ProductTypeId: everyId }] : [];
  return [...every, ...products];
}
