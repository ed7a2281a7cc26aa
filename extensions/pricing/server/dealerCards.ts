// Custom code: a row stands for a plan of a card of a product on sale, which involves three entities.

import { allOf, among, answers, defineAction, equals, loadRecord } from '#server/extension';
import { planDimension } from './cardLayout.ts';
import { dimensionsOf } from './cardRates.ts';

/** `GET /profile/dealer/dealerratecards/{id}`: rate cards a dealer may display, of the brands it sells. */
export const dealerCards = defineAction({
  body: 'none',
  answer: answers.pageOfItems(
    answers.all({
      Id: answers.text,
      Name: answers.text,
      Brand: answers.maybeText,
      ProductName: answers.text,
      ProductPlanName: answers.text,
      ProductId: answers.id,
      PricingRateCardId: answers.id,
    }),
  ),
  run: async (call, { params }) => {
    const { store } = call.runtime;
    const dealer = await loadRecord(
      { call, session: store },
      call.runtime.planOf('dealer'),
      params.dealerId ?? '',
    );
    const brands = (await store.find({ entity: 'dealer-brand', filter: equals('DealerId', dealer.Id) }))
      .items;
    const onSale = allOf([
      equals('ProductStateType.Name', 'Active'),
      among(
        'BrandId',
        brands.map(({ BrandId }) => BrandId),
      ),
    ]);
    const products = brands.length > 0 ? (await store.find({ entity: 'product', filter: onSale })).items : [];
    const known = new Map(products.map((product) => [product.Id, product]));
    const { items } = await store.find({ entity: 'rate-card', sort: [{ path: 'Name', direction: 'asc' }] });
    const Items = items.flatMap((card) => {
      const product = known.get(card.ProductId);
      if (!product || !card.RatesFileId) return [];
      const { Name: ProductName, Id: ProductId } = product;
      const Brand = (product.Brand as { readonly Name?: string } | undefined)?.Name ?? null;
      const [plans] = dimensionsOf(card).filter(({ Name }) => Name === planDimension);
      const names = plans?.Values.map(({ Label }) => Label) ?? [''];
      return names.map((ProductPlanName, place) => ({
        // A card is listed once per plan.
        Id: `${card.Id}.${place}`,
        Name: card.Name,
        Brand,
        ProductName,
        ProductPlanName,
        ProductId,
        PricingRateCardId: card.Id,
      }));
    });
    return { Items, TotalItems: Items.length };
  },
});
